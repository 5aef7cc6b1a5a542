import assert from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import type { ArchiveCriteria } from "../../../../src/features/archive/archiveCriteria";
import { conditionsOf } from "../../../../src/features/archive/conditions";
import { storeDetail } from "../../../../src/features/archive/details";
import { findAds } from "../../../../src/features/archive/findAds";
import { openDatabase } from "../../../../src/features/archive/openDatabase";
import { storePage } from "../../../../src/features/archive/pages";
import { pack } from "../../../../src/features/archive/payload";
import { freeSpace } from "../../../../src/features/archive/diskSpace";
import { type DatabaseSession, whole } from "../../../../src/features/archive/session";
import { orderSome } from "../../../../src/features/archive/statOrder";
import { readSearchPage } from "../../../../src/api/wire/cards";
import type { AdRef } from "../../../../src/protocol/ads";
import { openArchive } from "../../../support/openArchive";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { aDetail, reading } from "./someAds";
import { writerAddress } from "./writerPages";

const address = writerAddress("a");
const receivedAt = "2026-01-02T03:04:05.000Z";
const huge = "9007199254740993";

/** The text of a page with ads of such ids; their numbers follow from `seed`. */
function pageOf(ids: readonly number[], seed: number): string {
  const ads = ids.map((id, index) => {
    const mixed = Math.imul(seed * 100_003 + index, 2_654_435_761) >>> 0;
    const likes = mixed % 997 === 0 ? huge : String(mixed % 500);
    return `{"id":${id},"platform":"facebook","vendorweb":${mixed % 7},"stats":[{"tooltip":"Likes","value":${likes}},{"tooltip":"Shares","value":${(mixed % 100) / 4}}]}`;
  });
  return `{"status":"ok","meta":{"code":1000},"data":{"ads":[${ads.join()}]}}`;
}

function store(session: DatabaseSession, page: number, ids: readonly number[], seed = page): void {
  const text = pageOf(ids, seed);
  // The first pages are an older snapshot's.
  const lastHit = page <= 8 ? "1" : "2";
  const { ads } = readSearchPage(text, "mega", page, lastHit);
  storePage(session, address, lastHit, page, { packed: pack(text), receivedAt }, ads);
}

const idsFrom = (first: number) => Array.from({ length: 150 }, (_, index) => first + index);
const adOf = (id: number): AdRef => ({ platform: "plat_social_a", id: String(id) });

/** Some thousand sightings: ads seen once and again, details before and after cards, a page that another took the place of. */
function fill(session: DatabaseSession): void {
  for (let page = 1; page <= 20; page++) store(session, page, idsFrom(page * 100));
  const detail = (id: number, total: number) =>
    storeDetail(
      session,
      address.origin,
      "v2",
      adOf(id),
      { text: `{"status":"ok","meta":{"code":1000},"data":{"id":${id},"n":${total}}}`, receivedAt },
      aDetail({ ad: adOf(id), impression: { total } }),
    );
  for (let id = 150; id < 6000; id += 37) detail(id, id % 50);
  while (orderSome(session));
  store(session, 3, idsFrom(9000), 99);
  for (let page = 21; page <= 24; page++) store(session, page, idsFrom(page * 100));
  for (let id = 170; id < 1000; id += 91) detail(id, 7);
}

/** The same question put to every ad, without the order of the numbers. */
function walked(session: DatabaseSession, criteria: ArchiveCriteria, limit: number): readonly number[] {
  const { conditions } = conditionsOf(criteria, true);
  const where = ["true", ...conditions.map(({ sql }) => sql)].join(" and ");
  const values = conditions.flatMap((condition) => condition.values);
  return session
    .all(`select sighting from ad where ${where} order by sighting desc limit ?`, ...values, limit)
    .map(({ sighting }) => whole(sighting));
}

const bound = fc.option(fc.constantFrom<number | string>(0, 1, 3.25, 24, 24.75, 49, 250, 480, 498, 499, huge), {
  nil: undefined,
});
const stat = fc.record({ name: fc.constantFrom("Likes", "Shares", "impressions", "none"), min: bound, max: bound });

