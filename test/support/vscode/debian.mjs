import { existsSync } from "node:fs";
import { cleanEnvironment, run, withProgress } from "./command.mjs";

/** Whether Debian packages can be installed here without asking anyone. */
export const canInstallPackages = () => process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

/** Installs Debian packages. Call it only if {@link canInstallPackages} returns true. @param {string[]} names */
export async function installPackages(names) {
  const env = cleanEnvironment({ DEBIAN_FRONTEND: "noninteractive" });
  await withProgress(`Installing ${names.join(", ")} from Debian's packages`, async () => {
    await run("apt-get", ["update", "-q"], { env });
    await run("apt-get", ["install", "-y", "-q", "--no-install-recommends", ...names], { env });
  });
}
