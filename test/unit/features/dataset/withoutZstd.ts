import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { deflateSync } from "node:zlib";
import { unpack } from "../../../../src/features/archive/payload";
import { ChildScript } from "../../../support/childScript";

/** `writing.ts` in a Node.js that was built without Zstandard. */
export function writerWithoutZstd(): Promise<ChildScript> {
  const preload = resolve("test/support/withoutZstd.cjs");
  const env = { NODE_OPTIONS: `--require ${JSON.stringify(preload)}` };
  return ChildScript.of("test/unit/features/dataset/writing.ts", env);
}

/** Stores what was bought as such a Node.js would have stored it. The archive must be closed. */
export function storeDeflated(storage: string): void {
  const db = new DatabaseSync(join(storage, "archive", "archive.db"));
  for (const table of ["page", "detail"])
    for (const { id, coding, payload } of db.prepare(`select id, coding, payload from ${table}`).all()) {
      const text = unpack(String(coding), payload as Uint8Array);
      db.prepare(`update ${table} set coding = 'deflate', payload = ? where id = ?`).run(deflateSync(text), id!);
    }
  db.close();
}
