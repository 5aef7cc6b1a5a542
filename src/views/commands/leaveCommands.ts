import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import { sampleUrl } from "../../protocol/ads";
import { bytesText } from "../../protocol/bytesText";
import { isBaseUrlProblem, parseBaseUrl } from "../../features/connection";
import { storedParts } from "../../features/dataFolder";
import { toFailure } from "../../features/failures";
import { locale } from "../../features/text";
import { agrees } from "../spending";
import { plain } from "../words";
import type { CommandPorts, Handlers } from "./commandIds";

/** Commands that leave the library, and what is kept of it. None takes anything from its caller. */
export const leaveCommands = {
  disconnect,
  leaveSampleLibrary: disconnect,
  deleteEverything,
} satisfies Handlers;

/** Afterwards, no library is connected. Asks what becomes of the key; the sample library has none to keep. */
async function disconnect({ connection, settings }: CommandPorts): Promise<void> {
  const { baseUrl } = settings();
  if (baseUrl === "" || baseUrl === sampleUrl) return connection.disconnect();
  const [keep, remove] = [l10n.t("Disconnect"), l10n.t("Disconnect and Remove API Key")];
  const chosen = await vscode.window.showWarningMessage(
    plain(l10n.t("Disconnect from {0}?", baseUrl)),
    {
      modal: true,
      detail: l10n.t(
        "Nothing more is sent to this library. What you bought, saved searches, and the record of your spending stay. You can connect again at any time.",
      ),
    },
    keep,
    remove,
  );
  if (chosen === undefined) return;
  const url = parseBaseUrl(baseUrl);
  if (chosen === remove && !isBaseUrlProblem(url) && !(await connection.removeKey(url.text))) tellKeyMayStay();
  // Another window may have connected another library meanwhile, which nobody was asked about.
  if (settings().baseUrl === baseUrl) await connection.disconnect();
}

const tellKeyMayStay = () =>
  void vscode.window.showWarningMessage(
    l10n.t("The secret storage did not respond, so it may still have the key. Remove the key again later."),
  );

/** Deletes what this extension keeps on this machine, and starts the window anew. */
async function deleteEverything({ connection, panels, folder, deleteStored, log }: CommandPorts): Promise<void> {
  const bytes = (await storedParts(folder)).reduce((sum, part) => sum + part.bytes, 0);
  const goes = l10n.t(
    "Deleted from this machine: what you bought, imported answers, kept pictures, saved and recent searches, watched searches, decisions about creatives and advertisers, unfinished exports, the record of your spending, the filters of each platform, API keys, and the connection. Fetching answers again costs credits.",
  );
  const stays = l10n.t(
    "Kept: exported files, search files, boards, your other settings, and what the command line stores in its own folder. The service's own record of your credits doesn't change.",
  );
  const windows = l10n.t("Close other windows first. This window reloads.");
  const size = l10n.t("This is {0} in {1}.", bytesText(bytes, locale()), plain(folder));
  const agreed = await agrees({
    words: l10n.t("Delete everything that Ad Library Explorer stores?"),
    detail: [goes, size, stays, windows].join("\n\n"),
    yes: l10n.t("Delete Everything"),
    no: l10n.t("Keep Everything"),
    look: { title: l10n.t("Export Answers (0 credits)"), command: "adLibrary.exportAnswers" },
  });
  if (!agreed) return;
  panels.closeAll();
  const forgotten = await connection.forgetKeys();
  await connection.disconnect();
  // The features have ended even if something couldn't be deleted, so only a reload makes trying again possible.
  await deleteStored().catch(async (error: unknown) => {
    log.error(`deleteEverything: ${String(error)}`);
    const detail = l10n.t("The window reloads when you close this message.");
    await vscode.window.showErrorMessage(toFailure(error).message, { modal: true, detail });
  });
  if (!forgotten) tellKeyMayStay();
  await vscode.commands.executeCommand("workbench.action.reloadWindow");
}
