// Everything that a change must pass, with its own set-up: types, lint, unit tests, the tests inside the oldest and the
// newest VS Code, and the tests in a browser. The last line counts.
import { fileURLToPath } from "node:url";
import { installDependencies } from "./selfInstall.mjs";

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
await installDependencies();
const { runAll } = await import("./testSteps.mjs");
process.exitCode = await runAll();
