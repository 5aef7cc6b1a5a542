import * as l10n from "@vscode/l10n";
import { type ComponentChildren, render } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { AdCard } from "../../src/protocol/ads";
import { plainLabel } from "../charts/label";
import { compactCount, formatNumber } from "../charts/numbers";
import { seenText } from "../charts/dates";
import { PlainButton } from "../controls/Button";
import { Icon } from "../controls/Icon";
import { CardCreative, SmallPicture, useMedia } from "./CardCreative";
import type { ShownAd } from "../state/results";
import { plural, localTime } from "../words/phrases";
import { Changes } from "./Changes";
import { adContext, type CardContext, DetailsButton, openOrShowPrice, SelectBox } from "./cardParts";
import { cardMetrics, type CardMetric, adName, platformLabel, cardRemarks, type CardRemark } from "./adTexts";
import { advertiserOf, NameMenu } from "./NameMenu";

export interface AdCardViewProps {
  readonly ad: ShownAd;
  /** Position among the ads shown, and how many those are. */
  readonly index: number;
  readonly total: number;
  /** Whether the card is the one that Tab reaches. */
  readonly active: boolean;
  /** Whether it is only a line: picture, title, and two numbers. */
  readonly compact?: boolean;
  readonly context: CardContext;
  /** What stands below in place of the button for its details. */
  readonly foot?: ComponentChildren;
  /** What to say if the ad has no creative; by default, that none was provided. */
  readonly noCreative?: string | undefined;
  /** Replaces the content while only the ad's name is known. What has the focus keeps it when the content arrives. */
  readonly unseen?: ComponentChildren;
  readonly onFocus: () => void;
}

/** One ad as a card. */
export function AdCardView(props: AdCardViewProps) {
  const { ad, index, total, active, compact, context, foot, noCreative, unseen, onFocus } = props;
  const { card } = ad;
  const name = adName(card);
  const selected = context.selected.has(card.key);
  const tabIndex = active ? 0 : -1;
  const Content = compact ? CompactContent : CardContent;
  return (
    <article
      class={`card column shrinks ${compact ? "card-compact" : ""} ${card.key === context.openKey ? "card-open" : ""} ${selected ? "card-selected" : ""}`}
      aria-label={name}
      aria-posinset={index + 1}
      aria-setsize={total}
      data-card={index}
      data-key={card.key}
      data-vscode-context={unseen ? undefined : adContext(card.key)}
      tabIndex={tabIndex}
      onFocusIn={onFocus}
      onKeyDown={(event) => onKey(event, card, context)}
    >
      {!compact && !unseen && (
        <CardCreative attachments={card.attachments} title={name} {...{ tabIndex, noCreative }} />
      )}
      {!compact && <SelectBox {...{ card, selected, tabIndex }} onSelect={(on) => context.onSelect([card.key], on)} />}
      {unseen ?? <Content ad={ad} name={name} tabIndex={tabIndex} context={context} />}
      {!compact && <footer class="card-foot">{foot ?? <DetailsOf {...{ card, tabIndex, context }} />}</footer>}
    </article>
  );
}

interface ContentProps extends Pick<AdCardViewProps, "ad" | "context"> {
  readonly name: string;
  readonly tabIndex: number;
}

function CardContent({ ad, name, tabIndex, context }: ContentProps) {
  const { card, compared } = ad;
  return (
    <div class="card-body column">
      <CardOwner card={card} fetchedAt={ad.fetchedAt} dated={context.dated} tabIndex={tabIndex} />
      <h2 class="card-title breaks-anywhere bold" dir="auto" title={name}>
        {name}
      </h2>
      <Changes of={compared} />
      <CardFacts card={card} tabIndex={tabIndex} />
    </div>
  );
}

/** The button for an ad's details. */
function DetailsOf({
  card,
  tabIndex,
  context,
}: Pick<ContentProps, "tabIndex" | "context"> & { readonly card: AdCard }) {
  const bought = context.boughtDetails.has(card.key);
  return <DetailsButton {...{ card, bought, tabIndex }} onDetails={() => context.onDetails(card)} />;
}

