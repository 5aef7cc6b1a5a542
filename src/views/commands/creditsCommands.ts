import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import * as z from "zod";
import type { Wallet } from "../../features/wallet/wallet";
import { creditsPage } from "../creditsPage";
import type { Documents } from "../documents";
import { plain } from "./boundary";
import type { CommandHandler } from "./commandIds";
import { fileUri, given } from "./given";
import { writeUserFile } from "./userFile";

const format = z.union([
  z.literal("csv"),
  z.strictObject({ format: z.literal("csv") }).transform((named) => named.format),
]);
const target = z.strictObject({ file: z.string() });

/** Commands that show what was spent. */
export function creditsCommands(
  wallet: Wallet,
  documents: Documents,
): Record<"showCredits" | "exportCredits", CommandHandler> {
  return {
    showCredits: async (argument) => {
      const wanted = given(format, argument);
      const report = await wallet.report();
      if (wanted === "csv") return documents.show("credits.csv", report.csv());
      const page = documents.set("credits.md", creditsPage(report, vscode.env.remoteName));
      // The preview is a built-in extension of VS Code that can be switched off.
      return vscode.commands
        .executeCommand("markdown.showPreview", page)
        .then(undefined, () => documents.show("credits.md", creditsPage(report, vscode.env.remoteName)));
    },
    exportCredits: (argument) => exportCredits(wallet, given(target, argument)?.file),
  };
}

async function exportCredits(wallet: Wallet, file: string | undefined): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const uri =
    file !== undefined
      ? fileUri(file)
      : await vscode.window.showSaveDialog({
          filters: { CSV: ["csv"] },
          title: l10n.t("Export Credits (0 credits)"),
          ...(folder && { defaultUri: vscode.Uri.joinPath(folder, "credits.csv") }),
        });
  if (!uri) return;
  await writeUserFile(uri, (await wallet.report()).csv());
  void vscode.window.showInformationMessage(plain(l10n.t("Saved as {0}.", uri.path.split("/").at(-1) ?? "")));
}
