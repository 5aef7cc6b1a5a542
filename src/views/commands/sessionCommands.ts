import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import { FeatureError } from "../../features/failures";
import { prettyJson } from "../../features/text";
import type { SearchAds } from "../../features/search";
import type { Documents } from "../documents";
import type { Panels } from "../panel/panels";
import { PanelTarget, type PanelSession, type ShownSearch } from "../panel/session";
import type { CommandHandler } from "./commandIds";

/** The session a command acts on: that of the panel that started it, or of the last used explorer. */
export function targetSession(panels: Panels, argument: unknown): PanelSession | undefined {
  return argument instanceof PanelTarget ? argument.session : panels.current?.session;
}

/** The search on the screen. @throws {FeatureError} `nothingShown` */
export function shownSearch(panels: Panels, argument: unknown): ShownSearch {
  const shown = targetSession(panels, argument)?.shown;
  if (!shown) throw new FeatureError("nothingShown");
  return shown;
}

/** Commands on the search that an explorer shows. */
export function sessionCommands(
  panels: Panels,
  search: SearchAds,
  documents: Documents,
): Record<"copyAsCurl" | "showRawResponse", CommandHandler> {
  return {
    copyAsCurl: async (argument) => {
      const { frozen } = shownSearch(panels, argument);
      await vscode.env.clipboard.writeText(await search.asCurl(frozen));
      void vscode.window.showInformationMessage(
        l10n.t(
          "Copied. Running it costs 100 credits. The command reads the key from the shell variable AD_LIBRARY_API_KEY.",
        ),
      );
    },
    showRawResponse: async (argument) => {
      const { frozen, pages } = shownSearch(panels, argument);
      const last = pages.at(-1);
      const answer = last && (await search.ownedAnswer(frozen, last.lastHit ?? "", last.page));
      if (!answer) throw new FeatureError("notFound");
      const name = `${frozen.query.platform}/${last.lastHit ?? "0"}/page-${last.page}.json`;
      await documents.show(name, prettyJson(answer.text));
    },
  };
}
