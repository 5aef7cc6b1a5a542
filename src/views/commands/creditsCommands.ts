import { join } from "node:path";
import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import * as z from "zod";
import type { AdDetails } from "../../features/details";
import { figure, labelText } from "../../features/text";
import type { CreditsReport } from "../../features/wallet";
import { sampleUrl } from "../../protocol/ads";
import { prettyJson, writeExact } from "../../protocol/exactJson";
import { platforms } from "../../protocol/platforms";
import { creditsMarkdown } from "../creditsMarkdown";
import { askSave, fileUri, nameOfFile, writeUserFile } from "../files";
import { agrees } from "../spending";
import { editorVariables } from "../terminals";
import { plain } from "../words";
import { given } from "./boundary";
import type { CommandPorts, Handlers } from "./commandIds";

const format = z.union([
  z.literal("csv"),
  z.strictObject({ format: z.literal("csv") }).transform((named) => named.format),
]);
const target = z.strictObject({ file: z.string() });

/** Commands that show what was spent, and decide what assistants may spend. */
export const creditsCommands = {
  showCredits: async ({ wallet, details, documents, watches, settings }, argument) => {
    const wanted = given(format, argument);
    const report = await wallet.report();
    if (wanted === "csv") return documents.show("credits.csv", report.csv(settings().csvSeparator));
    const titles = await titlesOf(report, details);
    const allowed = (await watches.list()).filter((watch) => watch.allowed);
    const text = creditsMarkdown(report, await wallet.assistants.today(), titles, vscode.env.remoteName, allowed);
    return documents.preview("credits.md", text);
  },
  copyMcpConfiguration,
  stopAssistants: async ({ wallet }) => {
    await wallet.assistants.stop();
    void tellStopped();
  },
  allowAssistants,
  exportCredits,
} satisfies Handlers;

const mostTitles = 500;

/** Titles of the paid ads, as far as the connected library's archive has them. */
async function titlesOf({ service, sample }: CreditsReport, details: AdDetails): Promise<ReadonlyMap<string, string>> {
  const names = [...service.labels, ...sample.labels].filter(({ what }) => what === "adDetail").slice(0, mostTitles);
  const found = names.map(async ({ name, platform }) => {
    const token = platforms.find((known) => known.token === platform)?.token;
    const id = name.slice(platform.length + 1);
    const bought = token && (await details.bought({ platform: token, id }).catch(() => undefined));
    const title = bought?.detail.title;
    return title === undefined ? [] : [[name, labelText(title)] as const];
  });
  return new Map((await Promise.all(found)).flat());
}

/** What the command line takes these variables for if they are not set. */
const assumed: ReadonlyMap<string, string> = new Map([
  ["AD_LIBRARY_API_VERSION", "v2"],
  ["AD_LIBRARY_DAILY_BUDGET", "0"],
  ["AD_LIBRARY_LINKED", ""],
  ["AD_LIBRARY_SEGMENTS", ""],
]);

/** What an MCP client needs to start the server through the command that terminals have; the key is left to the person. */
async function copyMcpConfiguration({ settings, folder, programs }: CommandPorts) {
  const baseUrl = settings().baseUrl || sampleUrl;
  const variables = Object.entries({
    ...editorVariables(folder, vscode.env.uriScheme, settings()),
    AD_LIBRARY_URL: baseUrl,
    ...(baseUrl !== sampleUrl && { AD_LIBRARY_API_KEY: "<API key>" }),
  });
  // Not every client starts batch files.
  const [command, ...first] =
    process.platform === "win32" ? ["cmd", "/c", join(programs, "ad-library.cmd")] : [join(programs, "ad-library")];
  const env = Object.fromEntries(variables.filter(([name, value]) => value !== assumed.get(name)));
  const server = { command, args: [...first, "mcp", "--max-credits", "0"], env };
  await vscode.env.clipboard.writeText(`${prettyJson(writeExact({ mcpServers: { "ad-library": server } }))}\n`);
  void vscode.window.showInformationMessage(
    l10n.t(
      "Copied. Paste it into your MCP client's configuration, and enter your API key there. The client may spend 0 credits until you raise --max-credits.",
    ),
  );
}

/** Asks first, because the assistants concerned could run the command themselves. */
async function allowAssistants({ wallet }: CommandPorts): Promise<void> {
  const { allowance } = await wallet.assistants.today();
  const words =
    allowance > 0
      ? l10n.t("In VS Code, they may spend up to {0} credits a day.", figure(allowance))
      : l10n.t("In VS Code, they still can't spend, because adLibrary.assistantAllowance is 0.");
  const allowed = await agrees({
    words: l10n.t("Let assistants spend again, up to their allowance?"),
    detail: `${words} ${l10n.t("MCP clients keep the limit that they were started with.")}`,
    yes: l10n.t("Allow"),
    no: l10n.t("Keep Stopped"),
  });
  if (allowed) await wallet.assistants.allow();
}

/** Reports it once, with a button to undo it. */
async function tellStopped(): Promise<void> {
  const again = l10n.t("Allow Again");
  const words = l10n.t(
    "Assistants can no longer spend in any window or client on this machine. Their plans are revoked.",
  );
  const chosen = await vscode.window.showInformationMessage(words, again);
  if (chosen) await vscode.commands.executeCommand("adLibrary.allowAssistants");
}

async function exportCredits({ wallet, settings }: CommandPorts, argument: unknown): Promise<void> {
  const file = given(target, argument)?.file;
  const title = l10n.t("Export Credits (0 credits)");
  const uri = file === undefined ? await askSave(title, "credits.csv", { CSV: ["csv"] }) : fileUri(file);
  if (!uri) return;
  await writeUserFile(uri, (await wallet.report()).csv(settings().csvSeparator));
  void vscode.window.showInformationMessage(plain(l10n.t("Saved as {0}.", nameOfFile(uri))));
}
