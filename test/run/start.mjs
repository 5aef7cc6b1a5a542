// Starts a VS Code with the extension and the sample library connected: `code` where it is on the PATH, otherwise a
// downloaded VS Code, otherwise VS Code as a server, whose address is printed. `--check` does the same without a
// person: searches in a headless Chromium and ends with 0 only if ads with pictures were on the screen.
import { installDependencies } from "./selfInstall.mjs";

await installDependencies();
const { build } = await import("./build.mjs");
await build();
if (process.argv.includes("--check")) {
  const { checkStart } = await import("./startCheck.mjs");
  await checkStart();
} else {
  const { startVSCode } = await import("./startVSCode.mjs");
  await startVSCode();
}
