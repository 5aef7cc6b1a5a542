import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { AdDetails } from "../../features/details";
import { FeatureError } from "../../features/failures";
import type { LibraryClients } from "../../features/connection";
import type { RecentSearches } from "../../features/searches";
import type { Settings } from "../../features/settings";
import type { AdRef } from "../../protocol/ads";
import { prices } from "../../protocol/credits";
import { platforms, type PlatformToken } from "../../protocol/platforms";
import type { Panels } from "../panel/panels";
import { askPlatform } from "./askPlatform";
import type { CommandHandler } from "./commandIds";
import { given, givenPlatform } from "./given";
import type { ProgramSpending } from "./programSpending";
import { textStep } from "./steps";

export interface OpenAdPorts {
  readonly clients: LibraryClients;
  readonly panels: Panels;
  readonly details: AdDetails;
  readonly recent: RecentSearches;
  readonly settings: () => Settings;
  readonly program: ProgramSpending;
}

const digits = /^(?:0|[1-9]\d{0,38})$/;
/** An id as digits: a number is accepted only if it is exact. */
const wanted = z.strictObject({
  platform: z.string(),
  id: z.union([z.string().regex(digits), z.int().nonnegative().transform(String)]),
});

/** Opens one ad by platform and id: paid unless it is owned. */
export function openAdCommand(ports: OpenAdPorts): Record<"openAd", CommandHandler> {
  return { openAd: (argument) => openAd(ports, argument) };
}

async function openAd(ports: OpenAdPorts, argument: unknown): Promise<unknown> {
  ports.clients.libraryName();
  const named = given(wanted, argument);
  const ad = named
    ? { platform: givenPlatform(named.platform, ports.settings().segments), id: named.id }
    : await askAd(ports);
  if (!ad) return undefined;
  if (!hasDetails(ad.platform)) throw new FeatureError("noDetails");
  if (named) await ports.program.agreeToAd(ad);
  const panel = await ports.panels.show(ad.platform);
  const opened = await panel.openAd(ad);
  return opened && { ...ad, title: opened.detail.title, fetchedAt: opened.fetchedAt, owned: opened.owned };
}

function hasDetails(platform: PlatformToken): boolean {
  return platforms.some((each) => each.token === platform && each.hasDetails);
}

/** Asks for platform, then id, with a way back; Enter shows its price. */
async function askAd({ recent, details }: OpenAdPorts): Promise<AdRef | undefined> {
  const title = l10n.t("Open Ad");
  let platform: PlatformToken | undefined;
  for (;;) {
    platform = await askPlatform(recent, {
      title,
      totalSteps: 2,
      withDetails: true,
      ...(platform && { active: platform }),
    });
    if (!platform) return undefined;
    const id = await askId(details, platform, title);
    if (id === "left") return undefined;
    if (id !== "back") return { platform, id: id.value.trim() };
  }
}

function askId(details: AdDetails, platform: PlatformToken, title: string) {
  const paid = l10n.t("Opens the details for {0} credits, or for 0 credits if you own them", prices.adDetail);
  return textStep({
    title,
    placeholder: l10n.t("ID of the ad, digits only"),
    prompt: paid,
    step: 2,
    totalSteps: 2,
    check: (text) => (digits.test(text.trim()) ? undefined : l10n.t("An ad ID has only digits.")),
    promptFor: async (text) => {
      const id = text.trim();
      const owned = digits.test(id) && (await details.ownedAmong([{ platform, id }])).length > 0;
      return owned ? l10n.t("Opens the details, which you own, for 0 credits") : paid;
    },
  });
}
