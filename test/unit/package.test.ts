import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import * as esbuild from "esbuild";
import { bundles } from "../../bundles.mjs";
import { bundledPackages, thirdPartyNotices } from "../../notices.mjs";
import { packagedFiles } from "../support/packagedFiles";

interface Manifest {
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly activationEvents: readonly string[];
  readonly extensionKind: readonly string[];
  readonly bin: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly contributes: {
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly scope?: string }>> };
  };
}

const readJson = async <T>(path: string) => JSON.parse(await readFile(path, "utf8")) as T;

describe("the manifest", () => {
  let manifest: Manifest;
  before(async () => (manifest = await readJson<Manifest>("package.json")));

  it("lets no folder set what is ours, trusted or not", () => {
    const settings = Object.entries(manifest.contributes.configuration.properties);
    assert.ok(settings.length >= 10);
    for (const [name, { scope }] of settings) assert.equal(scope, "machine", name);
    assert.deepEqual(manifest.capabilities, { untrustedWorkspaces: { supported: true }, virtualWorkspaces: true });
    assert.deepEqual(manifest.extensionKind, ["workspace"]);
  });

  it("keeps no setting for a key or a secret", () => {
    for (const name of Object.keys(manifest.contributes.configuration.properties))
      assert.doesNotMatch(name, /key|secret|token|password/i);
  });

  it("starts for what is its own, and never with every window", () => {
    for (const event of manifest.activationEvents)
      assert.match(event, /^(onWebviewPanel:adLibrary\.[a-z]+|onLanguage:jsonc?)$/);
  });

  it("builds its command line as its dependencies are installed, so that `npx .` runs it in a clone", () => {
    const built = bundles.map(({ outfile }) => outfile);
    assert.equal(manifest.scripts.prepare, "node esbuild.mjs");
    for (const file of Object.values(manifest.bin)) assert.ok(built.includes(file.replace("./", "")), file);
  });

  it("asks for nothing at run time that is not bundled", () => {
    for (const field of ["dependencies", "optionalDependencies", "extensionDependencies", "extensionPack"])
      assert.equal(field in manifest, false, field);
  });
});

describe("what ships", () => {
  it("is on the list of what may", async () => {
    const files = await packagedFiles();
    const allowed = [
      /^(package|package\.nls(\.[a-z-]+)?)\.json$/,
      /^(README|CHANGELOG)\.md$|^LICENSE$/,
      /^dist\/(extension|core|archiveThread|datasetThread|pictureThread|cli|program|mcp|mcpTools|sample|parquet|paint|webview(-[a-zA-Z]+)?)\.js$|^dist\/webview(-first|-deferredParts)?\.css$|^dist\/codicon\.ttf$|^dist\/THIRD-PARTY-NOTICES\.txt$/,
      /^media\/[\w/-]+\.(svg|png|md|webm)$/,
      /^skills\/[\w-]+\/SKILL\.md$/,
    ];
    for (const file of ["package.json", "dist/core.js"]) assert.ok(files.includes(file), file);
    assert.deepEqual(
      files.filter((file) => !allowed.some((form) => form.test(file))),
      [],
    );
  });

  it("is of others only under licenses that allow it, each with its text", async () => {
    const { metafile } = await esbuild.build({
      logOverride: { "require-resolve-not-external": "silent" },
      entryPoints: [
        "src/extension.ts",
        "src/core.ts",
        "src/cli/program.ts",
        "src/features/dataset/datasetThread.ts",
        "src/sample/index.ts",
        "webview/main.tsx",
        "webview/paint.tsx",
      ],
      bundle: true,
      write: false,
      metafile: true,
      outdir: "dist",
      platform: "node",
      external: ["vscode", "./paint"],
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

  it("sends nothing about its use to anybody", async () => {
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
