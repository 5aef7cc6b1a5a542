import assert from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import type { ArchiveCriteria } from "../../../../src/features/archive/archiveCriteria";
import { conditionsOf } from "../../../../src/features/archive/conditions";
import { findAds } from "../../../../src/features/archive/findAds";
import { amongNewest } from "../../../../src/features/archive/newestAds";
import { openDatabase } from "../../../../src/features/archive/openDatabase";
import { storePage } from "../../../../src/features/archive/pages";
import { pack } from "../../../../src/features/archive/payload";
import { indexSome } from "../../../../src/features/archive/wordIndex";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { aCard, reading } from "./someAds";
import { writerAddress } from "./writerPages";

const address = writerAddress("a");
const receivedAt = "2026-01-02T03:04:05.000Z";

/** Pieces that fall together to words, with letters that an index folds, signs and several scripts. */
const piece = fc.constantFrom(
  ..."ab,Ab,é,e\u0301,Ａ,ﬁ,ß,İ,ı,ø,²,1,12,-,_, ,\n,.,’,東,京,서,ผ,न,मा,\u200d,🔥,&,K,ſ,x\u20dd,Ǆ,а".split(","),
  ",",
);
const words = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
const typed = fc
  .array(fc.constantFrom("a", "ab", "b", "AB", "1", "2", "-", ".", " ", '"', "e", "fi", "k", "s", "i"), {
    maxLength: 6,
  })
  .map((pieces) => pieces.join(""));

describe("The newest ads", () => {
  const folder = temporaryFolder();

  it("are found without the word index exactly as with it, whatever stands in them and is typed", () => {
    const session = openDatabase(join(folder(), "archive.db"));
    let round = 0;
    let compared = 0;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(words, words, words), { minLength: 1, maxLength: 8 }),
        typed,
        typed,
        (ads, text, owner) => {
          round += 1;
          const cards = ads.map(([title, name, subtitle], index) =>
            aCard({ id: `${round}${index}`, title, owner: { name }, attachments: [{ type: "image", subtitle }] }),
          );
          const origin = `https://${round}.example`;
          storePage(session, { ...address, origin }, "1", 1, { packed: pack(String(round)), receivedAt }, cards);
          while (indexSome(session, 500));
          const criteria: ArchiveCriteria = { text, advertiser: owner, origins: [origin] };
          const { conditions, match } = conditionsOf(criteria, true);
          if (match === undefined) return;
          const fresh = amongNewest(session, criteria, conditions, 10);
          if (fresh === undefined) return;
          compared += 1;
          const indexed = session.all(
            `select ad.sighting from ad_text join ad on ad.sighting = ad_text.rowid
           where ad_text match ? and origin = ? order by ad_text.rowid desc`,
            ...[match, origin],
          );
          assert.deepEqual(
            fresh.map(({ sighting }) => sighting),
            indexed.map(({ sighting }) => sighting),
          );
        },
      ),
      { numRuns: 60 },
    );
    assert.ok(compared > 5, `only ${compared} compared`);
    session.close();
  });

  it("are left to the word index where too few of them are wanted ones, page by page", () => {
    const session = openDatabase(join(folder(), "archive.db"));
    for (let page = 1; page <= 60; page++) {
      const cards = Array.from({ length: 18 }, (_, index) =>
        aCard({ id: `${page}x${index}`, title: `${index % 2 ? "odd" : "even"} ${page === 2 ? "rare" : "usual"}` }),
      );
      storePage(session, address, "1", page, { packed: pack(aText(page, cards.length)), receivedAt }, cards);
    }
    const titles = (criteria: ArchiveCriteria) => {
      const { conditions } = conditionsOf(criteria, true);
      return amongNewest(session, criteria, conditions, 19)?.map(({ title }) => title);
    };
    assert.deepEqual(titles({ text: "OD" }), Array<string>(19).fill("odd usual"));
    assert.equal(titles({ text: "rar" }), undefined);
    assert.equal(titles({ text: "ödd" }), undefined);
    const seen = new Set<string>();
    for (let after: string | undefined; ;) {
      const { hits, next } = findAds(session, { text: "odd", ...(after !== undefined && { after }) }, reading);
      for (const { ad } of hits) seen.add(String(ad?.id));
      if (next === undefined) break;
      after = next;
    }
    assert.equal(seen.size, 540);
    session.close();
  });
});

/** An answer out of which the cards of a page can be read again. */
function aText(page: number, count: number): string {
  const ads = Array.from({ length: count }, (_, index) => `{"id":"${page}x${index}","platform":"tikTok","title":"t"}`);
  return `{"status":"ok","meta":{"code":1000},"data":{"ads":[${ads.join()}],"current_page":${page},"has_next_page":true,"last_hit":1}}`;
}
