// Loaded before a script, in each of its threads: Node.js as it is where it was built without Zstandard.
const zlib = require("node:zlib");
for (const name of Object.keys(zlib)) if (/zstd/i.test(name)) Reflect.deleteProperty(zlib, name);
