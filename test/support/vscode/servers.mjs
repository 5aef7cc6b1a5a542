import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { withProgress } from "./command.mjs";
import { installOnce } from "./install.mjs";
import { ensureNode, installPackage, npm } from "./node.mjs";
import { cacheFolder, versions } from "./versions.mjs";

/**
 * Installs VS Code as a server from the npm registry.
 * @param {import("./versions.mjs").VersionName} name
 * @returns {Promise<{ node: string, home: string }>} the Node.js that runs it, and the folder with `out/server-main.js`
 */
export async function ensureServer(name) {
  const { vscode, server, node: major } = versions[name];
  const node = await ensureNode(major);
  const folder = await installOnce(join(cacheFolder, `vscode-server-${vscode}`), { server, node: major }, (draft) =>
    fill(draft, `VS Code ${vscode}`, server),
  );
  return { node: node.program, home: join(folder, "node_modules/code-server/lib/vscode") };
}

/**
 * @param {string} folder
 * @param {string} title
 * @param {string} version of the npm package
 */
async function fill(folder, title, version) {
  const home = join(folder, "node_modules/code-server/lib/vscode");
  await withProgress(`Installing ${title} as a server, 1 of 2: the server`, () =>
    installPackage(folder, `code-server@${version}`),
  );
  await withProgress(`Installing ${title} as a server, 2 of 2: its packages`, () =>
    npm(home, ["install", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"]),
  );
  // The extension host does not start without this module; it needs no other that would have to be built.
  await copyFile("test/support/vscode/logWriter.cjs", join(home, "node_modules/@vscode/spdlog/index.js"));
}
