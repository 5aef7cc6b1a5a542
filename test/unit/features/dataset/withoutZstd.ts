import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync, zstdDecompressSync } from "node:zlib";
import { ChildScript } from "../../../support/childScript";

/** `writing.ts` in a Node.js that was built without Zstandard. */
export function writerWithoutZstd(): ChildScript {
  const preload = resolve("test/support/withoutZstd.cjs");
  const env = { NODE_OPTIONS: `--require ${JSON.stringify(preload)}` };
  return ChildScript.forSuite("test/unit/features/dataset/writing.ts", env);
}

/** Stores what was bought as such a Node.js would have stored it. The archive must be closed. */
export function storeGzipped(storage: string): void {
  const folder = join(storage, "archive");
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!path.endsWith(".zst")) continue;
    const file = join(folder, path);
    writeFileSync(file.replace(/zst$/, "gz"), gzipSync(zstdDecompressSync(readFileSync(file))));
    rmSync(file);
  }
}
