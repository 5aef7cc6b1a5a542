import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { versions } from "../../../../src/api";
import { assetPath, evidenceOfCard, foldText } from "../../../../src/features/lens/evidence";
import { creativeGroups, type LensAd } from "../../../../src/features/lens/groups";
import { traitsOfCard } from "../../../../src/features/lens/traits";
import type { AdCard, Attachment } from "../../../../src/protocol/ads";
import { type CreativeGroup, type Reason, reasons } from "../../../../src/protocol/lens";
import { defaultSegments, platforms } from "../../../../src/protocol/platforms";
import { startCountedLibrary, type CountedLibrary } from "../../../support/countedLibrary";

/** A card, and the name of the creative that it shows. */
interface Labelled {
  readonly card: AdCard;
  readonly creative: string;
  readonly change: string;
}

/** A word without a meaning, another one for each number. */
const word = (number: number) => [...String(number)].map((digit) => "balodemifu".slice(+digit, +digit + 2)).join("");
const words = (number: number) => `Entirely other words about the ${word(number + 1000)} of today`;
const withMedia = (card: AdCard, change: (url: string) => string): readonly Attachment[] =>
  card.attachments.map(({ type, url, thumbnail, subtitle }) => ({
    type,
    ...(url !== undefined && { url: change(url) }),
    ...(thumbnail !== undefined && { thumbnail: change(thumbnail) }),
    ...(subtitle !== undefined && { subtitle }),
  }));
const file = (url: string) => new URL(url).pathname.split("/").at(-1) ?? "";
const otherMedia = (card: AdCard, at: number) =>
  withMedia(card, (url) => `https://media.example/${at}77${file(url).length}3${at}/creative`);
const owner = (at: number) => ({ name: `The ${word(at)} company` });

/** What happens to a creative, by whether it then still is the same one. `at` is another number for each. */
const changes: Readonly<Record<"same" | "other", Readonly<Record<string, (card: AdCard, at: number) => AdCard>>>> = {
  same: {
    "re-encoded, resized, on another host, translated": (card, at) => ({
      ...card,
      title: words(at),
      attachments: withMedia(card, (url) => {
        const parts = new URL(url).pathname.split("/").filter(Boolean);
        const name = (parts.pop() ?? "").replace(/\.\w+$/, "");
        return `https://shard-${at}.example/${[...parts, "1080x1080", name].join("/")}.webp?sig=${at}`;
      }),
    }),
    "another price, date, and emoji, other media": (card, at) => ({
      ...card,
      title: `🔥 ${card.title?.toUpperCase()} −${at}% March ${1 + (at % 28)}`,
      attachments: otherMedia(card, at),
    }),
    "copied by another advertiser, other media and page": (card, at) => ({
      ...card,
      owner: owner(at),
      displayUrl: `https://shop-${at}.example/${at}`,
      attachments: otherMedia(card, at),
    }),
  },
  other: {
    "same template, another product": ({ title = "", ...card }, at) => ({
      ...card,
      title: title.replace(title.split(/\s+/).toSorted((one, other) => other.length - one.length)[0]!, word(at)),
      owner: owner(at),
      displayUrl: `https://shop-${at}.example/${at}`,
      attachments: otherMedia(card, at),
    }),
    "another creative of the brand, same page and subtitle": (card, at) => ({
      ...card,
      title: words(at),
      attachments: otherMedia(card, at),
    }),
    "a file name that anyone may use": (card, at) => ({
      ...card,
      title: words(at),
      owner: owner(at),
      displayUrl: `https://shop-${at}.example/${at}`,
      attachments: withMedia(card, () => `https://shop-${at}.example/banner.jpg`),
    }),
  },
};

