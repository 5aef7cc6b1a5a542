import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import type { AdDetails } from "../../features/details";
import type { LibraryClients } from "../../features/connection";
import { FeatureError } from "../../features/failures";
import { labelText } from "../../features/text";
import { detailAct, type FrozenSearch, queryLabel, searchAct, type SearchAds } from "../../features/search";
import type { AllowedSearches, Wallet } from "../../features/wallet";
import type { AdRef } from "../../protocol/ads";
import { platforms } from "../../protocol/platforms";
import { noIcons } from "../noIcons";
import { PanelTarget } from "../panel/session";
import type { CommandHandler } from "./commandIds";

export interface ProgramPorts {
  readonly wallet: Wallet;
  readonly clients: LibraryClients;
  readonly search: SearchAds;
  readonly details: AdDetails;
  readonly allowed: AllowedSearches;
  /** Whether a value is a row of our trees: the object itself, not a copy. */
  readonly isOwnRow: (value: unknown) => boolean;
}

const refusedMs = 10 * 60_000;

/**
 * Paid commands called by a program. VS Code does not identify the caller, so any caller that specifies what it wants,
 * and is not one of our rows or panels, counts as a program: another extension, a task, or a keybinding with arguments.
 */
export class ProgramSpending {
  private asking = false;
  private refusedUntil = 0;
  /** Until when the offer to be asked anyway is not repeated: once is enough. */
  private offeredUntil = 0;

  constructor(private readonly ports: ProgramPorts) {}

  /** Whether an argument may have come from a program. Without an argument, a person is asked what is wanted. */
  isProgram(argument: unknown): boolean {
    if (argument === undefined || argument === null || argument instanceof PanelTarget) return false;
    return !this.ports.isOwnRow(argument);
  }

  /**
   * Asks a person to agree to a search, unless it is owned, from the sample library, or always allowed.
   * @param question set if a person may have started it as well @throws {FeatureError}
   */
  async agreeToSearch(frozen: FrozenSearch, question?: string): Promise<void> {
    const { search, allowed, wallet } = this.ports;
    const act = searchAct(frozen);
    const { address } = frozen;
    if (act.sample || (await search.owned(frozen).catch(() => [])).length > 0) return;
    if (await allowed.has(address)) return;
    const always = l10n.t("Always Allow This Search");
    const words = l10n.t(
      "“{0}” remembers this exact search on this machine. To undo this, run “Ad Library: Revoke Allowed Searches”.",
      always,
    );
    const chosen = await this.ask(act.credits, [labelText(act.words), words], [always], question);
    if (chosen === always) {
      const { origin, version, platform, body } = address;
      await allowed.add({ origin, version, platform, body, label: queryLabel(frozen.query) || body });
    }
    wallet.agree(act);
  }

  /** The same for the details of an ad. @throws {FeatureError} */
  async agreeToAd(ad: AdRef): Promise<void> {
    const { clients, details, wallet } = this.ports;
    const act = detailAct(ad, clients.libraryName(), clients.version);
    if (act.sample || (await details.ownedAmong([ad]).catch(() => [])).length > 0) return;
    await this.ask(act.credits, [labelText(act.words)], []);
    wallet.agree(act);
  }

  /** The same for an export of so many credits at most. @throws {FeatureError} */
  async agreeToExport(credits: number, frozen: FrozenSearch, label: string): Promise<void> {
    const { sample, words } = searchAct(frozen);
    if (credits > 0 && !sample) await this.ask(credits, [label, labelText(words)], []);
  }

  /**
   * Whether a person who refuses programs wants to be asked about this one act, which may be their own click (VS Code
   * does not say). This agrees to nothing: the question follows, and everything else stays refused.
   */
  private async asksAllTheSame(): Promise<boolean> {
    if (Date.now() < this.offeredUntil) return false;
    this.offeredUntil = this.refusedUntil;
    const until = new Date(this.refusedUntil).toLocaleTimeString();
    const words = l10n.t("You refused requests to spend credits until {0}. Did you start this run yourself?", until);
    const ask = l10n.t("Ask Me");
    const chosen = await vscode.window.showInformationMessage(words, ask);
    if (chosen !== ask) throw new FeatureError("declined", { charge: "none" });
    this.offeredUntil = 0;
    return true;
  }

  /** One question at a time: a program that asks meanwhile is refused, so there are never a hundred dialogs. */
  private async ask(credits: number, words: readonly string[], more: readonly string[], own?: string): Promise<string> {
    if (Date.now() < this.refusedUntil && !(own !== undefined && (await this.asksAllTheSame()))) {
      const specifics = new Date(this.refusedUntil).toLocaleTimeString();
      throw new FeatureError("programRefused", { charge: "none", specifics });
    }
    const question =
      own ?? l10n.t("A keybinding or another extension wants to spend {0} credits.", credits.toLocaleString());
    if (this.asking) throw new FeatureError("programRefused", { charge: "none" });
    this.asking = true;
    try {
      const spend = l10n.t("Spend {0} Credits", credits.toLocaleString());
      const refuse = l10n.t("Refuse for 10 Minutes");
      // A modal dialog, because no command can answer it, whereas commands can accept a QuickPick item. Its first
      // button is the default, in case a key was meant for something else.
      const chosen = await vscode.window.showWarningMessage<vscode.MessageItem>(
        question,
        { modal: true, detail: words.join("\n\n") },
        ...[refuse, spend, ...more].map((title) => ({ title })),
        { title: l10n.t("Don't Spend"), isCloseAffordance: true },
      );
      if (chosen?.title === refuse) this.refusedUntil = Date.now() + refusedMs;
      if (chosen?.title !== spend && !more.includes(chosen?.title ?? "")) throw declined();
      return chosen?.title ?? "";
    } finally {
      this.asking = false;
    }
  }
}

const declined = () => new FeatureError("declined", { charge: "none" });

const nameOf = (platform: string) => platforms.find(({ token }) => token === platform)?.label ?? platform;

/** Removes searches from the list of those that programs may run. */
export function allowedSearchCommands(allowed: AllowedSearches): Record<"revokeAllowedSearches", CommandHandler> {
  return {
    revokeAllowedSearches: async () => {
      const items = (await allowed.list()).map((search) => ({
        search,
        label: noIcons(search.label),
        description: [nameOf(search.platform), search.origin].join(" · "),
      }));
      if (items.length === 0)
        return void vscode.window.showInformationMessage(
          l10n.t(
            "No searches are allowed to run without asking. Keybindings and other extensions always need your approval.",
          ),
        );
      const chosen = await vscode.window.showQuickPick(items, {
        title: l10n.t("Revoke Allowed Searches"),
        placeHolder: l10n.t("Select searches that need your approval again"),
        canPickMany: true,
      });
      if (!chosen || chosen.length === 0) return;
      await allowed.revoke(chosen.map(({ search }) => search));
      void vscode.window.showInformationMessage(
        chosen.length === 1
          ? l10n.t("The search needs your approval again.")
          : l10n.t("{0} searches need your approval again.", chosen.length),
      );
    },
  };
}
