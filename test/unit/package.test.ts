import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import Ajv from "ajv";
import * as esbuild from "esbuild";
import { bundles } from "../../bundles.mjs";
import { packMcpBundle } from "../../mcpb.mjs";
import { bundledPackages, thirdPartyNotices } from "../../notices.mjs";
import { McpClient } from "../support/mcpClient";
import { packagedFiles } from "../support/packagedFiles";
import { temporaryFolder } from "../support/temporaryFolder";

interface Manifest {
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly activationEvents: readonly string[];
  readonly extensionKind: readonly string[];
  readonly bin: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly contributes: {
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly scope?: string }>> };
    readonly walkthroughs: readonly {
      readonly steps: readonly { readonly id: string; readonly media: { readonly svg: string } }[];
    }[];
  };
}

interface ServerJson {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly version: string;
  readonly packages: readonly {
    readonly registryType: string;
    readonly identifier: string;
    readonly version: string;
    readonly environmentVariables: readonly { readonly name: string; readonly isSecret?: boolean }[];
  }[];
}

interface BundleManifest {
  readonly user_config: Readonly<Record<string, { readonly default: unknown; readonly sensitive?: boolean }>>;
  readonly server: {
    readonly mcp_config: { readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> };
  };
}

const readJson = async <T>(path: string) => JSON.parse(await readFile(path, "utf8")) as T;

