import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import { FeatureError } from "../features/failures";
import { figure, locale } from "../features/text";
import { reasonWords, type SpendingReasons } from "../features/wallet";
import { writeSetting } from "./settings";

const refusedMs = 10 * 60_000;

/** A person's *Refuse for 10 Minutes*, for programs and assistants alike. */
export class Refusals {
  until = 0;

  get isOn(): boolean {
    return Date.now() < this.until;
  }

  refuse(): void {
    this.until = Date.now() + refusedMs;
  }

  /** @throws {FeatureError} `programRefused` while everything is refused */
  check(): void {
    if (this.isOn) throw new FeatureError("programRefused", { charge: "none", specifics: this.time() });
  }

  /** When it ends, on the clock. */
  time(): string {
    return new Date(this.until).toLocaleTimeString(locale());
  }
}

/**
 * Makes the question before spending, if a limit, a damaged ledger or a lost answer gives reason to. The first button
 * is VS Code's default. It spends only if a person's own click exceeds `confirmAbove` and nothing else is wrong.
 */
export function confirmSpending(refusals: Refusals, onContainerKnown: () => void) {
  return async (credits: number, label: string, sample: boolean, reasons: SpendingReasons): Promise<boolean> => {
    const words = sample
      ? l10n.t("Spend {0} sample credits? You won't be charged.", figure(credits))
      : l10n.t("Spend {0} credits?", figure(credits));
    const detail = [label, ...reasonWords(reasons)].filter(Boolean).join("\n\n");
    const yes = l10n.t("Spend {0} Credits", figure(credits));
    const no = l10n.t("Don't Spend");
    const refuse = l10n.t("Refuse for 10 Minutes");
    const onlyLimit = Object.keys(reasons).every((reason) => reason === "limit");
    const [folder, look] = [l10n.t("Choose Folder…"), l10n.t("Show Credits")];
    // A stray Enter presses the first.
    const first = [...(reasons.inContainer ? [folder] : []), ...(reasons.assistant === undefined ? [] : [refuse])];
    const others = onlyLimit ? [] : first.length > 0 ? first : [look];
    const buttons = [...[...others, yes].map((title) => ({ title })), { title: no, isCloseAffordance: true }];
    const chosen = (await vscode.window.showWarningMessage(words, { modal: true, detail }, ...buttons))?.title;
    if (chosen === refuse) refusals.refuse();
    if (chosen === folder) await chooseDataFolder();
    if (chosen === look) await vscode.commands.executeCommand("adLibrary.showCredits");
    if (chosen === yes && reasons.inContainer) onContainerKnown();
    return chosen === yes;
  };
}

/** Asks for a folder for all that is stored. The window offers a reload then. */
async function chooseDataFolder(): Promise<void> {
  const title = l10n.t("Choose a folder that the container mounts");
  const [uri] = (await vscode.window.showOpenDialog({ canSelectFiles: false, canSelectFolders: true, title })) ?? [];
  if (uri) await writeSetting("dataFolder", uri.fsPath);
}

interface Question {
  readonly words: string;
  readonly detail: string;
  readonly yes: string;
  readonly no: string;
  /** What a stray Enter may start. If absent, it shows the credits. */
  readonly look?: { readonly title: string; readonly command: string };
}

const showCredits = () => ({ title: l10n.t("Show Credits"), command: "adLibrary.showCredits" });

/**
 * Asks a person to agree to something that may cost credits. One button declines, and so does closing the question. VS
 * Code makes the first of the others the default, so that one only looks: a key meant for something else agrees to nothing.
 */
export async function agrees({ words, detail, yes, no, look = showCredits() }: Question): Promise<boolean> {
  const buttons = [{ title: look.title }, { title: yes }, { title: no, isCloseAffordance: true }];
  const chosen = (await vscode.window.showWarningMessage(words, { modal: true, detail }, ...buttons))?.title;
  if (chosen === look.title) await vscode.commands.executeCommand(look.command);
  return chosen === yes;
}
