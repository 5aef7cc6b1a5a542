import * as l10n from "@vscode/l10n";
import { useContext, useEffect, useMemo, useRef } from "preact/hooks";
import { adKey, type AdRef } from "../../src/protocol/ads";
import { prices } from "../../src/protocol/credits";
import { adName } from "../cards/adTexts";
import { adContext } from "../cards/cardParts";
import { plainLabel } from "../charts/label";
import { type NameActions, NameActionsContext, useNameActions } from "../cards/NameMenu";
import { useStartingTop, useRestedScroll } from "../cards/scrollPlace";
import { Button, PlainButton } from "../controls/Button";
import { ProgressRing } from "../controls/Icon";
import { DetailPane } from "../detail/DetailPane";
import { OtherLibrary, type PaneProps, usePage } from "../panes";
import type { PageSession } from "../session";
import type { OpenAd } from "../state";
import { isAd, type ShownAd, adRef } from "../state/results";
import { detailsOf, FailureAlert } from "./FailureAlert";
import { BudgetNote, CancelButton, stoppingText, priceRemark } from "./spending";

interface DetailRegionProps extends PaneProps {
  readonly open: OpenAd;
  /** The list next to it, in its order. */
  readonly ads: readonly ShownAd[];
  /** Which of them have a bought detail, by card key. */
  readonly boughtDetails: ReadonlySet<string>;
  /** What can be done with a name, if different from an explorer. */
  readonly names?: NameActions;
}

/** The open ad next to the results. */
export function DetailRegion(props: DetailRegionProps) {
  const { state, session, store, open, ads, boughtDetails, names } = props;
  const ofExplorer = useNameActions(props);
  const region = useRef<HTMLDivElement>(null);
  const { noBudget: why } = usePage();
  const onScroll = useRestedScroll((top) => store.dispatch({ type: "detailScrolled", top }));
  useStartingTop(region, state.detailTop, open.bought !== undefined);
  useEffect(() => {
    region.current?.focus({ preventScroll: true });
  }, [open.ad.id, open.ad.platform]);
  // The details have a heading of their own.
  const Name = open.bought ? "p" : "h2";
  // Another library's ads cannot be requested here.
  const around = useMemo(() => (open.from === undefined ? neighborsOf(ads, open.ad) : {}), [ads, open]);
  const step = { boughtDetails, onOpen: session.openDetail };
  const close = () => session.closeDetail(open.card?.key ?? ads.find(({ card }) => isAd(card, open.ad))?.card.key);
  return (
    <div
      ref={region}
      class="detail-pane"
      data-open-ad={adKey(open.ad)}
      data-vscode-context={adContext(adKey(open.ad))}
      aria-busy={open.loading}
      tabIndex={-1}
      onScroll={onScroll}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) close();
        else stepByKey(event, around, step);
      }}
    >
      <header class="detail-head row wraps keeps-size">
        <Name class="detail-name shrinks one-line bold" dir="auto" title={titleOf(open)}>
          {titleOf(open)}
        </Name>
        <NeighborAds {...around} {...step} />
        <Button
          look="icon"
          icon="pin"
          label={l10n.t("Add to board, 0 credits…")}
          onPress={() => session.run("addToBoard", [open.ad])}
        />
        <Button look="icon" icon="close" label={l10n.t("Close details")} onPress={close} />
      </header>
      <DetailFailure open={open} session={session} />
      <BudgetNote why={why} />
      <NameActionsContext.Provider value={names ?? ofExplorer}>
        <OpenDetail state={state} session={session} open={open} />
      </NameActionsContext.Provider>
    </div>
  );
}

/** The open ad's name, as its card or its details have it. */
function titleOf({ ad, card, bought }: OpenAd): string {
  if (card) return adName(card);
  const title = plainLabel(bought?.detail.title ?? "", 300);
  return title === "" ? l10n.t("Ad {0}", ad.id) : title;
}

function DetailFailure({ open: { card, failure, from }, session }: Pick<DetailRegionProps, "open" | "session">) {
  const { noBudget: why } = usePage();
  if (!failure) return null;
  return (
    <FailureAlert
      what={detailsOf(card)}
      failure={failure}
      {...((from ?? why) === undefined && {
        retryLabel: l10n.t("Try the details again, {0} credits", prices.adDetail),
        onRetry: () => void session.askDetailAgain(),
      })}
    />
  );
}

type OpenProps = Omit<PaneProps, "store"> & { readonly open: OpenAd };

