// Builds every bundle. `node esbuild.mjs` once, `--watch` to stay, `--tests` for the test bundles as well,
// `--production` for what ships (minified, without source maps).
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as esbuild from "esbuild";
import { bundledPackages, thirdPartyNotices } from "./test/run/thirdParty.mjs";

const flags = new Set(process.argv.slice(2));
const production = flags.has("--production");

/** Parts that the entry loads on first use stay files of their own, so that activation reads none of them. */
const lazyParts = {
  name: "lazy-parts",
  /** @param {import("esbuild").PluginBuild} build */
  setup(build) {
    build.onResolve({ filter: /^\.\/(library|sample)$/ }, ({ path, importer, kind }) =>
      importer.endsWith("extension.ts") && kind === "dynamic-import"
        ? { path: `${path}.js`, external: true }
        : undefined,
    );
  },
};

/** @type {import("esbuild").BuildOptions} */
const shared = {
  bundle: true,
  minify: production,
  sourcemap: production ? false : "linked",
  logLevel: "warning",
  legalComments: "none",
  jsx: "automatic",
  jsxImportSource: "preact",
};

/** @type {import("esbuild").BuildOptions} */
const host = { ...shared, platform: "node", format: "cjs", target: "node22", external: ["vscode"] };

/** @type {import("esbuild").BuildOptions[]} */
export const bundles = [
  { ...host, entryPoints: ["src/extension.ts"], outfile: "dist/extension.js", plugins: [lazyParts] },
  { ...host, entryPoints: ["src/library.ts"], outfile: "dist/library.js" },
  { ...host, entryPoints: { sample: "src/sample/index.ts" }, outdir: "dist" },
  { ...host, entryPoints: { "sample-cli": "src/sample/cli.ts" }, outdir: "out" },
  {
    ...shared,
    entryPoints: { webview: "webview/main.tsx" },
    outdir: "dist",
    format: "iife",
    target: "chrome128",
    loader: { ".ttf": "file" },
    assetNames: "[name]",
  },
];

/** @type {import("esbuild").BuildOptions} */
export const testOptions = {
  ...host,
  sourcemap: "inline",
  minify: false,
  target: "node20",
  outbase: "test",
  outdir: "out/test",
  external: [
    "vscode",
    "mocha",
    "playwright-core",
    "fast-check",
    "esbuild",
    "@vscode/test-electron",
    "axe-core",
    "ajv",
    "typescript",
  ],
};

async function testBundle() {
  const entries = await readdir("test", { recursive: true });
  const files = entries.filter((file) => /\.test\.tsx?$/.test(file) || file === join("host", "index.ts"));
  return { ...testOptions, entryPoints: files.map((file) => join("test", file)) };
}

async function main() {
  const wanted = flags.has("--only-tests") ? [] : bundles;
  if (wanted.length > 0) await rm("dist", { recursive: true, force: true });
  await mkdir("dist", { recursive: true });
  if (flags.has("--tests") || flags.has("--only-tests")) {
    await rm("out/test", { recursive: true, force: true });
    wanted.push(await testBundle());
  }
  if (flags.has("--watch")) {
    const contexts = await Promise.all(wanted.map((options) => esbuild.context({ ...options, logLevel: "info" })));
    await Promise.all(contexts.map((context) => context.watch()));
  } else {
    const built = await Promise.all(wanted.map((options) => esbuild.build({ ...options, metafile: true })));
    const shipped = bundledPackages(
      built.map(({ metafile }) => metafile),
      "dist/",
    );
    if (shipped.length > 0) await writeFile("dist/THIRD-PARTY-NOTICES.txt", await thirdPartyNotices(shipped));
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main();
