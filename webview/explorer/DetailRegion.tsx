import * as l10n from "@vscode/l10n";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { prices } from "../../src/protocol/credits";
import { type NameActions, NameActionsContext } from "../cards/NameMenu";
import { adName } from "../cards/names";
import { Button } from "../controls/Button";
import { ProgressRing } from "../controls/ProgressRing";
import { useStartingTop } from "../cards/scrollPlace";
import { DetailPane } from "../detail/DetailPane";
import type { OpenAd } from "../state";
import { isAd, type ShownAd } from "../state/results";
import { FailureAlert } from "./FailureAlert";
import { NeighborAds, neighborsOf, stepByKey } from "./NeighborAds";
import type { PaneProps } from "../panes";
import { priceRemark } from "./price";
import { useNameActions } from "./useNameActions";
import { useRestedScroll } from "./useKeptScroll";
import { focusAd } from "./useKeys";

interface DetailRegionProps extends PaneProps {
  readonly open: OpenAd;
  /** The list next to it, in its order. */
  readonly ads: readonly ShownAd[];
  /** Which of them have an owned detail, by card key. */
  readonly ownedDetails: ReadonlySet<string>;
  /** What can be done with a name, if different from an explorer. */
  readonly names?: NameActions;
}

/** The open ad next to the results. */
export function DetailRegion(props: DetailRegionProps) {
  const { state, session, store, open, ads, ownedDetails, names } = props;
  const ofExplorer = useNameActions(props);
  const region = useRef<HTMLDivElement>(null);
  const onScroll = useRestedScroll((top) => store.dispatch({ type: "detailScrolled", top }));
  useStartingTop(region, state.detailTop, open.owned !== undefined);
  useEffect(() => {
    region.current?.focus({ preventScroll: true });
  }, [open.ad.id, open.ad.platform]);
  // Another library's ads cannot be requested here.
  const around = useMemo(() => (open.from === undefined ? neighborsOf(ads, open.ad) : {}), [ads, open]);
  const step = { ownedDetails, onOpen: session.openDetail };
  const close = () => {
    const key = open.card?.key ?? ads.find(({ card }) => isAd(card, open.ad))?.card.key;
    session.closeDetail();
    focusAd(key);
  };
  return (
    <div
      ref={region}
      class="detail-pane"
      aria-busy={open.loading}
      tabIndex={-1}
      onScroll={onScroll}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) close();
        else stepByKey(event, around, step);
      }}
    >
      <NeighborAds {...around} {...step} />
      <DetailFailure open={open} session={session} />
      <NameActionsContext.Provider value={names ?? ofExplorer}>
        <OpenDetail state={state} session={session} open={open} onClose={close} />
      </NameActionsContext.Provider>
    </div>
  );
}

function DetailFailure({ open: { card, failure }, session }: Pick<DetailRegionProps, "open" | "session">) {
  if (!failure) return null;
  return (
    <FailureAlert
      what={card ? l10n.t("Details of “{0}”", adName(card)) : l10n.t("Details")}
      failure={failure}
      retryLabel={l10n.t("Try the details again, {0} credits", prices.adDetail)}
      onRetry={() => void session.askDetailAgain()}
      onCommand={session.run}
      onCopy={session.copyText}
    />
  );
}

type OpenProps = Omit<PaneProps, "store"> & { readonly open: OpenAd; readonly onClose: () => void };

function OpenDetail({ state, session, open, onClose }: OpenProps) {
  const { ad, card, owned } = open;
  if (!owned) return <WaitingDetail state={state} session={session} open={open} onClose={onClose} />;
  const remark = priceRemark(state.connection);
  const price = l10n.t("{0} credits", prices.adDetail);
  return (
    <DetailPane
      owned={owned}
      {...(card && { card })}
      loadMedia={state.loadMedia}
      refreshPrice={remark === undefined ? price : `${price} (${remark})`}
      onLink={(link) => {
        session.openLink(ad, link);
      }}
      onCopyLink={(link) => {
        session.copyLink(ad, link);
      }}
      onCopyText={session.copyText}
      onRaw={() => session.rawDetail(ad)}
      onHistory={() => session.adHistory(ad)}
      onRefresh={() => void session.askDetailAgain()}
      onClose={onClose}
    />
  );
}

function WaitingDetail({ session, open: { ad, card, loading }, onClose }: OpenProps) {
  return (
    <section class="detail-waiting" aria-label={l10n.t("Ad details")}>
      <div class="detail-waiting-head">
        <h2 dir="auto">{card ? adName(card) : l10n.t("Ad {0}", ad.id)}</h2>
        <Button look="icon" icon="close" label={l10n.t("Close details")} onPress={onClose} />
      </div>
      {loading && (
        <div class="detail-loading">
          <ProgressRing label={l10n.t("Loading details")} />
          <span>{l10n.t("Loading details…")}</span>
          <Button label={l10n.t("Cancel")} onPress={session.cancelDetail} />
        </div>
      )}
    </section>
  );
}
