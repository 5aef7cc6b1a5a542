// Runs the program that the first argument names, and ends when the process that started it ends for whatever reason:
// the parent's end of the standard input closes then.
import { pathToFileURL } from "node:url";

process.stdin.resume().once("close", () => process.kill(process.pid));
process.argv.splice(1, 1);
await import(pathToFileURL(process.argv[1] ?? "").href);
