import * as l10n from "@vscode/l10n";
import type { AdCard, AdDetail } from "../../src/protocol/ads";

/** The names of everything that the contract defines for an ad and the service did not send. */
export function absentNames(detail: AdDetail, card: AdCard | undefined): readonly string[] {
  const { impression, targeting, engagement, domain } = detail;
  const rows: readonly (readonly [string, boolean])[] = [
    [l10n.t("title"), Boolean(detail.title ?? card?.title)],
    [l10n.t("subtitle"), Boolean(detail.subtitle)],
    [l10n.t("description"), Boolean(detail.description)],
    [l10n.t("call to action"), Boolean(detail.callToAction)],
    [l10n.t("advertiser"), Boolean(detail.owner ?? card?.owner)],
    [l10n.t("creatives"), detail.attachments.length > 0],
    [l10n.t("post address"), Boolean(detail.postUrl ?? card?.postUrl)],
    [l10n.t("impressions"), impression?.total !== undefined],
    [l10n.t("days running"), impression?.daysRunning !== undefined],
    [l10n.t("first seen"), Boolean(impression?.firstSeenAt)],
    [l10n.t("last seen"), Boolean(impression?.lastSeenAt)],
    [l10n.t("devices"), Boolean(impression?.devices?.points.length)],
    [l10n.t("targeting"), Boolean(targeting && targeting.cards.length + targeting.tabs.length > 0)],
    [l10n.t("engagement score"), engagement?.score !== undefined],
    [l10n.t("lifetime engagement"), Boolean(engagement?.lifetime)],
    [l10n.t("last month's engagement"), Boolean(engagement?.lastMonth)],
    [l10n.t("redirects"), detail.urlChain.length > 0],
    [l10n.t("domain"), Boolean(domain?.name)],
    [l10n.t("domain visits"), domain?.monthlyVisits !== undefined],
    [l10n.t("domain age"), Boolean(domain?.age)],
    [l10n.t("domain timeline"), Boolean(domain?.timeline?.points.length)],
  ];
  return rows.filter(([, present]) => !present).map(([name]) => name);
}
