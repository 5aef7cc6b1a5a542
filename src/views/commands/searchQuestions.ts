import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import { FeatureError } from "../../features/failures";
import type { RecentSearches } from "../../features/searches";
import { prices } from "../../protocol/credits";
import { isIndividual, type Platform, platforms, type PlatformToken } from "../../protocol/platforms";
import { readApiVersion } from "../settings";
import { age, noIcons, platformKinds, platformLabel } from "../words";
import { dress, ended, pickOne, type StepEnd } from "./steps";

interface PlatformPick extends vscode.QuickPickItem {
  readonly platform: Platform;
}

interface PlatformQuestion {
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
  const offered = platforms.filter(({ token }) => isIndividual(token) || !withDetails);
  const ordered = [...offered].sort((a, b) => Number(b.token === last) - Number(a.token === last));
  const items = ordered.map((platform): PlatformPick => {
    const { token } = platform;
    const kind = platformKinds[token]();
    const offer = token === last ? l10n.t("{0}, last searched", kind) : kind;
    return {
      platform,
      label: platformLabel(token),
      description: isLacking(token) ? l10n.t("Not available in V1") : offer,
    };
  });
  const chosen = await pickOne({
    title,
    placeholder: l10n.t("Choose a platform. Nothing is spent yet"),
    ...(totalSteps > 1 && { step: 1, totalSteps, more: true }),
    items,
    ...activeItem(items, active),
  });
  if (chosen) checkOffered(chosen.platform.token);
  return chosen?.platform.token;
}

function activeItem(items: readonly PlatformPick[], token: PlatformToken | undefined) {
  const active = items.find(({ platform }) => platform.token === token);
  return active ? { active } : {};
}

/** What to search a platform for: words, or the body of a search that ran before. */
type What = { readonly text: string } | { readonly body: unknown };

/** The typed words, or an earlier search with its body. */
interface WhatPick extends vscode.QuickPickItem {
  readonly body?: object;
}

/**
 * Asks for words, offering the platform's earlier searches; Enter shows its price. `step`: a platform was asked first.
 * The row for the typed words always comes first, and each row keeps its place: Enter picks what the person saw, however
 * fast they typed.
 */
export async function askWhat(recent: RecentSearches, platform: PlatformToken, step: boolean): Promise<StepEnd<What>> {
  checkOffered(platform);
  const ofPlatform = (await recent.list()).filter((each) => each.platform === platform);
  const before = ofPlatform.filter(({ body }) => Object.keys(body).length > 0);
  const price = l10n.t("{0} credits", prices.search);
  const pick = vscode.window.createQuickPick<WhatPick>();
  dress(pick, {
    title:
      platform === "mega"
        ? l10n.t("Search all platforms (press Enter to search for {0} credits)", prices.search)
        : l10n.t("Search {0} (press Enter to search for {1} credits)", platformLabel(platform), prices.search),
    placeholder: l10n.t("Words to search for, or leave empty for all ads"),
    ...(step && { step: 2, totalSteps: 2 }),
  });
  const show = (text: string) => {
    const label = text === "" ? l10n.t("All ads") : l10n.t("Search for “{0}”", noIcons(text));
    const typed: WhatPick = { label, description: price, alwaysShow: true };
    // The words are in the description, which VS Code does not filter by, so that an earlier search never comes between
    // the typed words and Enter.
    const earlier = before.map((each) => ({
      label: "$(history)",
      description: `${noIcons(each.label)} — ${age(each.at)}, ${price}`,
      alwaysShow: each.label.toLowerCase().includes(text.toLowerCase()),
      body: each.body,
    }));
    pick.items = [typed, ...earlier];
    pick.activeItems = [(text === "" ? earlier[0] : undefined) ?? typed];
  };
  show("");
  return ended<What>(pick, (done) => {
    pick.onDidChangeValue((text) => show(text.trim()));
    pick.onDidAccept(() => {
      const [row] = pick.selectedItems;
      if (row) done(row.body ? { body: row.body } : { text: pick.value.trim() });
    });
  });
}

/** Whether the service version in use lacks a platform. */
const isLacking = (platform: PlatformToken) => readApiVersion() === "v1" && !isIndividual(platform);

/** Refuses such a platform before anything else is asked. @throws {FeatureError} `notInV1` */
function checkOffered(platform: PlatformToken): void {
  if (isLacking(platform)) throw new FeatureError("notInV1");
}