describe("the manifest", () => {
  let manifest: Manifest;
  before(async () => (manifest = await readJson<Manifest>("package.json")));

  it("lets no folder set what is ours, trusted or not", () => {
    const settings = Object.entries(manifest.contributes.configuration.properties);
    assert.ok(settings.length >= 10);
    for (const [name, { scope }] of settings) assert.match(scope ?? "", /^(machine|application)$/, name);
    assert.deepEqual(manifest.capabilities, { untrustedWorkspaces: { supported: true }, virtualWorkspaces: true });
    assert.deepEqual(manifest.extensionKind, ["workspace"]);
  });

  it("lets preferences follow a person to other machines, and keeps limits and places on each", () => {
    const settings = Object.entries(manifest.contributes.configuration.properties);
    const synced = settings.filter(([, { scope }]) => scope === "application").map(([name]) => name);
    const preferences = ["loadMedia", "runsKept", "export.defaultFormat", "csvSeparator"];
    assert.deepEqual(
      synced,
      preferences.map((name) => `adLibrary.${name}`),
    );
  });

  it("keeps no setting for a key or a secret", () => {
    for (const name of Object.keys(manifest.contributes.configuration.properties))
      assert.doesNotMatch(name, /key|secret|token|password/i);
  });

  it("activates only for its own features, and once a window is open for searches that are due", () => {
    // VS Code implies no event for links.
    assert.ok(manifest.activationEvents.includes("onUri"));
    const own = /^((onWebviewPanel|onWalkthrough):adLibrary\.[a-z]+|onLanguage:jsonc?|onUri|onStartupFinished)$/;
    for (const event of manifest.activationEvents) assert.match(event, own);
  });

  it("has a small, passive picture in the colors of the theme for each step of its walkthrough", async () => {
    for (const { steps } of manifest.contributes.walkthroughs)
      for (const { id, media } of steps) {
        const picture = await readFile(media.svg, "utf8");
        assert.ok(picture.length < 10_000, id);
        assert.match(picture, /var\(--vscode-/);
        // VS Code's page refuses styles within it.
        assert.doesNotMatch(picture, /<(script|style|image|foreignObject)|style=|href=|\son[a-z]+=/i, id);
      }
  });

  it("builds its command line as its dependencies are installed, so that `npx .` runs it in a clone", () => {
    const built = bundles.map(({ outfile }) => outfile);
    assert.equal(manifest.scripts.prepare, "node esbuild.mjs");
    for (const file of Object.values(manifest.bin)) assert.ok(built.includes(file.replace("./", "")), file);
  });

  it("requires nothing at run time that isn't bundled", () => {
    for (const field of ["dependencies", "optionalDependencies", "extensionDependencies", "extensionPack"])
      assert.equal(field in manifest, false, field);
  });
});

describe("the npm package", () => {
  const folder = temporaryFolder();
  const shell = process.platform === "win32";

  it("has the command line and nothing else, is small, and works for somebody who has nothing else", async () => {
    const [home, prefix, work] = ["home", "npm", "work"].map((name) => join(folder(), name)) as [
      string,
      string,
      string,
    ];
    for (const made of [home, work]) await mkdir(made);
    const { PATH = "", SystemRoot = "" } = process.env;
    const env = {
      ...{ HOME: home, USERPROFILE: home, LOCALAPPDATA: home, SystemRoot, AD_LIBRARY_URL: "sample:" },
      // Translations come with the extension only.
      AD_LIBRARY_LANG: "de",
      PATH: [dirname(process.execPath), PATH].join(delimiter),
    };
    const run = (program: string, ...args: string[]) => promisify(execFile)(program, args, { env, shell, cwd: work });
    const target = ["--pack-destination", folder()];
    const packed = await promisify(execFile)("npm", ["pack", "--json", "--ignore-scripts", ...target], { shell });
    const [{ filename, files }] = JSON.parse(packed.stdout) as [
      { filename: string; files: { readonly path: string }[] },
    ];
    const file = join(folder(), filename);
    const names = files.map(({ path }) => path);
    assert.ok(names.length <= 15, names.join());
    const allowed =
      /^(package\.json|README\.md|LICENSE|dist\/(cli|program|proxy|completion|mcp|sample|parquet|zod|(index|dataset|picture)Thread)\.js|dist\/THIRD-PARTY-NOTICES\.txt)$/;
    assert.deepEqual(
      names.filter((name) => !allowed.test(name)),
      [],
    );
    for (const needed of ["dist/cli.js", "dist/program.js"]) assert.ok(names.includes(needed), needed);
    assert.ok((await stat(file)).size <= 800_000);
    await run("npm", "install", "--global", "--offline", "--prefix", prefix, file);
    const program = join(prefix, shell ? "ad-library.cmd" : "bin/ad-library");
    const said = async (...args: string[]) => (await run(program, ...args)).stdout;
    const { version } = await readJson<{ readonly version: string }>("package.json");
    assert.equal((await said("--version")).trim(), version);
    assert.match(await said("doctor"), /^✓ +TikTok +Works: \d+ filters$/m);
    await said("new", "tiktok", "shoes");
    assert.match(await said("run", "shoes.adsearch.json", "--max-credits", "100", "--json"), /"ads":18,"credits":100,/);
    await said("dataset", "--out", "ads");
    assert.ok((await readdir(join(work, "ads"))).includes("manifest.json"));
    assert.match(await said("complete", "--", "li"), /^lint\t/);
    // A client starts it as it would any other program.
    const client = await McpClient.open({ command: program, args: ["mcp"], env, cwd: work }, "legacy");
    try {
      assert.match((await client.call("search_bought_ads", { limit: 1 })).text, /^18 bought ads/);
    } finally {
      await client.close();
    }
  });

  it("tells an older Node.js, in one sentence, that it needs a newer one", async () => {
    const older = join(folder(), "older.cjs");
    await writeFile(older, 'Object.defineProperty(process.versions, "node", { value: "20.20.2" });');
    const old = promisify(execFile)(process.execPath, ["--require", older, "dist/cli.js", "doctor"]);
    const sentence =
      "ad-library needs Node.js 22.17 or newer; this is 20.20.2. Install a newer version from https://nodejs.org.\n";
    await assert.rejects(old, { code: 2, stdout: "", stderr: sentence });
  });

  it("is installed by the same line wherever the documents name one, from this repository", async () => {
    const { repository } = await readJson<{ readonly repository: { readonly url: string } }>("package.json");
    const line = `npm i -g "./$(npm pack -s git+${repository.url})"`;
    for (const page of ["README.md", "docs/cli.md"]) assert.ok((await readFile(page, "utf8")).includes(line), page);
  });
});

describe("what MCP clients install", () => {
  const folder = temporaryFolder();

  it("is described for the registry by the version and the name that npm has", async () => {
    const { name, version, mcpName } = await readJson<Record<"name" | "version" | "mcpName", string>>("package.json");
    const server = await readJson<ServerJson>("server.json");
    assert.match(server.name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    assert.ok(server.title.length <= 100 && server.description.length <= 100);
    assert.deepEqual([server.name, server.version], [mcpName, version]);
    const [npm, ...others] = server.packages;
    assert.deepEqual([npm?.registryType, npm?.identifier, npm?.version, others], ["npm", name, version, []]);
    const secrets = npm?.environmentVariables.filter(({ isSecret }) => isSecret).map((variable) => variable.name);
    assert.deepEqual(secrets, ["AD_LIBRARY_API_KEY"]);
  });

  it("is a bundle that a client can start, and whose key is a secret", async () => {
    const file = join(folder(), "bundle.mcpb");
    await packMcpBundle(file);
    const home = join(folder(), "bundle");
    await promisify(execFile)("unzip", ["-q", file, "-d", home]);
    const bundle = await readJson<BundleManifest>(join(home, "manifest.json"));
    const valid = new Ajv({ validateFormats: false }).compile(await readJson("test/support/mcpbManifest.schema.json"));
    assert.ok(valid(bundle), JSON.stringify(valid.errors));
    const secrets = Object.entries(bundle.user_config).filter(([, { sensitive }]) => sensitive);
    assert.deepEqual(
      secrets.map(([name]) => name),
      ["api_key"],
    );
    const filled = (text: string) =>
      text
        .replaceAll("${__dirname}", home)
        .replace(/\$\{user_config\.(\w+)\}/g, (_, name: string) => String(bundle.user_config[name]!.default));
    const { args, env } = bundle.server.mcp_config;
    const server = {
      command: process.execPath,
      args: args.map(filled),
      env: {
        ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value)])),
        AD_LIBRARY_DATA: join(folder(), "data"),
      },
    };
    const client = await McpClient.open(server, "modern");
    try {
      assert.match((await client.call("show_spending", {})).text, /Assistants: 0 of 0 credits spent today/);
    } finally {
      await client.close();
    }
  });
});

