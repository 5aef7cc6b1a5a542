import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import { FeatureError } from "../../features/failures";
import type { KeepResult } from "../../features/media";
import { figure, locale } from "../../features/text";
import { bytesText } from "../../protocol/bytesText";
import { placeWords } from "../files";
import { openSettings } from "../settings";
import { plain } from "../words";
import type { CommandPorts } from "./commandIds";
import { freeProgress } from "./progress";
import { chosenBoard } from "./reportCommands";

/** Keeping pictures of boards: 0 credits; asks the hosts that the ads name. */
export async function keepPictures({ boards, settings }: CommandPorts, argument: unknown): Promise<KeepResult> {
  const { uri, board } = await chosenBoard(argument);
  if (settings().loadMedia === "never")
    throw new FeatureError("invalidRequest", {
      specifics: l10n.t("Images are turned off in Settings (adLibrary.loadMedia)."),
    });
  const title = l10n.t("Keeping the pictures of {0} (0 credits)", placeWords(uri));
  const result = await freeProgress(title, (signal, say) => {
    const tell = (done: number, of: number) => say(l10n.t("{0} of {1}", figure(done), figure(of)));
    return boards.keepPictures(board, { signal, tell });
  });
  void tellResult(result, settings().keepMediaMaxSizeMb);
  return result;
}

const reasons: Readonly<Record<keyof KeepResult["notKept"], () => string>> = {
  address: () => l10n.t("address not allowed"),
  privateNetwork: () => l10n.t("host in a private network"),
  redirects: () => l10n.t("too many redirects"),
  tooLarge: () => l10n.t("larger than 5 MB"),
  type: () => l10n.t("not a picture"),
  tooManyPixels: () => l10n.t("too many pixels"),
  failed: () => l10n.t("no answer"),
};

async function tellResult({ kept, there, bytes, notKept, left, full }: KeepResult, limit: number): Promise<void> {
  const found = Object.entries(reasons).flatMap(([reason, words]) => {
    const [, count = 0] = Object.entries(notKept).find(([name]) => name === reason) ?? [];
    return count === 0 ? [] : [`${words()} ${figure(count)}`];
  });
  const parts = [
    l10n.t("Pictures kept: {0} ({1}). Kept before: {2}.", figure(kept), bytesText(bytes, locale()), figure(there)),
    found.length === 0 ? "" : l10n.t("Not kept: {0}.", found.join(", ")),
    left === 0 ? "" : l10n.t("Not asked for: {0}.", figure(left)),
    full ? l10n.t("The limit of {0} MB is reached (adLibrary.keepMedia.maxSizeMb).", figure(limit)) : "",
  ];
  const words = plain(parts.filter((part) => part !== "").join(" "));
  const open = l10n.t("Open Settings");
  if (!full) void vscode.window.showInformationMessage(words);
  else if ((await vscode.window.showWarningMessage(words, open)) === open)
    await openSettings("adLibrary.keepMedia.maxSizeMb");
}
