import { delimiter, join } from "node:path";
import { run, withProgress } from "./command.mjs";
import { canInstallPackages, installPackages } from "./debian.mjs";
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
  const path = [join(node.folder, "bin"), process.env["PATH"]].join(delimiter);
  // The Node.js package has the headers, so nothing is fetched from elsewhere for the build.
  const env = { PATH: path, npm_config_nodedir: node.folder };
  const folder = await installOnce(join(cacheFolder, `vscode-server-${vscode}`), { server, node: major }, (draft) =>
    fill(draft, `VS Code ${vscode}`, server, env),
  );
  return { node: node.program, home: join(folder, "node_modules/code-server/lib/vscode") };
}

/**
 * @param {string} folder
 * @param {string} title
 * @param {string} version of the npm package
 * @param {Record<string, string>} env
 */
async function fill(folder, title, version, env) {
  await ensureBuildTools();
  const home = join(folder, "node_modules/code-server/lib/vscode");
  await withProgress(`Installing ${title} as a server, 1 of 3: the server`, () =>
    installPackage(folder, `code-server@${version}`),
  );
  await withProgress(`Installing ${title} as a server, 2 of 3: its packages`, () =>
    npm(home, ["install", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"], env),
  );
  // The extension host does not start without this native module; it needs no other.
  await withProgress(`Installing ${title} as a server, 3 of 3: building its log writer`, () =>
    npm(home, ["rebuild", "@vscode/spdlog"], env),
  );
}

async function ensureBuildTools() {
  /** @type {[program: string, debianPackage: string][]} */
  const tools = [
    ["python3", "python3"],
    ["make", "make"],
    ["g++", "g++"],
  ];
  const found = await Promise.all(tools.map(([program]) => run(program, ["--version"]).catch(() => undefined)));
  const missing = tools.filter((_, index) => found[index] === undefined).map(([, name]) => name);
  if (missing.length === 0) return;
  if (canInstallPackages()) return installPackages(missing);
  throw new Error(`VS Code's server is built with python3, make and g++: please install ${missing.join(", ")}.`);
}
