import type { ComparedAd, Comparison, Run } from "../../protocol/runs";
import type { SearchAddress } from "../archive";
import { FeatureError } from "../failures";
import { coverageWords, stateNames } from "../runs";
import { ageText, cardItem } from "./adItems";
import { answer, clippedTo, fitting, mostItemBytes, type ToolAnswer } from "./answer";
import type { ToolPorts } from "./answer";
import { parseBody, platformOf, wrong } from "./planPurchase";
import type { ToolInput } from "./toolInputs";

/** Compares two owned runs of a search. Free and offline. @throws {FeatureError} */
export async function compareOwnedRuns(ports: ToolPorts, input: ToolInput<"compare_runs">): Promise<ToolAnswer> {
  const { search, runs } = ports.engine;
  const { cursor = "0" } = input;
  if (!/^\d{1,6}$/.test(cursor)) throw wrong("This cursor is not from this comparison.");
  const query = await search.fromBody(platformOf(input.platform), parseBody(input.body));
  const { address } = await search.freezeOwned(query);
  const owned = await runs.list(address);
  const newer = runNamed(owned, input.newer, 0);
  const earlier = runNamed(owned, input.earlier, owned.indexOf(newer) + 1);
  const compared = await runs.compare({ address, lastHit: earlier.lastHit }, { address, lastHit: newer.lastHit });
  const telling = compared.ads.filter(({ state }) => state !== "seen" && state !== "notCovered");
  const start = Number(cursor);
  const items = await Promise.all(telling.slice(start, start + 15).map((ad) => itemOf(ports, ad, address, compared)));
  const shown = fitting(items, "short");
  const counts = Object.entries(stateNames).map(
    ([state, name]) => `${name()}: ${Object.entries(compared.counts).find(([key]) => key === state)?.[1] ?? 0}`,
  );
  return answer({
    summary: [
      ...coverageWords(compared),
      `${counts.join(", ")}.`,
      `Source: the archive; the runs were fetched ${ageText(earlier.fetchedAt, ports.now())} and ${ageText(newer.fetchedAt, ports.now())}.`,
    ],
    facts: { earlier: earlier.lastHit, newer: newer.lastHit, ...compared.counts },
    items: items.slice(0, shown),
    next: start + shown < telling.length ? String(start + shown) : undefined,
  });
}

function runNamed(owned: readonly Run[], lastHit: string | undefined, otherwise: number): Run {
  const run = lastHit === undefined ? owned[otherwise] : owned.find((each) => each.lastHit === lastHit);
  if (run) return run;
  const known = owned.map((each) => each.lastHit).join(", ") || "none";
  throw new FeatureError("notFound", {
    specifics: `A comparison needs two owned runs of this search. Owned snapshots: ${known}. To plan another run, call plan_purchase with fresh.`,
  });
}

async function itemOf(ports: ToolPorts, ad: ComparedAd, address: SearchAddress, { earlier, newer }: Comparison) {
  const { lastHit, fetchedAt } = ad.of === "newer" ? newer : earlier;
  const [card] = await ports.engine.runs.cardsAt(address, lastHit, [ad]);
  const item = {
    state: ad.state,
    ...(ad.stopped && { may_have_stopped: true }),
    ...(ad.changes.length > 0 && {
      changes: ad.changes.map(({ field, from, to }) => ({
        field,
        from: from ?? "not provided",
        to: to ?? "not provided",
      })),
    }),
    ad: card ? cardItem(card, fetchedAt, "short", ports.now()) : ad.ad,
  };
  return clippedTo(item, mostItemBytes.short);
}
