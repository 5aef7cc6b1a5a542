import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import type { Engine } from "../../features/engine";
import { FeatureError } from "../../features/failures";
import { detailAct, type FrozenSearch, searchAct } from "../../features/search";
import { searchFileEnding } from "../../features/searchFiles";
import { figure, labelText } from "../../features/text";
import type { AllowedSearches, SpendingAct } from "../../features/wallet";
import type { AdRef } from "../../protocol/ads";
import { platforms } from "../../protocol/platforms";
import { PanelTarget } from "../panel/session";
import type { Refusals } from "../spending";
import { noIcons, platformLabel, searchWords, watchWords } from "../words";
import { pickMany } from "./steps";

export interface ProgramPorts extends Pick<Engine, "wallet" | "clients" | "search" | "details" | "watches"> {
  readonly allowed: AllowedSearches;
  readonly refusals: Refusals;
}

/**
 * Who called a paid command (VS Code does not identify the caller). A `person` used one of our panels. A `row` of our
 * trees was clicked, or named by a program: VS Code gives rows to any extension that knows their IDs. A `program`
 * specified what it wants: another extension, a task, or a keybinding with arguments. A `picker` was asked step by step;
 * any extension can open and accept pickers, too.
 */
export type Caller = "person" | "row" | "picker" | "program";

/** Paid commands whose caller may be a program. */
export class ProgramSpending {
  private asking = false;
  /** Until when the offer to be asked anyway is not repeated: once is enough. */
  private offeredUntil = 0;

  constructor(private readonly ports: ProgramPorts) {}

  callerOf(argument: unknown): Caller {
    if (argument instanceof PanelTarget) return "person";
    if (namesNoSearch(argument)) return "picker";
    return isRow(argument) ? "row" : "program";
  }

  /** Asks a person to agree to a search, unless it is bought, from the sample library, or always allowed. */
  async agreeToSearch(frozen: FrozenSearch, caller: Caller, pages = 1): Promise<void> {
    const { search, allowed, wallet } = this.ports;
    if (frozen.unfit) throw new FeatureError("invalidRequest", { problems: frozen.unfit });
    const act = searchAct(frozen);
    const { address } = frozen;
    if (!this.mustAsk(caller) || act.sample || (await search.bought(frozen).catch(() => [])).length > 0) return;
    if (await allowed.has(address)) return;
    const always = l10n.t("Always Allow This Search");
    const words = l10n.t(
      "“{0}” remembers this exact search on this machine. To undo this, run “Ad Library: Revoke Allowed Searches”.",
      always,
    );
    const credits = act.credits * pages;
    const chosen = await this.ask(credits, [searchWords(act, pages), words], caller, undefined, [always]);
    if (chosen === always) {
      const { origin, version, platform, body } = address;
      await allowed.add({ origin, version, platform, body, label: frozen.label || body });
    }
    wallet.agree(act, credits);
  }

  /** The same for the details of an ad. @throws {FeatureError} */
  async agreeToAd(ad: AdRef, caller: Caller): Promise<void> {
    const { clients, details, wallet } = this.ports;
    const act = detailAct(ad, clients.libraryName(), clients.version);
    if (!this.mustAsk(caller) || act.sample) return;
    if ((await details.boughtAmong([ad]).catch(() => [])).length > 0) return;
    await this.ask(act.credits, [labelText(act.words)], caller);
    wallet.agree(act);
  }

  /** The same for several requests of so many credits at most. @returns whether a person agreed @throws {FeatureError} */
  async agreeToPlan(
    credits: number,
    { sample, words }: Pick<SpendingAct, "sample" | "words">,
    label: string,
    caller: Caller,
    question?: string,
  ): Promise<boolean> {
    if (!this.mustAsk(caller) || credits === 0 || sample) return false;
    await this.ask(credits, [label, labelText(words)], caller, question);
    return true;
  }

  /** A click in our panel is its own agreement, and so is a picker unless programs are refused. */
  private mustAsk(caller: Caller): boolean {
    return caller === "program" || caller === "row" || (caller === "picker" && this.ports.refusals.isOn);
  }

