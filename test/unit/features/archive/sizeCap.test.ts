import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { readSearchPage } from "../../../../src/api/wire/cards";
import type { CapNotice } from "../../../../src/features/failures/storageWords";
import { openArchive } from "../../../support/openArchive";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { aDetail } from "./someAds";
import { pageText, writerAddress } from "./writerPages";

describe("the archive's size cap", () => {
  const folder = temporaryFolder();

  /** Megabytes of the file that hold something. */
  function used(): number {
    const db = new DatabaseSync(join(folder(), "archive.db"));
    const pragma = (name: string) => Number(db.prepare(`pragma ${name}`).get()?.[name]);
    const bytes = (pragma("page_count") - pragma("freelist_count")) * pragma("page_size");
    db.close();
    return bytes / 1024 / 1024;
  }

  it("warns at 90 %, and says how many answers it has removed, once each", async () => {
    const told: CapNotice[] = [];
    let cap = 100;
    const archive = openArchive(join(folder(), "archive.db"), {
      maxSizeMb: () => cap,
      onCap: (notice) => told.push(notice),
    });
    const store = async (name: string) => {
      const text = pageText(name, 1);
      const { ads } = readSearchPage(text, "mega", 1, "5");
      await archive.storePage(writerAddress(name), "5", 1, { text, receivedAt: "2026-01-01T00:00:00.000Z" }, ads);
      return archive.size();
    };
    try {
      for (const name of ["a", "b", "c", "d"]) await store(name);
      assert.deepEqual(told, []);
      const nearly = used() / 0.95;
      cap = nearly;
      await store("d");
      await store("d");
      assert.deepEqual(told, [{ removed: 0, maxSizeMb: nearly }]);
      cap = 0.01;
      const { pages } = await store("d");
      assert.equal((await store("d")).removed, 4 - pages);
      assert.ok(pages < 4);
      assert.deepEqual(told.slice(1), [{ removed: 4 - pages, maxSizeMb: 0.01 }]);
    } finally {
      await archive.close();
    }
  });

  it("never removes the detail that was stored last, even if an earlier one is from a clock that was ahead", async () => {
    let cap = 1000;
    const archive = openArchive(join(folder(), "archive.db"), { maxSizeMb: () => cap });
    const store = (id: string, receivedAt: string) => {
      const ad = { platform: "plat_shortvideo", id } as const;
      const text = JSON.stringify(randomBytes(300_000).toString("base64"));
      return archive.storeDetail("https://ads.example", "v2", ad, { text, receivedAt }, aDetail({ ad }));
    };
    try {
      for (let at = 0; at < 8; at++) await store(String(at + 10), `2020-01-01T00:00:0${at}.000Z`);
      await store("1", "2030-01-01T00:00:00.000Z");
      cap = 2.5;
      await store("1", "2026-01-01T00:00:00.000Z");
      assert.ok((await archive.size()).removed > 0);
      assert.ok((await archive.answerIds("details", "https://ads.example", "plat_shortvideo", 0, "")).includes(10));
    } finally {
      await archive.close();
    }
  });
});
