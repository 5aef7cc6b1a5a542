import * as l10n from "@vscode/l10n";
import type { RunDifference } from "../../protocol/runs";
import type { SearchAddress } from "../archive";

/** How the searches of two runs differ. */
export function differencesOf(earlier: SearchAddress, newer: SearchAddress): readonly RunDifference[] {
  return [
    ...(earlier.origin === newer.origin ? [] : ["library" as const]),
    ...(earlier.platform === newer.platform ? [] : ["platform" as const]),
    ...(earlier.version === newer.version ? [] : ["version" as const]),
    ...(earlier.body === newer.body ? [] : ["body" as const]),
  ];
}

/** Why two runs do not belong to the same search, as one sentence per difference. */
export function differenceWords(difference: RunDifference): string {
  switch (difference) {
    case "library":
      return l10n.t("The runs are from different libraries.");
    case "platform":
      return l10n.t("The runs are from different platforms.");
    case "version":
      return l10n.t("The runs are from different versions of the service, which answer differently.");
    case "body":
      return l10n.t("The runs have different filters, words, or sorts.");
  }
}