describe("Ads by their numbers", () => {
  const folder = temporaryFolder();

  function compare(session: DatabaseSession, runs: number): void {
    const top = whole(session.get("select max(sighting) as n from ad")?.n);
    // Something is compared.
    assert.ok(findAds(session, { stats: [{ name: "Likes", min: 0 }] }, reading).hits.length > 0);
    fc.assert(
      fc.property(
        fc.array(stat, { minLength: 1, maxLength: 2 }),
        fc.option(fc.integer({ min: 1, max: top + 1 }), { nil: undefined }),
        fc.option(fc.record({ min: fc.integer({ min: 0, max: 7 }) }), { nil: undefined }),
        fc.constantFrom(1, 5, 40),
        (stats, after, monthlyTraffic, limit) => {
          const wanted = stats.map(({ name, min, max }) => ({
            name,
            ...(min !== undefined && { min }),
            ...(max !== undefined && { max }),
          }));
          const criteria: ArchiveCriteria = {
            stats: wanted,
            limit,
            ...(after !== undefined && { after: String(after) }),
            ...(monthlyTraffic && { monthlyTraffic }),
          };
          const expected = walked(session, criteria, limit + 1);
          const { hits, next } = findAds(session, criteria, reading);
          const identities = expected.slice(0, limit).map((sighting) => {
            const row = session.get("select ad_id from ad where sighting = ?", sighting);
            return row?.ad_id;
          });
          assert.deepEqual(
            hits.map(({ ad }) => ad?.id),
            identities,
          );
          assert.equal(next, expected.length > limit ? String(expected[limit - 1]) : undefined);
        },
      ),
      { numRuns: runs },
    );
  }

  it("are exactly those, in the same order, that a walk over all ads finds", () => {
    const session = openDatabase(join(folder(), "archive.db"));
    fill(session);
    assert.ok(whole(session.get("select count(*) as n from stat_block")?.n) >= 2);
    compare(session, 200);
    while (orderSome(session));
    compare(session, 50);
    session.close();
  });

  it("are the same after the size cap took some of them, and their numbers go with them", () => {
    const session = openDatabase(join(folder(), "archive.db"));
    fill(session);
    while (orderSome(session));
    for (let bites = 0; bites < 40; bites++) freeSpace(session, 0, () => undefined);
    const left = "select count(*) as n from stat_order where sighting not in (select id from sighting)";
    assert.equal(whole(session.get(left)?.n), 0);
    const held = whole(session.get("select count(*) as n from sighting")?.n);
    assert.ok(held > 0 && held < 3000, `${held} sightings`);
    while (orderSome(session));
    compare(session, 40);
    session.close();
  });

  it("are put in order while nobody waits, and in an archive of an older version as well", async () => {
    const file = join(folder(), "archive.db");
    const session = openDatabase(file);
    for (let page = 1; page <= 8; page++) store(session, page, idsFrom(page * 1000));
    session.db.exec(
      "drop table stat_order; drop table stat_block; drop index ad_apart; alter table stat drop column exact; drop table pending; drop table loss; pragma user_version = 1",
    );
    session.db.exec("insert into ad_text (ad_text, rank) values ('automerge', 4)");
    session.close();
    const archive = openArchive(file, { maxSizeMb: () => 1024 });
    const text = pageOf([1], 1);
    await archive.storePage(address, "3", 1, { text, receivedAt }, readSearchPage(text, "mega", 1, "3").ads);
    await archive.size();
    await archive.close();
    const again = openDatabase(file);
    assert.equal(whole(again.get("select count(*) as n from stat_block")?.n), 1);
    assert.equal(whole(again.get("select v from ad_text_config where k = 'automerge'")?.v), 0);
    assert.deepEqual(walked(again, { stats: [{ name: "Likes", min: 499 }] }, 99).length > 0, true);
    compare(again, 40);
    again.close();
  });
});
