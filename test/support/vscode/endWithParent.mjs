// Runs the program named by the first argument, and ends with the process that started it, however that ended: its end
// of the standard input closes then.
import { pathToFileURL } from "node:url";

process.stdin.resume().once("close", () => process.kill(process.pid));
process.argv.splice(1, 1);
await import(pathToFileURL(process.argv[1] ?? "").href);
