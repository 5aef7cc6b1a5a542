import * as l10n from "@vscode/l10n";
import { locale } from "../charts/locale";
import { formatNumber } from "../charts/numbers";
import { useCallback, useMemo } from "preact/hooks";
import type { AdCriteria } from "../../src/protocol/bought";
import type { ArchiveStart } from "../../src/protocol/panel";
import { bytesText } from "../../src/protocol/bytesText";
import type { NameActions } from "../cards/NameMenu";
import { BoughtExplorer } from "../explorer/BoughtExplorer";
import { type Find, type BoughtAdsState, useBoughtAds } from "../explorer/useBoughtAds";
import type { BoughtPanelProps } from "../panes";
import { adsText, pagesText, plural } from "../words/phrases";
import { AdvertiserOverview } from "./AdvertiserOverview";
import { ArchiveSearch } from "./ArchiveSearch";

interface ArchivePanelProps extends BoughtPanelProps {
  readonly about: Pick<ArchiveStart, "size" | "statNames">;
}

const everything: AdCriteria = {};
/** How long typing must pause before the archive is searched. */
const restMs = 120;
const archiveColumns = ["fetched"] as const;

/** Everything bought of the connected library: searched while typing, shown as in an explorer, for 0 credits. */
export function ArchivePanel(props: ArchivePanelProps) {
  const { host, about, generation, state, store } = props;
  const criteria = state.archive ?? everything;
  const find = useCallback<Find>(
    (after, signal) => host.ask("searchArchive", { criteria, ...(after !== undefined && { after }) }, signal),
    [host, criteria, generation, state.decided],
  );
  const bought = useBoughtAds(find, { store, restMs, atFirst: 0 });
  const ask = (next: AdCriteria) => store.dispatch({ type: "archiveAsked", criteria: next });
  const names = useMemo<NameActions>(
    () => ({
      find: (kind, name) => store.dispatch({ type: "archiveAsked", criteria: { [kind]: name } }),
      showAll: (owner) => store.dispatch({ type: "archiveAsked", criteria: { owner } }),
    }),
    [store],
  );
  return (
    <BoughtExplorer
      {...props}
      {...bought}
      {...headOf(bought.found)}
      title={l10n.t("Ad Archive")}
      form={<ArchiveSearch {...{ state, store, criteria }} statNames={about.statNames} onChange={ask} />}
      toForm={(place) => store.dispatch({ type: "formWanted", place })}
      choice={criteria}
      end={sizeText(about.size)}
      above={criteria.owner && <AdvertiserOverview {...props} owner={criteria.owner} />}
      empty={<Nothing {...about} />}
      usual={archiveColumns}
      dated
      names={names}
      fileName="archive.csv"
    />
  );
}

/** A failed search does not say that nothing is bought. */
function headOf(found: BoughtAdsState) {
  if (found.failure && found.ads.length === 0) return { status: "", about: [] };
  const about = [l10n.t("bought, 0 credits"), ...(found.indexed ? [indexedText(found.indexed)] : [])];
  return { status: countText(found), about };
}

function Nothing({ size }: Pick<ArchiveStart, "size">) {
  return (
    <>
      <h2>{size.ads === 0 ? l10n.t("The archive is empty") : l10n.t("No bought ads match")}</h2>
      <p>
        {size.ads === 0
          ? l10n.t("Everything you fetch from now on appears here.")
          : l10n.t("Try other keywords, or remove a filter.")}
      </p>
    </>
  );
}

/** Says that more ads may match than are found so far. */
function indexedText({ done, of }: NonNullable<BoughtAdsState["indexed"]>): string {
  return l10n.t("Indexing: {0} of {1} answers. More ads may match.", formatNumber(done), formatNumber(of));
}

function countText({ ads, next, busy }: BoughtAdsState): string {
  if (busy && ads.length === 0) return l10n.t("Searching…");
  return next === undefined ? adsText(ads.length) : l10n.t("The newest {0} ads", formatNumber(ads.length));
}

function sizeText({ bytes, ads, pages, details, removed }: ArchiveStart["size"]): string {
  const counts = [
    adsText(ads),
    pagesText(pages),
    plural(details, { one: l10n.t("1 detail"), other: l10n.t("{0} details", formatNumber(details)) }),
  ];
  const held = l10n.t("Archive: {0}, {1}", counts.join(", "), bytesText(bytes, locale()));
  if (removed === 0) return held;
  const gone = plural(removed, {
    one: l10n.t("1 older answer removed to stay within the size limit"),
    other: l10n.t("{0} older answers removed to stay within the size limit", formatNumber(removed)),
  });
  return `${held} · ${gone}`;
}
