import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import { type ToolName, toolNames } from "../../features/assistants";

/** Answers the tools of VS Code's chat. */
export interface ChatTools {
  /** The question to a person before `buy_plan`. Changes nothing. */
  confirmation(input: unknown): vscode.LanguageModelToolConfirmationMessages;
  invoke(
    tool: ToolName,
    input: unknown,
    cancellation: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult>;
}

/** Registers the tools of the manifest; heavy code is loaded by the first call. */
export function registerTools(tools: () => Promise<ChatTools>): vscode.Disposable {
  return vscode.Disposable.from(
    ...toolNames.map((name) =>
      vscode.lm.registerTool<unknown>(`adlibrary_${name}`, {
        // Without our confirmation, VS Code would decide whether to ask.
        prepareInvocation: async ({ input }) =>
          name === "buy_plan" ? { confirmationMessages: (await tools()).confirmation(input) } : undefined,
        invoke: async ({ input }, cancellation) => (await tools()).invoke(name, input, cancellation),
      }),
    ),
    vscode.window.registerUriHandler({ handleUri: openAdOf }),
  );
}

/** `vscode://ad-library-explorer.ad-library-explorer/ad/tiktok/123`: anyone can make one, so the command asks first. */
async function openAdOf({ path }: vscode.Uri): Promise<void> {
  const [, platform, id] = /^\/ad\/([a-z]+)\/(\d{1,19})$/.exec(path) ?? [];
  if (platform === undefined) {
    void vscode.window.showWarningMessage(l10n.t("This link doesn't name an ad. Copy it again."));
    return;
  }
  await vscode.commands.executeCommand("adLibrary.openAd", { platform, id });
}
