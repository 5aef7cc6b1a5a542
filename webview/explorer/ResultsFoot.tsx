import * as l10n from "@vscode/l10n";
import { prices } from "../../src/protocol/credits";
import type { Cursor, PagingDoubt } from "../../src/protocol/search";
import { Button } from "../controls/Button";
import { libraryLabel } from "../library";
import type { Results } from "../state/results";

interface ResultsFootProps {
  readonly results: Results;
  readonly cursor: Cursor | undefined;
  /** The next page is owned: it costs nothing. */
  readonly nextOwned: boolean;
  readonly busy: boolean;
  /** The remark next to the price. */
  readonly remark?: string;
  readonly onMore: () => void;
}

const doubtTexts = (): Readonly<Record<PagingDoubt, string>> => ({
  noSnapshot: l10n.t("The service returned no snapshot ID, so later pages can't be requested."),
  unclearNextPage: l10n.t("The service didn't clearly say whether there are more pages."),
  otherPageReturned: l10n.t("The service returned a different page than the one requested."),
  snapshotChanged: l10n.t("The service changed its snapshot between two pages."),
});

/** Below the last ad: the next page with its price, or why there is none. */
export function ResultsFoot({ results, cursor, nextOwned, busy, remark, onMore }: ResultsFootProps) {
  const last = results.pages.at(-1);
  if (results.ads.length === 0 && !cursor) {
    return (
      <div class="empty">
        <h2>{l10n.t("No ads match")}</h2>
        <p>{chargeText(results.from === undefined ? remark !== undefined : results.from.startsWith("sample:"))}</p>
        <p>{l10n.t("Remove a filter, or try other keywords.")}</p>
      </div>
    );
  }
  return (
    <div class="results-foot">
      {cursor ? (
        <>
          <Button
            icon="arrow-down"
            label={l10n.t("Load next page, {0} credits", nextOwned ? 0 : prices.search)}
            busy={busy}
            onPress={onMore}
          />
          {remark !== undefined && !nextOwned && <span class="price-remark">{remark}</span>}
        </>
      ) : (
        <p class="results-end">
          {last && last.doubts.length > 0
            ? last.doubts.map((doubt) => doubtTexts()[doubt]).join(" ")
            : results.from !== undefined && last?.hasNextPage
              ? l10n.t("Connect to {0} again to load more pages.", libraryLabel(results.from))
              : l10n.t("End of results. The service has no more pages for this search.")}
        </p>
      )}
      {results.repeated > 0 && <p class="results-end">{repeatedText(results.repeated)}</p>}
    </div>
  );
}

const chargeText = (sample: boolean) =>
  sample
    ? l10n.t(
        "This page used sample credits, which aren't charged. A search costs the same whether it finds ads or not.",
      )
    : l10n.t("This page was charged. A search costs the same whether it finds ads or not.");

const repeatedText = (count: number) =>
  count === 1
    ? l10n.t("1 repeated ad is shown once.")
    : l10n.t("{0} repeated ads are shown once.", count.toLocaleString());
