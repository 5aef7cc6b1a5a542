// What is bundled, and how: `esbuild.mjs` builds it, tests and benches make single ones of it.

import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { resolve } from "node:path";
import subsetFont from "subset-font";
import { threadFile } from "./test/support/threadFile.mjs";

/** @type {{ version: string }} */
const { version } = JSON.parse(readFileSync("package.json", "utf8"));

/** Without what only VS Code reads of it. */
const researchSkill = readFileSync("skills/ad-research/SKILL.md", "utf8").replace(/^---\r?\n.*?\r?\n---\s+/s, "");

const production = process.argv.includes("--production");

/** Parts that an entry loads on first use stay files of their own, so that its start reads none of them. */
const lazyParts = {
  name: "lazy-parts",
  /** @param {import("esbuild").PluginBuild} build */
  setup(build) {
    build.onResolve(
      {
        filter:
          /^\.\.?\/(prerender|sample|program|completion|parquet|proxy|mcp|mcpTools|(index|dataset|picture)Thread)$/,
      },
      ({ path, kind }) => {
        if (kind !== "dynamic-import" && kind !== "require-resolve") return undefined;
        const name = path.split("/").at(-1);
        // The engine is in the program already.
        return { path: `./${name === "mcpTools" ? "program" : name}.js`, external: true };
      },
    );
  },
};

/** What bundles use of zod. The build fails if one uses more. */
const usedOfZod =
  `any array boolean coerce custom discriminatedUnion email enum exactOptional instanceof int intersection
  iso lazy literal looseObject NEVER null number object optional partialRecord preprocess prettifyError record safeParse
  strictObject string toJSONSchema tuple union unknown url uuid ZodIssueCode`.split(/\s+/);

/** All bundles of the host share one file with the parts of zod that they use. */
const sharedZod = {
  name: "shared-zod",
  /** @param {import("esbuild").PluginBuild} build */
  setup(build) {
    build.onResolve({ filter: /^\.\/zod\.js$/ }, ({ namespace }) =>
      namespace === "shared-zod" ? { path: "./zod.js", external: true } : undefined,
    );
    build.onResolve({ filter: /^zod(\/v4)?$/ }, () => ({ path: "zod", namespace: "shared-zod" }));
    // One binding for each name, so that no file of a bundle copies all of them.
    build.onLoad({ filter: /./, namespace: "shared-zod" }, () => ({
      contents: `const zod = require("./zod.js");
        ${usedOfZod.map((name) => `const own_${name} = zod.${name};`).join("\n")}
        export { ${usedOfZod.map((name) => `own_${name} as ${name}`).join(", ")} };`,
    }));
  },
};

/**
 * Bundles outside `dist` start threads from bundles of the same sources.
 * @type {import("esbuild").Plugin}
 */
export const threadOfTests = {
  name: "thread-of-tests",
  setup(build) {
    build.onResolve({ filter: /^\.\/(index|dataset|picture)Thread$/ }, ({ kind, path }) =>
      kind === "require-resolve" ? { path: threadFile(path), external: true } : undefined,
    );
  },
};

/** The pre-rendered form has no toolkit: plain controls that look like it, and nothing that only comes later. */
const plainControls = {
  name: "plain-controls",
  /** @param {import("esbuild").PluginBuild} build */
  setup(build) {
    build.onResolve({ filter: /\/controls\/(Button|fields)$/ }, ({ importer }) =>
      importer === resolve("webview/prerender/controls.tsx")
        ? undefined
        : { path: resolve("webview/prerender/controls.tsx") },
    );
    build.onResolve({ filter: /\/deferredParts$/ }, ({ path }) => ({ path, external: true }));
  },
};

const iconRule = /^\.codicon-([a-z0-9-]+):before .*"\\([0-9a-f]+)".*\n/gm;

/** Of the 600 icons, keeps the rules and the glyphs that the sources name. */
const namedIcons = {
  name: "named-icons",
  /** @param {import("esbuild").PluginBuild} build */
  setup(build) {
    build.onLoad({ filter: /codicon\.css$/ }, async ({ path }) => {
      const { css, named, watchFiles } = await readIcons(path);
      const contents = css.replace(iconRule, (whole, name) => (named.has(name) ? whole : ""));
      return { contents, loader: "css", watchFiles };
    });
    build.onLoad({ filter: /codicon\.ttf$/ }, async ({ path }) => {
      const { css, named, watchFiles } = await readIcons(path.replace(/ttf$/, "css"));
      const kept = [...css.matchAll(iconRule)].filter(([, name = ""]) => named.has(name));
      const glyphs = kept.map(([, , code = ""]) => String.fromCodePoint(parseInt(code, 16))).join("");
      const contents = await subsetFont(await readFile(path), glyphs, { targetFormat: "truetype" });
      return { contents, loader: "file", watchFiles };
    });
  },
};

