import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ChildScript } from "../../../support/childScript";
import { times } from "../../../support/long";
import { startMisbehaving } from "../../../support/misbehaving";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { pngOf } from "./pictures";

const count = times(120, 300);

describe("processes that are killed while they keep pictures", function () {
  this.timeout(3_600_000);
  const folder = temporaryFolder();
  const script = ChildScript.forSuite("test/unit/features/media/keeper.ts");

  it("leave whole pictures and a whole index, and the next one asks only for the rest", async () => {
    const pictureOf = (target: string) => Buffer.concat([pngOf(target), Buffer.alloc(20_000, target)]);
    const server = await startMisbehaving(({ seen, response }) => response.end(pictureOf(seen.target)));
    const rounds = times(2, 200);
    let inTheMiddle = 0;
    for (let round = 0; round < rounds; round += 1) {
      const own = folder(String(round));
      const media = join(own, "archive/media");
      const index = () => {
        const file = join(media, "index.json");
        return new Map(existsSync(file) ? Object.entries(JSON.parse(readFileSync(file, "utf8")) as object) : []);
      };
      const check = () => {
        const names = readdirSync(media, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".png"));
        for (const name of names) {
          const sum = createHash("sha256").update(readFileSync(join(media, name))).digest("hex"); // prettier-ignore
          assert.equal(name.slice(3), `${sum}.png`);
        }
        for (const [url, name] of index()) {
          assert.ok(names.some((one) => one.endsWith(String(name))));
          assert.deepEqual(readFileSync(join(media, String(name).slice(0, 2), String(name))), pictureOf(new URL(url).pathname)); // prettier-ignore
        }
      };
      await script.kill(1 + ((round * 67 + 40) % count), own, server.url, String(count));
      check();
      const [known, before] = [index().size, server.requests.length];
      if (known < count) inTheMiddle += 1;
      await script.run(own, server.url, String(count));
      check();
      assert.deepEqual([index().size, server.requests.length - before], [count, count - known]);
      const parts = readdirSync(media, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".tmp"));
      assert.deepEqual(parts, []);
    }
    // A kill at the last pictures may come too late.
    assert.ok(inTheMiddle > rounds / 2);
    await server.close();
  });
});