describe("labelled creatives", () => {
  let library: CountedLibrary;
  let set: readonly Labelled[];
  before(async () => {
    library = await startCountedLibrary({ now: () => Date.parse("2026-11-26T18:00:00Z") });
    const originals = new Map<string, AdCard>();
    for (const { token } of platforms) {
      const url = `${library.url}/v2/ads/${defaultSegments[token]}/search`;
      const headers = { "x-api-key": library.key, "content-type": "application/json" };
      const text = await (await fetch(url, { method: "POST", headers, body: "{}" })).text();
      const { ads } = versions.v2.readSearchPage(text, token, 1, undefined, defaultSegments);
      for (const card of ads) originals.set(foldText(card.title), card);
    }
    originals.delete("");
    let at = 100;
    const changed = (of: "same" | "other", card: AdCard, creative: string): Labelled[] =>
      Object.entries(changes[of]).map(([change, made]) => {
        at += 1;
        return { card: made(card, at), creative: of === "same" ? creative : `${creative} ${at}`, change };
      });
    set = [...originals].flatMap(([creative, card]) => [
      { card, creative, change: "original" },
      ...changed("same", card, creative),
      ...changed("other", card, creative),
    ]);
  });
  after(() => library.close());

  const ads = () =>
    set.map(({ card }, at): LensAd => ({
      ...{ ad: String(at), platform: "", title: card.title ?? "", advertiser: "", domain: "" },
      ...{ traits: traitsOfCard(card), firstSeen: "", lastSeen: "", stats: [] },
      evidence: evidenceOfCard(card),
    }));

  /** Of the pairs of ads that a reason joins, how many do show the same creative. */
  function precisionOf(reason: Reason): number {
    const byKey = new Map<string, string[]>();
    for (const [at, { evidence }] of ads().entries())
      for (const one of evidence)
        if (one.reason === reason) byKey.set(one.key, [...(byKey.get(one.key) ?? []), set[at]!.creative]);
    let [pairs, right] = [0, 0];
    for (const creatives of byKey.values())
      for (const [at, one] of creatives.entries())
        for (const other of creatives.slice(at + 1)) {
          pairs += 1;
          right += Number(one === other);
        }
    assert.ok(pairs > 0, reason);
    return right / pairs;
  }

  /** The part of the ads with a change that are in the group of their original. */
  function foundOf(change: string, groups: readonly CreativeGroup[]): number {
    const groupOf = new Map(groups.flatMap((group) => group.ads.map((ad) => [Number(ad), group.id])));
    const original = new Map(
      set.flatMap(({ creative, change: of }, at) => (of === "original" ? [[creative, at]] : [])),
    );
    const changed = set.flatMap((one, at) => (one.change === change ? [{ ...one, at }] : []));
    const found = changed.filter(({ at, creative }) => groupOf.get(at) === groupOf.get(original.get(creative)!));
    return found.length / changed.length;
  }

  it("are joined by what is evidence, and by nothing else, as often as the docs say", async () => {
    assert.ok(set.filter(({ change }) => change === "original").length > 100);
    assert.ok(set.some(({ card }) => card.attachments.some(({ url }) => assetPath(url) !== undefined)));
    const docs = readFileSync("docs/performance.md", "utf8");
    const shown = (part: number) => String(Math.floor(part * 1000) / 1000);
    for (const reason of reasons) {
      const precision = precisionOf(reason);
      assert.ok(precision >= 0.99, `${reason}: ${precision}`);
      assert.ok(docs.includes(`| \`${reason}\` | ${shown(precision)} |`), `${reason} | ${shown(precision)}`);
    }
    const groups = await creativeGroups(ads());
    for (const change of Object.keys(changes.same)) {
      const row = `| ${change} | ${shown(foundOf(change, groups))} |`;
      assert.ok(docs.toLowerCase().includes(row), row);
    }
    // No group has two creatives.
    const creatives = groups.map((group) => new Set(group.ads.map((ad) => set[Number(ad)]!.creative)));
    assert.deepEqual(
      creatives.filter(({ size }) => size > 1),
      [],
    );
  });
});
