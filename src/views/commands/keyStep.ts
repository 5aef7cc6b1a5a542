import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
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

/** An accepted key, with the version it works with; without one, it was accepted although the trial failed. */
export interface TakenKey {
  readonly key: ApiKey;
  readonly version?: ApiVersion;
}

/**
 * Asks for a key, masked, and tries it before accepting it: an error is shown below the box, which stays open for
 * correction. After a failure, a button accepts the key anyway. Leaving the box ends the trial.
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

/** The typed key if it is valid; otherwise the box says why not. */
function typedKey(box: vscode.InputBox): ApiKey | undefined {
  const parsed = parseApiKey(box.value);
  if (!isApiKeyProblem(parsed)) return parsed;
  box.validationMessage = apiKeyProblemText(parsed);
  return undefined;
}

/** The typed key once it worked; a failure is shown below the box, with an offer to accept the key anyway. */
async function tryTyped(
  box: vscode.InputBox,
  trial: KeyTrial,
  left: AbortSignal,
  anyway: vscode.QuickInputButton,
): Promise<TakenKey | undefined> {
  const key = box.busy ? undefined : typedKey(box);
  if (!key) return undefined;
  [box.busy, box.enabled, box.validationMessage] = [true, false, undefined];
  const found = await trial(key, left);
  if (left.aborted) return { key };
  if ("version" in found) return { key, version: found.version };
  [box.busy, box.enabled] = [false, true];
  box.validationMessage = plain(found.failure.message);
  if (!box.buttons.includes(anyway)) box.buttons = [...box.buttons, anyway];
  return undefined;
}
