// Everything that a change must pass, with its own set-up. `--long` runs the long forms of the same tests, and the
// browser's tests with V1 as well. The last line counts.
import { installDependencies } from "./selfInstall.mjs";

await installDependencies();
const { runAll } = await import("./runAll.mjs");
process.exitCode = await runAll({ long: process.argv.includes("--long") });
