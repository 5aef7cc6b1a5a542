// `npm run test:engines`: a dataset in real engines, each fetched where it is asked for. The last line counts; an engine
// that this machine cannot have is skipped, with its reason.
import { installDependencies } from "./selfInstall.mjs";

await installDependencies();
const { runAlone } = await import("./runAll.mjs");
const { runMocha } = await import("./mochaStep.mjs");
const loader = ["--require", "test/support/loadTypeScript.cjs"];
process.exitCode = await runAlone("Engines", (env) =>
  runMocha(["test/engines/*.test.ts"], [...loader, ...process.argv.slice(2)], env),
);
