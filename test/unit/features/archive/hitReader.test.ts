import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { versions } from "../../../../src/api";
import { HitReader } from "../../../../src/features/archive/hitReader";
import { defaultSegments } from "../../../../src/protocol/platforms";
import { openArchive } from "../../../support/openArchive";
import { temporaryFolder } from "../../../support/temporaryFolder";

const origin = "https://ads.example";

describe("the ads that a search of the archive found", () => {
  const folder = temporaryFolder();

  it("are read from their answer at once, and no other ads of it", async () => {
    const ads = Array.from({ length: 18 }, (_, index) => ({ ...(index !== 4 && { id: index }), title: `Ad ${index}` }));
    const text = JSON.stringify({ status: "ok", meta: { code: 1000, message: null }, data: { ads } });
    const archive = openArchive(folder());
    const answer = { text, receivedAt: "2026-01-02T03:04:05.000Z" };
    await archive.storePage({ origin, version: "v2", platform: "tiktok", body: "{}" }, "5", 3, answer);
    await archive.close();
    const names = readdirSync(folder(), { recursive: true, encoding: "utf8" });
    const path = names.find((name) => name.includes("0003."))?.replaceAll("\\", "/") ?? "";
    let [answers, cards] = [0, 0];
    const v2: typeof versions.v2 = {
      ...versions.v2,
      readElements: (of) => ((answers += 1), versions.v2.readElements(of)),
      readCard: (...of) => ((cards += 1), versions.v2.readCard(...of)),
    };
    const places = [{ folder: folder() }];
    const reader = new HitReader({ ...versions, v2 }, { places, segments: defaultSegments });
    const found = [2n, 4n, 17n, 18n].map((position) => reader.hit({ origin }, { path, position, first_ms: 0n })?.card);
    assert.deepEqual([answers, cards], [1, 3]);
    const { ads: all } = versions.v2.readSearchPage(text, "tiktok", 3, "5", defaultSegments);
    assert.deepEqual(found, [all[2], all[4], all[17], undefined]);
  });
});
