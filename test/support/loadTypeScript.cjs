// Makes Node.js load our TypeScript files directly: tests need no bundles, and each source file is loaded only once.
const { transformSync } = require("esbuild");
const { readFileSync } = require("node:fs");
const Module = require("node:module");
const { threadFile } = require("./threadFile.mjs");

const compilerOptions = { target: "ES2023", verbatimModuleSyntax: true };

for (const loader of /** @type {const} */ (["ts", "tsx"])) {
  Module._extensions[`.${loader}`] = (module, path) => {
    const { code } = transformSync(readFileSync(path, "utf8"), {
      ...{ loader, format: "cjs", target: "node22", sourcefile: path, sourcemap: "inline", sourcesContent: false },
      // Makes `import()` a `require`, which finds the parts that the product loads later as files of their own.
      supported: { "dynamic-import": false },
      ...{ jsx: "automatic", jsxImportSource: "preact", tsconfigRaw: { compilerOptions } },
    });
    module._compile(code, path);
  };
}

// Stryker's mocha runner requires files of mocha without the extension that they have since mocha 12.
Module._extensions[".cjs"] ??= Module._extensions[".js"];

// Threads do not get this loader, so they start from a bundle.
const resolveFilename = Module._resolveFilename;
Module._resolveFilename = (request, ...more) =>
  /^\.\/(index|dataset|picture)Thread$/.test(request) ? threadFile(request) : resolveFilename(request, ...more);
