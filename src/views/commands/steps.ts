import * as l10n from "@vscode/l10n";
import { AsyncLocalStorage } from "node:async_hooks";
import vscode = require("vscode");

/** How one of several steps ended: with a value, with the back button, or by leaving. */
export type StepEnd<T> = { readonly value: T } | "back" | "left";

export interface StepOf {
  readonly title: string;
  readonly placeholder: string;
  readonly step?: number;
  readonly totalSteps?: number;
  /** Another step follows: the input stays until that is shown, so that no keystroke in between goes elsewhere. */
  readonly more?: boolean;
}

/** The steps of one command: the input that was answered and waits for the next step. */
interface Steps {
  answered?: vscode.QuickInput | undefined;
}

const running = new AsyncLocalStorage<Steps>();

/** Runs a command that may ask in steps, and closes an input whose next step did not come. */
export async function inSteps<T>(command: () => T | Promise<T>): Promise<T> {
  const steps: Steps = {};
  try {
    return await running.run(steps, command);
  } finally {
    steps.answered?.dispose();
  }
}

/** Gives an input its title, its step number, and from the second step on a back button. */
export function dress(
  input: vscode.QuickPick<vscode.QuickPickItem> | vscode.InputBox,
  { title, placeholder, step, totalSteps }: StepOf,
): void {
  input.title = title;
  input.placeholder = placeholder;
  input.step = step;
  input.totalSteps = totalSteps;
  input.ignoreFocusOut = true;
  if (step !== undefined && step > 1) input.buttons = [vscode.QuickInputButtons.Back];
}

/** Shows an input and waits for its end. */
export async function ended<T>(
  input: vscode.QuickInput & { onDidTriggerButton: vscode.Event<vscode.QuickInputButton> },
  onAccept: (done: (value: T) => void) => void,
  more = false,
): Promise<StepEnd<T>> {
  const steps = running.getStore() ?? {};
  const end = await new Promise<StepEnd<T>>((resolve) => {
    onAccept((value) => resolve({ value }));
    input.onDidTriggerButton((button) => {
      if (button === vscode.QuickInputButtons.Back) resolve("back");
    });
    input.onDidHide(() => resolve("left"));
    input.show();
    steps.answered?.dispose();
    steps.answered = undefined;
  });
  if (end === "back" || (end !== "left" && more)) {
    input.busy = true;
    steps.answered = input;
  } else input.dispose();
  return end;
}

interface PickOptions<T> extends StepOf {
  readonly items: readonly T[];
  readonly active?: T;
}

/** Lets a person choose one of `items`. */
export function pickStep<T extends vscode.QuickPickItem>(options: PickOptions<T>): Promise<StepEnd<T>> {
  const pick = vscode.window.createQuickPick<T>();
  dress(pick, options);
  pick.items = options.items;
  pick.matchOnDescription = true;
  if (options.active) pick.activeItems = [options.active];
  return ended<T>(
    pick,
    (done) => {
      pick.onDidAccept(() => {
        const [item] = pick.selectedItems;
        if (item) done(item);
      });
    },
    options.more,
  );
}

/** The same for a command's only or first step, which has no way back; undefined if it was left. */
export async function pickOne<T extends vscode.QuickPickItem>(options: PickOptions<T>): Promise<T | undefined> {
  const chosen = await pickStep(options);
  return typeof chosen === "string" ? undefined : chosen.value;
}

/** Lets a person choose any of `items`. */
export function pickMany<T extends vscode.QuickPickItem>(
  title: string,
  placeHolder: string,
  items: readonly T[],
): Thenable<T[] | undefined> {
  return vscode.window.showQuickPick(items, { title, placeHolder, canPickMany: true, ignoreFocusOut: true });
}

interface TextOptions extends StepOf {
  readonly prompt: string;
  readonly value?: string;
  /** What is wrong with the text, or nothing. */
  readonly check?: (text: string) => string | undefined;
  /** A prompt for the typed text; the last one requested is shown. */
  readonly promptFor?: (text: string) => Promise<string>;
}

/** Asks for a text. */
export function textStep(options: TextOptions): Promise<StepEnd<string>> {
  const box = vscode.window.createInputBox();
  dress(box, options);
  box.prompt = options.prompt;
  box.value = options.value ?? "";
  return ended<string>(
    box,
    (done) => {
      box.onDidChangeValue((text) => {
        box.validationMessage = undefined;
        void options.promptFor?.(text).then((prompt) => {
          if (box.value === text) box.prompt = prompt;
        });
      });
      box.onDidAccept(() => {
        const wrong = options.check?.(box.value);
        if (wrong === undefined) done(box.value);
        else box.validationMessage = wrong;
      });
    },
    options.more,
  );
}

/** The same for a command's only or first step, which has no way back; trimmed, or undefined if it was left. */
export async function askText(options: TextOptions): Promise<string | undefined> {
  const entered = await textStep(options);
  return typeof entered === "string" ? undefined : entered.value.trim();
}

/** Asks for the credit limit of a check. */
export async function askCredits(options: Omit<TextOptions, "placeholder" | "check">): Promise<number | undefined> {
  const entered = await askText({
    ...options,
    placeholder: l10n.t("Credits, such as 300"),
    check: (text) => (/^[1-9]\d{2,8}$/.test(text.trim()) ? undefined : l10n.t("Enter at least 100 credits.")),
  });
  return entered === undefined ? undefined : Number(entered);
}

/** A modal question whose other answer is *Cancel*. */
export async function confirms(words: string, detail: string, yes: string): Promise<boolean> {
  return (await vscode.window.showWarningMessage(words, { modal: true, detail }, yes)) === yes;
}