describe("what ships", () => {
  it("is on the allowlist", async () => {
    const files = await packagedFiles();
    const allowed = [
      /^(package|package\.nls(\.[a-z-]+)?)\.json$/,
      /^(README|CHANGELOG)\.md$|^LICENSE$/,
      /^dist\/(extension|core|indexThread|datasetThread|pictureThread|cli|program|proxy|completion|mcp|sample|parquet|zod|prerender|webview(-[a-zA-Z]+)?)\.js$|^dist\/webview(-first|-deferredParts)?\.css$|^dist\/codicon\.ttf$|^dist\/THIRD-PARTY-NOTICES\.txt$/,
      /^media\/[\w/-]+\.(svg|png|md|webm)$/,
      /^l10n\/bundle\.l10n\.[a-z-]+\.json$/,
      /^skills\/[\w-]+\/SKILL\.md$/,
    ];
    for (const file of ["package.json", "dist/core.js"]) assert.ok(files.includes(file), file);
    assert.deepEqual(
      files.filter((file) => !allowed.some((form) => form.test(file))),
      [],
    );
  });

  it("includes third-party code only with its license", async () => {
    const { metafile } = await esbuild.build({
      logOverride: { "require-resolve-not-external": "silent" },
      entryPoints: [
        "src/extension.ts",
        "src/core.ts",
        "src/cli/program.ts",
        "src/cli/proxy.ts",
        "src/features/dataset/datasetThread.ts",
        "src/sample/index.ts",
        "webview/main.tsx",
        "webview/prerender.tsx",
      ],
      bundle: true,
      write: false,
      metafile: true,
      outdir: "dist",
      platform: "node",
      external: ["vscode", "./prerender"],
      jsx: "automatic",
      jsxImportSource: "preact",
      loader: { ".ttf": "file" },
    });
    const folders = bundledPackages([metafile], "dist/");
    for (const known of ["zod", "preact"])
      assert.ok(folders.some((folder) => folder.endsWith(`node_modules/${known}`)));
    const notices = await thirdPartyNotices(folders);
    for (const folder of folders) {
      const { name, version, license, scripts } = await readJson<Readonly<Record<string, unknown>>>(
        join(folder, "package.json"),
      );
      assert.match(String(license), /^(MIT|ISC|0BSD|Apache-2\.0|BSD-[23]-Clause|CC-BY-4\.0)$/, folder);
      assert.ok(notices.includes(`${String(name)} ${String(version)}\n`), folder);
      for (const step of ["preinstall", "install", "postinstall"])
        assert.ok(!Object.hasOwn(scripts ?? {}, step), folder);
    }
  });

  it("sends no telemetry", async () => {
    const names = (await Promise.all(["src", "webview"].map((folder) => filesBelow(folder)))).flat();
    assert.ok(names.length > 200);
    for (const name of [...names, "package.json"]) {
      const text = await readFile(name, "utf8");
      assert.doesNotMatch(
        text,
        /telemetry|sendBeacon|applicationinsights|sentry|analytics|XMLHttpRequest|WebSocket\(/i,
        name,
      );
    }
  });
});

async function filesBelow(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => /\.tsx?$/.test(name)).map((name) => join(folder, name));
}