  /**
   * Whether a person who refuses programs wants to be asked about this one act, which may be their own click (VS Code
   * does not say). This agrees to nothing: the question follows, and everything else stays refused.
   */
  private async asksAllTheSame(): Promise<boolean> {
    if (Date.now() < this.offeredUntil) return false;
    const { refusals } = this.ports;
    this.offeredUntil = refusals.until;
    const words = l10n.t(
      "You refused requests to spend credits until {0}. Did you start this yourself?",
      refusals.time(),
    );
    const ask = l10n.t("Ask Me");
    const chosen = await vscode.window.showInformationMessage(words, ask);
    if (chosen !== ask) throw new FeatureError("declined", { charge: "none" });
    this.offeredUntil = 0;
    return true;
  }

  /** One question at a time: a program that asks meanwhile is refused, so there are never a hundred dialogs. */
  private async ask(
    credits: number,
    words: readonly string[],
    caller: Caller,
    own = caller !== "program" ? l10n.t("Spend {0} credits?", figure(credits)) : undefined,
    more: readonly string[] = [],
  ): Promise<string> {
    const { refusals, wallet } = this.ports;
    if (refusals.isOn && !(own !== undefined && (await this.asksAllTheSame()))) refusals.check();
    await wallet.refuse({ credits, sample: false });
    const question = own ?? l10n.t("A keybinding or another extension wants to spend {0} credits.", figure(credits));
    if (this.asking) throw new FeatureError("programRefused", { charge: "none" });
    this.asking = true;
    try {
      const spend = l10n.t("Spend {0} Credits", figure(credits));
      const refuse = l10n.t("Refuse for 10 Minutes");
      const dont = { title: l10n.t("Don't Spend"), isCloseAffordance: true };
      // A modal dialog, because no command can answer it, whereas commands can accept a QuickPick item. Its first
      // button is the default, in case a key was meant for something else.
      const buttons = [spend, ...more].map((title) => ({ title }));
      const chosen = await vscode.window.showWarningMessage<vscode.MessageItem>(
        question,
        { modal: true, detail: words.join("\n\n") },
        ...(own === undefined ? [{ title: refuse }, ...buttons, dont] : [dont, ...buttons]),
      );
      if (chosen?.title === refuse) refusals.refuse();
      if (chosen?.title !== spend && !more.includes(chosen?.title ?? "")) throw declined();
      return chosen?.title ?? "";
    } finally {
      this.asking = false;
    }
  }
}

/** Nothing, what a toolbar belongs to, or the row of a platform: a person is asked for the rest. */
function namesNoSearch(argument: unknown): boolean {
  if (argument === undefined || argument === null) return true;
  if (argument instanceof vscode.Uri) return !argument.path.endsWith(searchFileEnding);
  return platforms.some((platform) => platform === argument);
}

const isRow = (argument: unknown) => typeof argument === "object" && argument !== null && "kind" in argument;

const declined = () => new FeatureError("declined", { charge: "none" });

/** Removes searches from the list of those that programs may run. */
export async function revokeAllowedSearches({ allowed, watches }: ProgramPorts): Promise<void> {
  const checks = (await watches.list()).filter((watch) => watch.allowed);
  const items = [
    ...(await allowed.list()).map((search) => ({
      ...{ search, owner: undefined, label: noIcons(search.label) },
      description: [platformLabel(search.platform), search.origin].join(" · "),
    })),
    ...checks.map(({ owner, name, every, credits }) => ({
      ...{ search: undefined, owner, label: noIcons(name) },
      description: l10n.t("{0}, up to {1} credits", watchWords[every](), figure(credits)),
    })),
  ];
  if (items.length === 0)
    return void vscode.window.showInformationMessage(
      l10n.t(
        "No searches are allowed to run without asking. Keybindings and other extensions always need your approval.",
      ),
    );
  const placeholder = l10n.t("Select searches that need your approval again");
  const chosen = await pickMany(l10n.t("Revoke Allowed Searches"), placeholder, items);
  if (!chosen || chosen.length === 0) return;
  await allowed.revoke(chosen.flatMap(({ search }) => search ?? []));
  for (const { owner } of chosen) if (owner !== undefined) await watches.revoke(owner);
  void vscode.window.showInformationMessage(
    chosen.length === 1
      ? l10n.t("The search needs your approval again.")
      : l10n.t("{0} searches need your approval again.", chosen.length),
  );
}
