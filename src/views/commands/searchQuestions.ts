import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import { FeatureError } from "../../features/failures";
import type { RecentSearches } from "../../features/searches";
import { prices } from "../../protocol/credits";
import { isIndividual, type Platform, platforms, type PlatformToken } from "../../protocol/platforms";
import { readApiVersion } from "../settings";
import { age, noIcons, platformKinds, platformLabel } from "../words";
import { dress, ended, pickStep, type StepEnd, type StepOf } from "./steps";

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

/** What to search a platform for: words, or the body of a search that ran before. */
type What = { readonly text: string } | { readonly body: unknown };

/**
 * Asks for words, offering the platform's earlier searches; Enter shows its price. `step`: a platform was asked first.
 */
export async function askWhat(recent: RecentSearches, platform: PlatformToken, step: boolean): Promise<StepEnd<What>> {
  checkOffered(platform);
  const label = platformLabel(platform);
  const before = (await recent.list()).filter((each) => each.platform === platform && !isAll(each.body));
  const price = l10n.t("{0} credits", prices.search);
  const ended = await textOrRecentStep({
    title:
      platform === "mega"
        ? l10n.t("Search all platforms (press Enter to search for {0} credits)", prices.search)
        : l10n.t("Search {0} (press Enter to search for {1} credits)", label, prices.search),
    placeholder: l10n.t("Words to search for, or leave empty for all ads"),
    ...(step && { step: 2, totalSteps: 2 }),
    recent: before.map((each) => ({ label: each.label, description: `${age(each.at)}, ${price}`, search: each.body })),
    rowFor: (text) => ({
      label: text === "" ? l10n.t("All ads") : l10n.t("Search for “{0}”", noIcons(text)),
      description: price,
    }),
  });
  if (typeof ended === "string") return ended;
  return { value: "recent" in ended.value ? { body: ended.value.recent } : ended.value };
}

function isAll(body: object): boolean {
  return Object.keys(body).length === 0;
}

/** A search that ran before, as a row. */
interface RecentRow<T> {
  readonly label: string;
  readonly description: string;
  readonly search: T;
}

/** What a person wants: the typed words, or an earlier search. */
type TextOrRecent<T> = { readonly text: string } | { readonly recent: T };

interface Row<T> extends vscode.QuickPickItem {
  readonly recent?: RecentRow<T>;
}

/**
 * Asks for words and offers earlier searches. The row for the typed words always comes first, and each row keeps its
 * place: Enter picks what the person saw, however fast they typed.
 */
function textOrRecentStep<T>(
  options: StepOf & {
    readonly recent: readonly RecentRow<T>[];
    readonly rowFor: (text: string) => vscode.QuickPickItem;
  },
): Promise<StepEnd<TextOrRecent<T>>> {
  const pick = vscode.window.createQuickPick<Row<T>>();
  dress(pick, options);
  const show = (text: string) => {
    const typed: Row<T> = { ...options.rowFor(text), alwaysShow: true };
    const recent = options.recent.map((row) => recentRow(row, text));
    pick.items = [typed, ...recent];
    const first = text === "" ? (recent[0] ?? typed) : typed;
    pick.activeItems = [first];
  };
  show("");
  return ended<TextOrRecent<T>>(pick, (done) => {
    pick.onDidChangeValue((text) => show(text.trim()));
    pick.onDidAccept(() => {
      const [row] = pick.selectedItems;
      if (row?.recent) done({ recent: row.recent.search });
      else if (row) done({ text: pick.value.trim() });
    });
  });
}

/**
 * The words are in the description, which VS Code does not filter by, so that an earlier search never comes between the
 * typed words and Enter.
 */
function recentRow<T>(recent: RecentRow<T>, text: string): Row<T> {
  const found = recent.label.toLowerCase().includes(text.toLowerCase());
  return {
    label: "$(history)",
    description: `${noIcons(recent.label)} — ${recent.description}`,
    alwaysShow: found,
    recent,
  };
}

/** Whether the service version in use lacks a platform. */
const isLacking = (platform: PlatformToken) => readApiVersion() === "v1" && !isIndividual(platform);

/** Refuses such a platform before anything else is asked. @throws {FeatureError} `notInV1` */
function checkOffered(platform: PlatformToken): void {
  if (isLacking(platform)) throw new FeatureError("notInV1");
}
