// What is bundled, and how: `esbuild.mjs` builds it, tests and benches make single ones of it.

import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { resolve } from "node:path";

/** @type {{ version: string }} */
const { version } = JSON.parse(readFileSync("package.json", "utf8"));

const production = process.argv.includes("--production");

/** Parts that an entry loads on first use stay files of their own, so that its start reads none of them. */
const lazyParts = {
  name: "lazy-parts",
  /** @param {import("esbuild").PluginBuild} build */
  setup(build) {
    build.onResolve({ filter: /^\.\.?\/(library|sample|program|parquet|mcp|mcpTools)$/ }, ({ path, kind }) =>
      kind === "dynamic-import" ? { path: `./${path.split("/").at(-1)}.js`, external: true } : undefined,
    );
  },
};

/** Of the 600 icons' rules, keeps those that the page's sources name. */
const namedIcons = {
  name: "named-icons",
  /** @param {import("esbuild").PluginBuild} build */
  setup(build) {
    build.onLoad({ filter: /codicon\.css$/ }, async ({ path }) => {
      const files = (await readdir("webview", { recursive: true })).filter((file) => /\.tsx?$/.test(file));
      const watchFiles = files.map((file) => resolve("webview", file));
      const sources = await Promise.all(watchFiles.map((file) => readFile(file, "utf8")));
      const named = new Set(sources.join("\n").match(/[a-z][a-z-]+/g));
      const icon = /^\.codicon-([a-z0-9-]+):before .*\n/gm;
      const css = await readFile(path, "utf8");
      const contents = css.replace(icon, (rule, name) => (named.has(name) || named.has(`codicon-${name}`) ? rule : ""));
      return { contents, loader: "css", watchFiles };
    });
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
const host = {
  ...shared,
  platform: "node",
  format: "cjs",
  target: "node22",
  external: ["vscode"],
  define: { packageVersion: JSON.stringify(version) },
  // Its CommonJS files load each other in a way that no bundler can follow.
  alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
};

/**
 * The page: `webview.js` and what it shares with `webview-deferredParts.js`, which it loads later.
 * Names without hashes: `src/views/panel/html.ts` knows them, and another shared chunk would be an error.
 * @type {import("esbuild").BuildOptions}
 */
export const webviewBundle = {
  ...shared,
  entryPoints: { webview: "webview/main.tsx" },
  outdir: "dist",
  format: "esm",
  splitting: true,
  chunkNames: "webview-[name]",
  target: "chrome128",
  loader: { ".ttf": "file" },
  assetNames: "[name]",
  plugins: [namedIcons],
};

/** @type {import("esbuild").BuildOptions[]} */
export const bundles = [
  { ...host, entryPoints: ["src/extension.ts"], outfile: "dist/extension.js", plugins: [lazyParts] },
  { ...host, entryPoints: ["src/library.ts"], outfile: "dist/library.js", plugins: [lazyParts] },
  { ...host, entryPoints: ["src/features/dataset/parquet.ts"], outfile: "dist/parquet.js" },
  {
    ...host,
    entryPoints: ["src/cli/main.ts"],
    outfile: "dist/cli.js",
    plugins: [lazyParts],
    banner: { js: "#!/usr/bin/env node" },
  },
  { ...host, entryPoints: ["src/cli/program.ts"], outfile: "dist/program.js", plugins: [lazyParts] },
  { ...host, entryPoints: ["src/cli/mcp.ts"], outfile: "dist/mcp.js", plugins: [lazyParts] },
  { ...host, entryPoints: ["src/cli/mcpTools.ts"], outfile: "dist/mcpTools.js", plugins: [lazyParts] },
  { ...host, entryPoints: { sample: "src/sample/index.ts" }, outdir: "dist" },
  { ...host, entryPoints: { "sample-cli": "src/sample/cli.ts" }, outdir: "out" },
  webviewBundle,
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
