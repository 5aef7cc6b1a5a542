import * as l10n from "@vscode/l10n";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { OwnedAdsQuery } from "../../src/protocol/owned";
import type { ArchiveStart } from "../../src/protocol/panel";
import type { CardContext } from "../cards/cardActs";
import { CardGrid } from "../cards/CardGrid";
import { Button } from "../controls/Button";
import { DetailRegion } from "../explorer/DetailRegion";
import { FailureAlert } from "../explorer/FailureAlert";
import { KeyHelp } from "../explorer/KeyHelp";
import type { PaneProps } from "../explorer/panes";
import { useKeys } from "../explorer/useKeys";
import type { Host } from "../host";
import { ArchiveForm } from "./ArchiveForm";
import { type Found, useOwnedAds } from "./useOwnedAds";

interface ArchivePanelProps extends PaneProps {
  readonly host: Pick<Host, "ask" | "remember">;
  readonly about: Pick<ArchiveStart, "size" | "statNames" | "memory">;
  /** Changes with the library, whose ads are others. */
  readonly generation: number;
}

/** Everything that is owned of the connected library: found while typing, shown with the same cards, for 0 credits. */
export function ArchivePanel(props: ArchivePanelProps) {
  const { host, state, about, generation } = props;
  const [query, setQuery] = useState<OwnedAdsQuery>(about.memory?.archive ?? {});
  const { found, more } = useOwnedAds(host, query, generation);
  const [keysShown, showKeys] = useKeys();
  const openAd = state.open?.ad;
  useEffect(() => {
    const { draft } = state;
    host.remember({ platform: draft.platform, draft, archive: query, ...(openAd && { openAd }) });
  }, [query, openAd]);
  return (
    <main class={`explorer archive ${state.open ? "with-detail" : ""}`}>
      <h1 class="unseen">{l10n.t("Ad Archive")}</h1>
      <ArchiveForm query={query} statNames={about.statNames} onChange={setQuery} />
      <FoundAds {...props} found={found} onMore={more} />
      {keysShown && <KeyHelp onClose={() => showKeys(false)} />}
      {state.open && <DetailRegion {...props} open={state.open} ads={found.ads} ownedDetails={found.ownedDetails} />}
    </main>
  );
}

interface FoundAdsProps extends ArchivePanelProps {
  readonly found: Found;
  readonly onMore: () => void;
}

function FoundAds(props: FoundAdsProps) {
  const { about, found, session, onMore } = props;
  const { ads, busy, failure, next } = found;
  const scroller = useRef<HTMLDivElement>(null);
  const context = useCardContext(props);
  const grid = useMemo(() => <CardGrid ads={ads} pages={[]} scroller={scroller} context={context} />, [ads, context]);
  return (
    <section class="results-pane" aria-label={l10n.t("Results")} aria-busy={busy}>
      <div class="results-head">
        <p class="results-status" role="status">
          {countText(found)}
        </p>
        <span class="results-meta">{l10n.t("owned, 0 credits")}</span>
        <span class="head-space" />
        <span class="results-meta">{sizeText(about.size)}</span>
      </div>
      <div ref={scroller} class="results-scroll" tabIndex={ads.length === 0 ? 0 : undefined}>
        {failure && <FailureAlert failure={failure} onRun={session.run} />}
        {!busy && !failure && ads.length === 0 && (
          <div class="empty">
            <h2>{about.size.ads === 0 ? l10n.t("The archive is empty") : l10n.t("No owned ads match")}</h2>
            <p>{l10n.t("Everything that you fetch from now on is found here.")}</p>
          </div>
        )}
        {grid}
        {next !== undefined && (
          <div class="results-foot">
            <Button icon="arrow-down" label={l10n.t("Show more, 0 credits")} disabled={busy} onPress={onMore} />
          </div>
        )}
      </div>
    </section>
  );
}

function countText({ ads, next, busy }: Found): string {
  if (busy && ads.length === 0) return l10n.t("Searching…");
  const count = ads.length.toLocaleString();
  if (next !== undefined) return l10n.t("The newest {0} ads", count);
  return ads.length === 1 ? l10n.t("1 ad") : l10n.t("{0} ads", count);
}

function sizeText({ bytes, ads, pages, details, removed }: ArchiveStart["size"]): string {
  const megabytes = (bytes / 1_000_000).toLocaleString(undefined, { maximumFractionDigits: 1 });
  const [a, p, d] = [ads, pages, details].map((count) => count.toLocaleString());
  const held = l10n.t("Archive: {0} ads of {1} pages and {2} details, {3} MB", a ?? "", p ?? "", d ?? "", megabytes);
  if (removed === 0) return held;
  return `${held} · ${l10n.t("{0} older answers removed to stay within the size limit", removed.toLocaleString())}`;
}

const noneSelected: ReadonlySet<string> = new Set();

function useCardContext({ state, session, found }: FoundAdsProps): CardContext {
  const { open, loadMedia } = state;
  const openKey = open?.card?.key;
  const arrived = open?.owned && openKey;
  const { ownedDetails } = found;
  return useMemo(
    () => ({
      ownedDetails: arrived === undefined ? ownedDetails : new Set([...ownedDetails, arrived]),
      selected: noneSelected,
      openKey,
      loadMedia,
      onDetails: (card) => void session.openDetail(card),
      // Nothing is done with several owned ads at once: the boxes are not shown.
      onSelect: () => undefined,
    }),
    [ownedDetails, arrived, openKey, loadMedia, session],
  );
}