/** What is enough to find an ad again, next to the details of one. */
function CompactContent({ ad: { card, compared }, name, tabIndex, context }: ContentProps) {
  const numbers = useMemo(() => cardMetrics(card).slice(0, 2), [card]);
  return (
    <>
      <SmallPicture card={card} />
      <div class="compact-lines shrinks">
        <h2 class="compact-title one-line bold" dir="auto" title={name}>
          {name}
        </h2>
        <p class="compact-numbers wraps muted smaller">
          {numbers.map(({ name: label, value, title }) => (
            <span key={label} title={title}>
              <b>{compactCount(value)}</b> {label}
            </span>
          ))}
        </p>
        <Changes of={compared} />
      </div>
      <DetailsOf {...{ card, tabIndex, context }} />
    </>
  );
}

/** Space selects the ad, Enter opens it or goes to its price. */
function onKey(event: KeyboardEvent, card: AdCard, context: CardContext): void {
  const { target, currentTarget: article } = event;
  if (!(article instanceof HTMLElement) || target !== article) return;
  if (event.key === " ") context.onSelect([card.key], !context.selected.has(card.key));
  else if (event.key === "Enter") openOrShowPrice(article, card, context);
  else return;
  event.preventDefault();
}

/** What a card shows at first. */
const metricsAtFirst = 3;
const remarksAtFirst = 3;
/** What it shows at most: a hostile service may send thousands. */
const atMost = 24;

/** The self-explanatory remarks; if there are none, the first with its name. */
function firstRemarks(remarks: readonly CardRemark[]): readonly CardRemark[] {
  const plain = remarks.filter(({ name }) => name === undefined).slice(0, remarksAtFirst);
  return plain.length > 0 ? plain : remarks.slice(0, 1);
}

interface CardFactsProps {
  readonly card: AdCard;
  /** Tab index of the button for the rest. */
  readonly tabIndex: number;
}

/** The numbers and remarks of an ad: the best known ones in a fixed order, the others behind "+4". */
function CardFacts({ card, tabIndex }: CardFactsProps) {
  const [all, setAll] = useState(false);
  const metrics = useMemo(() => cardMetrics(card).slice(0, atMost), [card]);
  const remarks = useMemo(() => cardRemarks(card).slice(0, atMost), [card]);
  const first = useMemo(() => firstRemarks(remarks), [remarks]);
  const hidden = Math.max(0, metrics.length - metricsAtFirst) + remarks.length - first.length;
  const label = all
    ? l10n.t("Show fewer facts of {0}", adName(card))
    : plural(hidden, {
        one: l10n.t("Show {0} more fact of {1}", formatNumber(hidden), adName(card)),
        other: l10n.t("Show {0} more facts of {1}", formatNumber(hidden), adName(card)),
      });
  return (
    <>
      <Metrics metrics={all ? metrics : metrics.slice(0, metricsAtFirst)} />
      <div class="remarks wraps shrinks small">
        <Remarks remarks={all ? remarks : first} />
        {hidden > 0 && (
          <PlainButton
            class="more-facts muted"
            label={label}
            title={label}
            expanded={all}
            tabIndex={tabIndex}
            onPress={() => setAll(!all)}
          >
            {all ? "−" : `+${formatNumber(hidden)}`}
          </PlainButton>
        )}
      </div>
    </>
  );
}

