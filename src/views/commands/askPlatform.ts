import * as l10n from "@vscode/l10n";
import type * as vscode from "vscode";
import type { RecentSearches } from "../../features/searches";
import { platforms, type Platform, type PlatformToken } from "../../protocol/platforms";
import { checkOffered, lackingPlatforms } from "../lacking";
import { pickStep } from "./steps";

interface PlatformPick extends vscode.QuickPickItem {
  readonly platform: Platform;
}

export interface PlatformQuestion {
  readonly title: string;
  readonly totalSteps: number;
  /** The row that Enter picks; by default the platform searched last. */
  readonly active?: PlatformToken;
  /** Only platforms with ad details of their own. */
  readonly withDetails?: boolean;
}

/** Asks for a platform, the one searched last first. Free. @throws {FeatureError} `notInV1` */
export async function askPlatform(
  recent: RecentSearches,
  { title, totalSteps, active, withDetails = false }: PlatformQuestion,
): Promise<PlatformToken | undefined> {
  const last = await recent.lastPlatform();
  const offered = platforms.filter(({ hasDetails }) => hasDetails || !withDetails);
  const ordered = [...offered].sort((a, b) => Number(b.token === last) - Number(a.token === last));
  const lacking = lackingPlatforms();
  const items = ordered.map((platform): PlatformPick => {
    const { token, label, kind } = platform;
    const offer = token === last ? l10n.t("{0}, last searched", kind) : kind;
    return { platform, label, description: lacking.includes(token) ? l10n.t("Not available in V1") : offer };
  });
  const chosen = await pickStep({
    title,
    placeholder: l10n.t("Choose a platform. Nothing is spent yet"),
    ...(totalSteps > 1 && { step: 1, totalSteps, more: true }),
    items,
    ...activeItem(items, active),
  });
  if (typeof chosen === "string") return undefined;
  const { token } = chosen.value.platform;
  checkOffered(token);
  return token;
}

function activeItem(items: readonly PlatformPick[], token: PlatformToken | undefined) {
  const active = items.find(({ platform }) => platform.token === token);
  return active ? { active } : {};
}