function OpenDetail({ state, session, open }: OpenProps) {
  const { ad, card, bought } = open;
  // A comparison that is restored names the library of all its ads at once.
  const other = useContext(OtherLibrary);
  const from = open.from ?? other;
  const waiting = open.loading && <WaitingDetail session={session} open={open} />;
  if (!bought) return <section aria-label={l10n.t("Ad details")}>{waiting}</section>;
  const remark = priceRemark(state.connection);
  const price = l10n.t("{0} credits", prices.adDetail);
  return (
    <>
      {waiting}
      <DetailPane
        bought={bought}
        {...(card && { card })}
        refreshPrice={remark === undefined ? price : `${price} (${remark})`}
        onRaw={() => session.rawDetail(ad, from)}
        onHistory={() => session.adHistory(ad, from)}
        onRefresh={() => void session.askDetailAgain()}
      />
    </>
  );
}

function WaitingDetail({ session, open: { stopping } }: Omit<OpenProps, "state">) {
  return (
    <div class="detail-loading row">
      <ProgressRing label={l10n.t("Loading details")} />
      <span>{stopping ? stoppingText(stopping) : l10n.t("Loading details…")}</span>
      <CancelButton stopping={stopping} onPress={session.cancelDetail} />
    </div>
  );
}

/** The ads before and after the open one, as in the list next to it. */
interface Neighbors {
  readonly previous?: ShownAd;
  readonly next?: ShownAd;
}

/** Finds them; ads without details are skipped. */
function neighborsOf(ads: readonly ShownAd[], open: AdRef): Neighbors {
  const withDetails = ads.filter(({ card }) => adRef(card) !== undefined);
  const at = withDetails.findIndex(({ card }) => isAd(card, open));
  if (at < 0) return {};
  const [previous, next] = [withDetails[at - 1], withDetails[at + 1]];
  return { ...(previous && { previous }), ...(next && { next }) };
}

interface NeighborAdsProps extends Neighbors {
  readonly boughtDetails: ReadonlySet<string>;
  readonly onOpen: PageSession["openDetail"];
}

/** Opens the ad before or after, with what that costs. */
function NeighborAds({ previous, next, boughtDetails, onOpen }: NeighborAdsProps) {
  const { noBudget: why } = usePage();
  if (!previous && !next) return null;
  const step = (shown: ShownAd | undefined, icon: string, name: string, priced: (price: string) => string) => {
    const bought = shown !== undefined && boughtDetails.has(shown.card.key);
    const label = shown ? priced(bought ? l10n.t("bought") : l10n.t("{0} credits", prices.adDetail)) : name;
    return (
      <PlainButton
        class="neighbor"
        icon={icon}
        label={label}
        text={label}
        disabled={shown === undefined || (!bought && why !== undefined)}
        {...(shown && { title: adName(shown.card) })}
        onPress={() => {
          if (shown) void onOpen(shown.card);
        }}
      />
    );
  };
  return (
    <nav class="neighbors wraps" aria-label={l10n.t("Other ads in the list")}>
      {step(previous, "arrow-up", l10n.t("Previous ad"), (price) => l10n.t("Previous ad, {0}", price))}
      {step(next, "arrow-down", l10n.t("Next ad"), (price) => l10n.t("Next ad, {0}", price))}
    </nav>
  );
}

const steps: Readonly<Record<string, keyof Neighbors>> = {
  j: "next",
  k: "previous",
  ArrowRight: "next",
  ArrowLeft: "previous",
};

/** Elements in the details for which arrows and letters have another meaning. */
const busy = "input, textarea, select, video, [role=slider], [role=tab], [data-stop], [role=region], pre";

/**
 * J and K, or the right and left arrow, open the next or previous ad if it is bought; otherwise they only move to the
 * button with the price.
 */
function stepByKey(event: KeyboardEvent, neighbors: Neighbors, props: Omit<NeighborAdsProps, keyof Neighbors>) {
  const which = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
  const { target, currentTarget } = event;
  if (which === undefined || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  if (!(target instanceof Element) || !(currentTarget instanceof Element) || target.closest(busy)) return;
  const shown = neighbors[which];
  if (!shown) return;
  event.preventDefault();
  if (props.boughtDetails.has(shown.card.key)) void props.onOpen(shown.card);
  else currentTarget.querySelector<HTMLElement>(`.neighbor:nth-child(${which === "previous" ? 1 : 2})`)?.focus();
}
