// Has Node.js load our TypeScript files as they are: tests need no bundles, and each source file is loaded once.
const { transformSync } = require("esbuild");
const { readFileSync } = require("node:fs");
const Module = require("node:module");
const { threadFile } = require("./threadFile.mjs");

const compilerOptions = { target: "ES2023", verbatimModuleSyntax: true };

for (const loader of /** @type {const} */ (["ts", "tsx"])) {
  Module._extensions[`.${loader}`] = (module, path) => {
    const { code } = transformSync(readFileSync(path, "utf8"), {
      ...{ loader, format: "cjs", target: "node22", sourcefile: path, sourcemap: "inline", sourcesContent: false },
      // A part that the product loads later is a file beside, as `require` finds it.
      supported: { "dynamic-import": false },
      ...{ jsx: "automatic", jsxImportSource: "preact", tsconfigRaw: { compilerOptions } },
    });
    module._compile(code, path);
  };
}

// Stryker's mocha runner asks for files of mocha without the ending that they have since mocha 12.
Module._extensions[".cjs"] ??= Module._extensions[".js"];

// A thread has none of this: it gets a bundle.
const resolveFilename = Module._resolveFilename;
Module._resolveFilename = (request, ...more) =>
  /^\.\/(archive|picture)Thread$/.test(request) ? threadFile(request) : resolveFilename(request, ...more);