/**
 * Which icons the sources name, and those sources. The page's may put a name together with its class; the host's, which
 * can send a name to the page, have it as a text of its own.
 * @param {string} stylesheet
 */
async function readIcons(stylesheet) {
  const css = await readFile(stylesheet, "utf8");
  const [page, host] = await Promise.all([filesBelow("webview", /\.tsx?$/), filesBelow("src", /\.ts$/)]);
  return { css, named: iconsNamed(css, await readAll(page), await readAll(host)), watchFiles: [...page, ...host] };
}

/**
 * @param {string} folder
 * @param {RegExp} named
 */
async function filesBelow(folder, named) {
  const files = await readdir(folder, { recursive: true });
  return files.filter((file) => named.test(file)).map((file) => resolve(folder, file));
}

/** @param {readonly string[]} files */
async function readAll(files) {
  return (await Promise.all(files.map((file) => readFile(file, "utf8")))).join("\n");
}

/**
 * The icons of a stylesheet that sources name. A source that asks for an icon that does not exist is an error.
 * @param {string} css
 * @param {string} page sources of the page
 * @param {string} host sources of the host
 */
export function iconsNamed(css, page, host) {
  const all = new Set([...css.matchAll(iconRule)].map(([, name = ""]) => name));
  const asked = page.matchAll(/(?:\bcodicon-|\bicon="|<Icon name=")([a-z0-9-]+)/g);
  const missing = [...asked].map(([, name = ""]) => name).filter((name) => !all.has(name));
  if (missing.length > 0) throw new Error(`There is no icon ${missing.join(", ")}.`);
  const words = new Set([
    ...(page.match(/[a-z0-9][a-z0-9-]*/g) ?? []).flatMap((word) => [word, word.replace(/^codicon-/, "")]),
    ...[...host.matchAll(/["'`]([a-z0-9][a-z0-9-]*)["'`]/g)].map(([, name = ""]) => name),
  ]);
  return new Set([...all].filter((name) => words.has(name)));
}

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
  logOverride: { "import-is-undefined": "error" },
  define: { packageVersion: JSON.stringify(version), researchSkill: JSON.stringify(researchSkill) },
  // Makes `import()` a `require`: before Node.js imports a CommonJS file, it searches all of it for exports.
  supported: { "dynamic-import": false },
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

/**
 * A bundle of the host.
 * @param {string} name
 * @param {string} source
 * @returns {import("esbuild").BuildOptions}
 */
const hostBundle = (name, source) => ({
  ...host,
  entryPoints: [source],
  outfile: `dist/${name}.js`,
  plugins: [lazyParts, sharedZod],
});

/** What the command line consists of, which is all of the npm package. */
export const commandLineBundles = [
  { ...hostBundle("cli", "src/cli/main.ts"), banner: { js: "#!/usr/bin/env node" } },
  hostBundle("program", "src/cli/program.ts"),
  // Nearly all of these five is code of others, which nobody debugs here.
  { ...hostBundle("completion", "src/cli/completion.ts"), minify: true },
  { ...hostBundle("proxy", "src/cli/proxy.ts"), minify: true },
  { ...hostBundle("mcp", "src/cli/mcp.ts"), minify: true },
  hostBundle("sample", "src/sample/index.ts"),
  hostBundle("indexThread", "src/features/archive/indexThread.ts"),
  hostBundle("pictureThread", "src/features/assistants/pictureThread.ts"),
  hostBundle("datasetThread", "src/features/dataset/datasetThread.ts"),
  { ...hostBundle("parquet", "src/features/dataset/parquet.ts"), minify: true },
  {
    ...host,
    stdin: { contents: `export { ${usedOfZod.join(", ")} } from "zod";`, resolveDir: "." },
    outfile: "dist/zod.js",
    minify: true,
  },
];

/** @type {import("esbuild").BuildOptions[]} */
export const bundles = [
  hostBundle("extension", "src/extension.ts"),
  hostBundle("core", "src/core.ts"),
  ...commandLineBundles,
  { ...host, entryPoints: ["webview/prerender.tsx"], outfile: "dist/prerender.js", plugins: [plainControls] },
  { ...host, entryPoints: { "sample-cli": "src/sample/cli.ts" }, outdir: "out" },
  webviewBundle,
  // Written into the page's HTML: what the first paint needs.
  { ...shared, entryPoints: { "webview-first": "webview/styles/index.css" }, outdir: "dist", sourcemap: false },
  {
    ...shared,
    entryPoints: { "webview-deferredParts": "webview/styles/deferredParts.css" },
    outdir: "dist",
    sourcemap: false,
  },
  {
    ...shared,
    entryPoints: { "webview-first": "webview/first.ts" },
    outdir: "dist",
    format: "iife",
    target: "chrome128",
    sourcemap: false,
  },
];

/** @type {import("esbuild").BuildOptions} */
export const testOptions = {
  ...host,
  sourcemap: "inline",
  minify: false,
  target: "node20",
  plugins: [threadOfTests],
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
