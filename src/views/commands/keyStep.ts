import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import {
  type ApiKey,
  apiKeyProblemText,
  isApiKeyProblem,
  type KeyFinding,
  parseApiKey,
} from "../../features/connection";
import type { ApiVersion } from "../../protocol/apiVersion";
import { plain } from "./boundary";
import { dress, ended, type StepEnd, type StepOf } from "./steps";

/** Tries a key. */
export type KeyTrial = (key: ApiKey, signal: AbortSignal) => Promise<KeyFinding>;

/** A key that was taken, with the version that it works with; without one, it was taken although the trial failed. */
export interface TakenKey {
  readonly key: ApiKey;
  readonly version?: ApiVersion;
}

/**
 * Asks for a key, unseen, and tries it before it is taken: what went wrong stands below the box, which stays open to
 * correct it. After a failure a button takes the key all the same. Leaving the box ends the trial.
 */
export function keyStep(
  options: StepOf & { readonly prompt: string; readonly trial: KeyTrial },
): Promise<StepEnd<TakenKey>> {
  const box = vscode.window.createInputBox();
  dress(box, options);
  box.prompt = options.prompt;
  box.password = true;
  const left = new AbortController();
  const anyway: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon("save"),
    tooltip: l10n.t("Keep this key anyway"),
  };
  const end = ended<TakenKey>(box, (done) => {
    box.onDidChangeValue(() => (box.validationMessage = undefined));
    box.onDidAccept(() => void tryTyped(box, options.trial, left.signal, anyway).then((taken) => taken && done(taken)));
    box.onDidTriggerButton((button) => {
      const key = button === anyway ? typedKey(box) : undefined;
      if (key) done({ key });
    });
  });
  return end.finally(() => left.abort());
}

/** The key that was typed, where it can be one; otherwise the box says why not. */
function typedKey(box: vscode.InputBox): ApiKey | undefined {
  const parsed = parseApiKey(box.value);
  if (!isApiKeyProblem(parsed)) return parsed;
  box.validationMessage = apiKeyProblemText(parsed);
  return undefined;
}

/** The typed key once it worked; a failure is said below the box, and offers to take the key anyway. */
async function tryTyped(
  box: vscode.InputBox,
  trial: KeyTrial,
  left: AbortSignal,
  anyway: vscode.QuickInputButton,
): Promise<TakenKey | undefined> {
  const key = box.busy ? undefined : typedKey(box);
  if (!key) return undefined;
  [box.busy, box.enabled] = [true, false];
  const found = await trial(key, left);
  if (left.aborted) return { key };
  if ("version" in found) return { key, version: found.version };
  [box.busy, box.enabled] = [false, true];
  box.validationMessage = plain(found.failure.message);
  if (!box.buttons.includes(anyway)) box.buttons = [...box.buttons, anyway];
  return undefined;
}
