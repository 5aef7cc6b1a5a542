// `npm run test:engines`: a dataset in the engines that install in seconds, or in every engine with `-- --all`. Each is
// fetched if it isn't there yet; an engine that this machine can't have is skipped, with its reason. The last line counts.
import { installDependencies } from "./selfInstall.mjs";

await installDependencies();
const { runAlone } = await import("./runAll.mjs");
const { runMocha } = await import("./mochaStep.mjs");
const args = process.argv.slice(2);
const all = args.includes("--all") ? { AD_LIBRARY_TEST_ENGINES: "all" } : {};
const options = ["--require", "test/support/loadTypeScript.cjs", ...args.filter((arg) => arg !== "--all")];
process.exitCode = await runAlone("Engines", (env, files = ["engines/*"]) =>
  runMocha(
    files.map((file) => `test/${file}.test.ts`),
    options,
    { ...env, ...all },
  ),
);
