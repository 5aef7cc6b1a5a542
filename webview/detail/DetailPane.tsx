import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import type { AdCard, AdSighting, Breakdown } from "../../src/protocol/ads";
import type { LoadMedia, OwnedDetail } from "../../src/protocol/panel";
import { BreakdownChart } from "../charts/BreakdownChart";
import { formatNumber } from "../charts/numbers";
import { adFacts } from "./adFacts";
import { AdHistory } from "./AdHistory";
import { AdTexts } from "./AdTexts";
import { Creatives } from "./Creatives";
import { DetailHeader } from "./DetailHeader";
import { Domain } from "./Domain";
import { Engagement } from "./Engagement";
import { FactTiles } from "./FactTiles";
import type { LinkActions } from "./LinkRow";
import { absentNames } from "./absentNames";
import { OnlyInV1 } from "./OnlyInV1";
import { RawJson } from "./RawJson";
import { Section } from "./Section";
import { Targeting } from "./Targeting";
import { UrlChain } from "./UrlChain";

export interface DetailPaneProps extends LinkActions {
  readonly owned: OwnedDetail;
  /** The opened card: it has a few facts that the detail lacks. */
  readonly card?: AdCard;
  readonly loadMedia: LoadMedia;
  /** What fetching again costs, in words ("100 credits"). */
  readonly refreshPrice: string;
  readonly onCopyText: (text: string) => void;
  readonly onRaw: () => Promise<string>;
  /** All fetches of the ad, oldest first. */
  readonly onHistory: () => Promise<readonly AdSighting[]>;
  readonly onRefresh: () => void;
  readonly onClose: () => void;
}

/** Everything known about one ad; sections that the service did not send are named at the end. */
export function DetailPane(props: DetailPaneProps): JSX.Element {
  const { owned, onClose } = props;
  const { platform, id } = owned.detail.ad;
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  }
  return (
    <section class="detail" aria-label={l10n.t("Ad details")} onKeyDown={onKeyDown}>
      <DetailBody key={`${platform} ${id} ${owned.fetchedAt}`} {...props} />
    </section>
  );
}

function DetailBody(props: DetailPaneProps): JSX.Element {
  const { owned, card, onCopyText } = props;
  const { detail } = owned;
  const { impression, targeting, engagement, domain, urlChain, attachments } = detail;
  return (
    <>
      <DetailHeader {...props} />
      <div class="detail-hero">
        <Creatives {...props} attachments={attachments} />
        <AdTexts {...props} detail={detail} />
      </div>
      <FactTiles facts={adFacts(detail, card)} />
      {engagement && <Engagement engagement={engagement} onCopyText={onCopyText} />}
      <div class="detail-columns">
        {targeting && <Targeting targeting={targeting} onCopyText={onCopyText} />}
        {(impression?.devices ?? domain) && (
          <div class="detail-column">
            {impression?.devices && <Devices devices={impression.devices} onCopyText={onCopyText} />}
            {domain && <Domain domain={domain} onCopyText={onCopyText} />}
          </div>
        )}
      </div>
      <OnlyInV1 {...detail} />
      <AdHistory onHistory={props.onHistory} onCopyText={onCopyText} />
      <UrlChain {...props} chain={urlChain} />
      <RawJson onRaw={props.onRaw} onCopyText={onCopyText} />
      <Footer missing={absentNames(detail, card)} repairs={detail.repairs} />
    </>
  );
}

interface DevicesProps {
  readonly devices: Breakdown;
  readonly onCopyText: (text: string) => void;
}

function Devices({ devices, onCopyText }: DevicesProps): JSX.Element {
  return (
    <Section title={l10n.t("Devices")}>
      <BreakdownChart title={l10n.t("Devices that showed the ad")} breakdown={devices} onCopyText={onCopyText} />
    </Section>
  );
}

function Footer({ missing, repairs }: { missing: readonly string[]; repairs: number }): JSX.Element {
  return (
    <footer class="detail-footer">
      {missing.length > 0 && <p>{l10n.t("Not provided: {0}.", missing.join(", "))}</p>}
      {repairs > 0 && <p>{l10n.t("Unreadable fields, not shown: {0}.", formatNumber(repairs))}</p>}
    </footer>
  );
}
