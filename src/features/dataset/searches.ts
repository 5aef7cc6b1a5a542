import { sampleUrl } from "../../protocol/ads";
import { prices } from "../../protocol/credits";
import { writeExact } from "../../protocol/exactJson";
import type { Manifest, ManifestSearch } from "./manifest";
import type { ArchivedAnswer } from "../archive";

/** Keeps what a manifest says about each search while pages are added. */
export class SearchList {
  private readonly all = new Map<string, ManifestSearch>();

  constructor(searches: Manifest["searches"]) {
    for (const search of searches) this.all.set(keyOf(search), search);
  }

  add(
    {
      version,
      platform,
      body,
      lastHit,
      page,
      from,
    }: Pick<ArchivedAnswer, "version" | "platform" | "body" | "lastHit" | "page" | "from">,
    isLast: boolean,
    credits: number,
  ): void {
    const address = { version, platform, body, last_hit: lastHit };
    const key = keyOf(address);
    const former = this.all.get(key) ?? { ...address, pages: [], complete: false, credits: 0 };
    const pages = withPageNumber(former.pages, page);
    const last = isLast ? page : former.last_page === page ? undefined : former.last_page;
    const imported = [...new Set([former.imported_from ?? [], from ?? []].flat())].sort();
    this.all.set(key, {
      ...{ ...address, pages, ...(last !== undefined && { last_page: last }) },
      complete: last !== undefined && pages.length === 1 && pages[0]?.[0] === 1 && pages[0][1] >= last,
      credits: former.credits + credits,
      ...(imported.length > 0 && { imported_from: imported }),
    });
  }

  list(): ManifestSearch[] {
    return [...this.all.values()];
  }
}

const keyOf = ({
  version,
  platform,
  body,
  last_hit,
}: Pick<ManifestSearch, "version" | "platform" | "body" | "last_hit">) =>
  writeExact([version, platform, body, last_hit]);

/** The ranges of page numbers with one more page. */
export function withPageNumber(ranges: ManifestSearch["pages"], page: number): ManifestSearch["pages"] {
  const added: ManifestSearch["pages"][number] = [page, page];
  const all = [...ranges, added].sort(([one], [other]) => one - other);
  const joined: ManifestSearch["pages"] = [];
  for (const [first, last] of all) {
    const before = joined.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else joined.push([first, last]);
  }
  return joined;
}

/** Credits that an answer cost its owner: the sample library charges nothing, and an imported answer was paid for elsewhere. */
export function answerCredits({ kind, from }: Pick<ArchivedAnswer, "kind" | "from">, origin: string): number {
  if (origin === sampleUrl || from !== undefined) return 0;
  return kind === "pages" ? prices.search : prices.adDetail;
}
