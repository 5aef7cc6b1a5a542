import * as l10n from "@vscode/l10n";
import { pickStep, type StepEnd } from "./steps";

/** Offers V1 for a key that works only there. `back`: enter another key. */
export async function offerV1(origin: string): Promise<StepEnd<true>> {
  const use = {
    label: l10n.t("Connect with V1"),
    detail: l10n.t("The same ads, but V1 can't search all platforms at once."),
  };
  const other = {
    label: l10n.t("Enter another key"),
    detail: l10n.t("Ask the operator of the library to enable your key for V2."),
  };
  const chosen = await pickStep({
    title: l10n.t("This key works with V1 of {0} only", origin),
    placeholder: l10n.t("Free test requests show that your key is not enabled for V2"),
    items: [use, other],
  });
  if (typeof chosen === "string") return chosen;
  return chosen.value === use ? { value: true } : "back";
}
