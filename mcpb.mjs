// Packs the command line as an MCP bundle, which Claude Desktop installs with one click: `node mcpb.mjs FILE.mcpb`, after
// a build.
import { createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { pipeline } from "node:stream/promises";
import { pathToFileURL } from "node:url";
import { ZipFile } from "yazl";
import { commandLineBundles } from "./bundles.mjs";

/** What the client asks for, and how it starts the server. The key is kept where the client keeps secrets. */
async function manifest() {
  /** @type {{ name: string, version: string, license: string, homepage: string, repository: object, engines: { node: string } }} */
  const { name, version, license, homepage, repository, engines } = JSON.parse(await readFile("package.json", "utf8"));
  const { title, description } = JSON.parse(await readFile("server.json", "utf8"));
  return {
    ...{ manifest_version: "0.3", name, display_name: title, version, description, license, homepage, repository },
    ...{ author: { name: "Ad Library Explorer" }, icon: "icon.png", tools_generated: true, prompts_generated: true },
    compatibility: { platforms: ["darwin", "win32", "linux"], runtimes: { node: engines.node } },
    server: {
      type: "node",
      entry_point: "dist/cli.js",
      mcp_config: {
        command: "node",
        args: ["${__dirname}/dist/cli.js", "mcp", "--max-credits", "${user_config.max_credits}"],
        env: { AD_LIBRARY_URL: "${user_config.library}", AD_LIBRARY_API_KEY: "${user_config.api_key}" },
      },
    },
    user_config: {
      library: {
        type: "string",
        title: "Library",
        description: "Base URL of the library. sample: is the built-in sample library, which charges nothing.",
        default: "sample:",
        required: true,
      },
      api_key: {
        type: "string",
        title: "API key",
        description: "API key of the library. The sample library needs none.",
        default: "",
        sensitive: true,
      },
      max_credits: {
        type: "number",
        title: "Credits per day",
        description: "Most credits per day that all assistants together may spend. 0 buys nothing.",
        default: 0,
        min: 0,
      },
    },
  };
}

/** @param {string} file the bundle to write */
export async function packMcpBundle(file) {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(JSON.stringify(await manifest(), null, 2)), "manifest.json");
  zip.addFile("media/icon.png", "icon.png");
  zip.addFile("LICENSE", "LICENSE");
  for (const name of [...commandLineBundles.map(({ outfile }) => basename(outfile ?? "")), "THIRD-PARTY-NOTICES.txt"])
    zip.addFile(`dist/${name}`, `dist/${name}`);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  void packMcpBundle(process.argv[2] ?? "ad-library-explorer.mcpb");