function Metrics({ metrics }: { readonly metrics: readonly CardMetric[] }) {
  if (metrics.length === 0) return null;
  return (
    <dl class="metrics">
      {metrics.map(({ name, value, title }, index) => (
        <div class="metric shrinks" key={index} title={title}>
          <dt class="breaks-anywhere muted" dir="auto">
            {name}
          </dt>
          <dd class="breaks-anywhere bold">{compactCount(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Remarks({ remarks }: { readonly remarks: readonly CardRemark[] }) {
  if (remarks.length === 0) return null;
  return (
    <ul class="remark-list wraps shrinks small">
      {remarks.map(({ name, text, title, active }, index) => (
        <li class={`remark breaks-anywhere ${active ? "remark-active" : ""}`} key={index} dir="auto" title={title}>
          {name !== undefined && <span class="muted">{name}</span>}
          {name !== undefined ? ` ${text}` : text}
        </li>
      ))}
    </ul>
  );
}

interface CardOwnerProps {
  readonly card: AdCard;
  /** ISO time at which the card was received; the sighting is left out without it. */
  readonly fetchedAt?: string;
  /** Whether to show its day even for a fresh sighting. */
  readonly dated?: boolean | undefined;
  readonly tabIndex?: number;
}

/** Who advertises, where, and when the ad was last seen. */
export function CardOwner({ card, fetchedAt, dated, tabIndex }: CardOwnerProps) {
  const { owner, lastSeen } = card;
  const name = (owner?.name === undefined ? "" : plainLabel(owner.name, 100)) || l10n.t("Advertiser not provided");
  return (
    <div class="card-owner row shrinks">
      <Avatar name={owner?.name ?? ""} url={owner?.avatarUrl} />
      <div class="owner-lines column shrinks">
        <span class="owner-line row shrinks">
          <span class="one-line" dir="auto" title={name}>
            <NameMenu
              kind="advertiser"
              name={owner?.name}
              owner={advertiserOf(card.platform, owner)}
              {...(tabIndex !== undefined && { tabIndex })}
            >
              {name}
            </NameMenu>
          </span>
          {owner?.verified && <Icon name="verified-filled" label={l10n.t("Verified")} />}
        </span>
        <span class="breaks-anywhere muted smaller">
          <span class="card-platform">{platformLabel(card)}</span>
          {fetchedAt !== undefined && lastSeen !== undefined && (
            <span
              class="card-seen"
              title={l10n.t("Last seen {0}, as of {1}", seenText(lastSeen), localTime(fetchedAt))}
            >
              {" · "}
              <span class="unseen">{l10n.t("Last seen")}</span>{" "}
              {seenText(lastSeen, { fetchedAt, length: 40, ...(dated && { dated }) })}
            </span>
          )}
        </span>
      </div>
    </div>
  );
}

function Avatar({ url: given, name }: { readonly url: string | undefined; readonly name: string }) {
  const [failed, setFailed] = useState(false);
  const { loadMedia, mediaUrl } = useMedia();
  const url = loadMedia === "always" ? mediaUrl(given) : undefined;
  const letter = Array.from(plainLabel(name, 100).trim())[0];
  if (url === undefined || failed) {
    return (
      <span class="avatar avatar-letter keeps-size" aria-hidden="true">
        {letter ?? <Icon name="account" />}
      </span>
    );
  }
  return (
    <img
      class="avatar keeps-size"
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      referrerpolicy="no-referrer"
      onError={() => setFailed(true)}
    />
  );
}

const nothing = () => undefined;

const ad: ShownAd = {
  card: {
    key: "",
    platformName: "",
    attachments: [],
    title: "1",
    lastSeen: "2000-01-01",
    monthlyTraffic: 1000,
    stats: [{ icon: "like", value: 1000 }],
    metadata: [{ tooltip: "1", values: ["1"] }],
    repairs: 0,
  },
  page: 1,
  fetchedAt: "2000-01-01T00:00:00Z",
};

const context: CardContext = {
  boughtDetails: new Set(),
  selected: new Set(),
  openKey: undefined,
  onDetails: nothing,
  onSelect: nothing,
};

/** Draws one card out of sight, so that its code is compiled and its formatters are made before the first ads come. */
export function warmCards(): void {
  const corner = document.createElement("div");
  render(<AdCardView ad={ad} index={0} total={1} active={false} context={context} onFocus={nothing} />, corner);
  render(null, corner);
}
