import * as l10n from "@vscode/l10n";
import type { ExportStop } from "./exportTypes";

/** Why an export stopped before its end, as a sentence; "" if it is complete. */
export const stopWords: Readonly<Record<ExportStop, () => string>> = {
  end: () => "",
  asked: () => "",
  cap: () => l10n.t("Stopped: the credits you agreed to are used up."),
  cancelled: () => l10n.t("Canceled before the end."),
  failed: () => l10n.t("Stopped before the end."),
  barren: () => l10n.t("Stopped: the service kept returning no new ads."),
  missing: () => l10n.t("Stopped: a page is no longer in the archive."),
  noSnapshot: () =>
    l10n.t("Stopped after page 1: the service returned no snapshot ID, so later pages can't be requested."),
  unclearNextPage: () => l10n.t("Stopped: the service didn't clearly say whether there is another page."),
  otherPageReturned: () => l10n.t("Stopped: the service returned a different page than the one requested."),
};
