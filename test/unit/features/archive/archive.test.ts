import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Archive } from "../../../../src/features/archive/archive";
import type { SearchAddress } from "../../../../src/features/archive/searchAddress";
import { aCard, aDetail } from "./someAds";
import { openArchive } from "../../../support/openArchive";

const address: SearchAddress = {
  origin: "https://ads.example",
  version: "v2",
  platform: "plat_shortvideo",
  body: '{"a":1}',
};
const at = (second: number) => `2026-01-02T03:04:${String(second).padStart(2, "0")}.000Z`;

describe("archive", () => {
  let folder: string;
  let archive: Archive;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "archive-"));
    archive = openArchive(join(folder, "deep", "archive.db"));
  });
  afterEach(async () => {
    await archive.close();
    await rm(folder, { recursive: true });
  });

  it("gives back the exact text of a page, also after the file was closed", async () => {
    const text = '{"data":{"ads":[{"id":9007199254740993,"x":1.0,"y":"\\ud83d\\u2028 日本"}]}}';
    await archive.storePage(address, "9007199254740995", 1, { text, receivedAt: at(1) }, [aCard()]);
    await archive.close();
    assert.deepEqual(await archive.page(address, "9007199254740995", 1), { page: 1, text, receivedAt: at(1) });
    assert.equal(await archive.page(address, "9007199254740994", 1), undefined);
    assert.equal(await archive.page({ ...address, body: "{}" }, "9007199254740995", 1), undefined);
  });

  it("tells of what another window stores, and of what it clears itself", async () => {
    const other = openArchive(join(folder, "deep", "archive.db"));
    const told = () =>
      new Promise<void>((resolve) => {
        const subscription = archive.onChanged(() => {
          subscription.dispose();
          resolve();
        });
      });
    const stored = told();
    await other.storePage(address, "5", 1, { text: "{}", receivedAt: at(1) }, [aCard()]);
    await stored;
    await other.close();
    const cleared = told();
    await archive.clear();
    await cleared;
  });

  it("stores the same page once, and lets another answer take its place", async () => {
    for (const text of ["one", "one", "two"]) {
      await archive.storePage(address, "5", 1, { text, receivedAt: at(1) }, [aCard(), aCard({ id: "2" })]);
    }
    assert.deepEqual(await archive.pages(address, "5"), [{ page: 1, text: "two", receivedAt: at(1) }]);
  });

  it("gives pages without a gap, from page 1", async () => {
    for (const page of [2, 1, 4]) {
      await archive.storePage(address, "5", page, { text: `page ${page}`, receivedAt: at(page) }, []);
    }
    assert.deepEqual(
      (await archive.pages(address, "5")).map(({ page, text }) => [page, text]),
      [
        [1, "page 1"],
        [2, "page 2"],
      ],
    );
    assert.deepEqual(await archive.snapshots(address), [{ lastHit: "5", pages: 2, fetchedAt: at(1) }]);
  });

  it("lists snapshots newest first, and only those that begin with page 1", async () => {
    await archive.storePage(address, "7", 1, { text: "old", receivedAt: at(1) }, []);
    await archive.storePage(address, "", 1, { text: "none", receivedAt: at(9) }, []);
    await archive.storePage(address, "8", 1, { text: "new", receivedAt: at(5) }, []);
    await archive.storePage(address, "9", 2, { text: "no start", receivedAt: at(8) }, []);
    assert.deepEqual(
      (await archive.snapshots(address)).map(({ lastHit }) => lastHit),
      ["", "8", "7"],
    );
  });

  it("keeps every fetch of a detail and gives the newest", async () => {
    const ad = { platform: "plat_shortvideo", id: "9007199254740993" } as const;
    for (const second of [1, 3, 2]) {
      await archive.storeDetail(address.origin, "v2", ad, { text: `at ${second}`, receivedAt: at(second) }, aDetail());
    }
    assert.equal((await archive.detail(address.origin, "v2", ad))?.text, "at 3");
    assert.equal(await archive.detail("https://other.example", "v2", ad), undefined);
    assert.equal(await archive.detail(address.origin, "v1", ad), undefined);
    const others = [ad, { ...ad, id: "9007199254740992" }];
    assert.deepEqual(
      await archive.ownedDetails(address.origin, "v2", others),
      new Set(["plat_shortvideo:9007199254740993"]),
    );
  });
});
