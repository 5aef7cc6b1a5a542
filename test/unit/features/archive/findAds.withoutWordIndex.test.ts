import assert from "node:assert/strict";
import { join } from "node:path";
import { readSearchPage } from "../../../../src/api/wire/cards";
import { findAds } from "../../../../src/features/archive/findAds";
import { openDatabase } from "../../../../src/features/archive/openDatabase";
import { storePage } from "../../../../src/features/archive/pages";
import { pack } from "../../../../src/features/archive/payload";
import { DatabaseSession } from "../../../../src/features/archive/session";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { writerAddress } from "./writerPages";
import { reading } from "./someAds";

const address = writerAddress("a");

describe("archive where Node has no full-text search", () => {
  const folder = temporaryFolder();

  function store(session: DatabaseSession, lastHit: string, title: string): void {
    const text = `{"status":"ok","meta":{"code":1000},"data":{"ads":[{"id":1,"platform":"facebook","title":"${title}"}]}}`;
    const { ads } = readSearchPage(text, "mega", 1, lastHit);
    storePage(session, address, lastHit, 1, { packed: pack(text), receivedAt: "2026-01-02T03:04:05.000Z" }, ads);
  }
  const found = (session: DatabaseSession, text: string) =>
    findAds(session, { text }, reading).hits.map(({ card }) => card.title);

  it("finds words as parts of texts, and puts them into the index where there is one", () => {
    const withIndex = openDatabase(join(folder(), "archive.db"));
    const without = new DatabaseSession(withIndex.db, false);
    store(withIndex, "1", "walnut");
    store(without, "2", "100% 東京タワー");
    assert.deepEqual(found(without, "京タ"), ["100% 東京タワー"]);
    assert.deepEqual(found(without, "00%"), ["100% 東京タワー"]);
    assert.deepEqual(found(without, '"100% 東"'), ["100% 東京タワー"]);
    assert.deepEqual(found(without, "10% 東京"), []);
    assert.deepEqual(found(withIndex, "walnut"), []);
    assert.deepEqual(found(withIndex, "京タ"), ["100% 東京タワー"]);
    withIndex.close();
  });
});
