import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openArchive } from "../../../support/openArchive";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { aCard } from "./someAds";
import { writerAddress } from "./writerPages";

describe("Parts of the word index", () => {
  const folder = temporaryFolder();

  it("are merged as pages come, so that a search has few to look through", async () => {
    const file = join(folder(), "archive.db");
    const archive = openArchive(file, { maxSizeMb: () => 1024 });
    for (let page = 1; page <= 40; page++) {
      const answer = { text: `page ${page}`, receivedAt: "2026-01-02T03:04:05.000Z" };
      await archive.storePage(writerAddress("a"), "5", page, answer, [aCard({ id: String(page), title: `w${page}` })]);
      // Each page's words are a part of their own: they are in the index before the next page comes.
      await archive.size();
    }
    await archive.close();
    const db = new DatabaseSync(file);
    const parts = db.prepare("select count(distinct id >> 37) as n from ad_text_data where id > 100").get();
    assert.ok(Number(parts?.n) <= 12, `${String(parts?.n)} parts`);
    db.exec("insert into ad_text (ad_text) values ('integrity-check')");
    db.close();
  });
});
