import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import * as z from "zod";
import { replaceable } from "../../features/disk";
import { roughlyDecoded } from "../../features/text";
import { boardEnding, isReport, pictureFolder, readBoard, reportEndings } from "../../features/boards";
import { FeatureError } from "../../features/failures";
import { askSave, fileUri, nameOfFile, placeWords, readUserBytes, replaceUserFile, tellFile } from "../files";
import { errorWords } from "../searchFiles/workspaceBoards";
import { adsText, plain } from "../words";
import { given } from "./boundary";
import type { CommandPorts, Handlers } from "./commandIds";

const wantedReport = z.strictObject({ board: z.string().min(1).optional(), file: z.string().min(1).optional() });
const wantedFile = z.strictObject({ file: z.string().min(1).optional() });
/** A row of the tree. */
const boardRow = z.object({
  kind: z.literal("board"),
  row: z.object({ uri: z.custom<vscode.Uri>((value) => value instanceof vscode.Uri) }),
});

/** Commands on a board and its reports. They cost nothing and ask the service nothing. */
export const reportCommands = {
  writeReport,
  verifyReport,
  openBoard: async (_, argument) => {
    await vscode.commands.executeCommand("vscode.openWith", askedBoard(argument).uri, "adLibrary.board");
  },
} satisfies Handlers;

/** A file that the argument is, with this ending, or the one in front. */
function fileIn(argument: unknown, ending: string): vscode.Uri | undefined {
  const uri = argument instanceof vscode.Uri ? argument : (vscode.window.activeTextEditor?.document.uri ?? inFront());
  return uri?.path.endsWith(ending) ? uri : undefined;
}

/** The board that the argument names, or the one in front. @throws {FeatureError} */
function askedBoard(argument: unknown) {
  const row = boardRow.safeParse(argument).data?.row.uri;
  const asked = row ? undefined : given(wantedReport, argument);
  const uri = row ?? (asked?.board === undefined ? fileIn(argument, boardEnding) : fileUri(asked.board));
  if (!uri?.path.endsWith(boardEnding))
    throw new FeatureError("notFound", { specifics: l10n.t("Open a board (.adboard.json) first.") });
  return { uri, asked };
}

/** The file of an editor in front that doesn't show text. */
function inFront(): vscode.Uri | undefined {
  const input: unknown = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputCustom ? input.uri : undefined;
}

/** The same, read, and what else the caller asks. @throws {FeatureError} */
export async function chosenBoard(argument: unknown) {
  const { uri, asked } = askedBoard(argument);
  const document = await vscode.workspace.openTextDocument(uri);
  const { board, problems } = readBoard(document.getText());
  if (board) return { uri, board, asked };
  await vscode.window.showTextDocument(document);
  throw new FeatureError("invalidRequest", { specifics: `${nameOfFile(uri)}: ${errorWords(problems) ?? ""}` });
}

async function writeReport({ boards }: CommandPorts, argument: unknown): Promise<unknown> {
  const { uri, board, asked } = await chosenBoard(argument);
  const html = asked?.file === undefined ? await askReport(uri) : fileUri(asked.file);
  if (!html) return undefined;
  const markdown = html.with({ path: html.path.replace(/(\.report)?\.html$/, "") + reportEndings.markdown });
  // A person has agreed to replace the HTML at most; a program has agreed to nothing.
  await checkPlace(html, asked?.file === undefined);
  await checkPlace(markdown, false);
  const { problems, ...report } = await boards.report(board);
  const folder = vscode.Uri.joinPath(html, "..", pictureFolder);
  // Named after their bytes: whatever is there under such a name is an earlier one.
  for (const { name, bytes: own } of report.pictures) await replaceUserFile(vscode.Uri.joinPath(folder, name), own);
  await replaceUserFile(html, report.html);
  await replaceUserFile(markdown, report.markdown);
  const whole = problems.length === 0;
  const words = l10n.t("Report of {0} written to {1} for 0 credits.", adsText(board.entries.length), placeWords(html));
  const rest = whole ? "" : l10n.t("Without a stored answer: {0}.", adsText(problems.length));
  const browser = l10n.t("Open in Browser");
  void tellFile(plain(`${words} ${rest}`.trim()), html, whole, html.scheme === "file" ? [browser] : []).then(
    (chosen) => chosen === browser && vscode.env.openExternal(html),
  );
  return { files: [html.toString(), markdown.toString()], ads: board.entries.length, problems };
}

async function askReport(board: vscode.Uri): Promise<vscode.Uri | undefined> {
  const name = nameOfFile(board).slice(0, -boardEnding.length) + reportEndings.html;
  const title = l10n.t("Write Report (0 credits)");
  const chosen = await askSave(title, name, { HTML: [reportEndings.html.slice(1), "html"] }, l10n.t("Write"));
  return chosen?.path.endsWith(".html") === false
    ? chosen.with({ path: `${chosen.path}${reportEndings.html}` })
    : chosen;
}

/**
 * Never replaces anything but a report without a person's consent. @throws {FeatureError}, or {StorageError} if it can't
 * be replaced
 */
async function checkPlace(file: vscode.Uri, agreed: boolean): Promise<void> {
  const found = await vscode.workspace.fs.stat(file).then(undefined, () => undefined);
  if (!found) return;
  if (!agreed && !isReport(roughlyDecoded(await readUserBytes(file))))
    throw new FeatureError("invalidRequest", {
      specifics: l10n.t("{0} is there and is no report. Choose another name.", nameOfFile(file)),
    });
  if (file.scheme === "file") await replaceable(file.fsPath);
}

async function verifyReport({ boards, documents }: CommandPorts, argument: unknown): Promise<unknown> {
  const asked = given(wantedFile, argument)?.file;
  const html = asked === undefined ? (fileIn(argument, reportEndings.html) ?? (await chooseReport())) : fileUri(asked);
  if (!html) return undefined;
  const beside = html.with({ path: html.path.replace(/(\.report)?\.html$/, "") + reportEndings.markdown });
  const bytes = (uri: vscode.Uri) => vscode.workspace.fs.readFile(uri);
  // Its failure has the words for a person.
  await readUserBytes(html);
  const markdown = await bytes(beside).then(undefined, () => undefined);
  const picture = async (name: string) =>
    bytes(vscode.Uri.joinPath(html, "..", pictureFolder, name)).then(undefined, () => undefined);
  const verified = await boards.verify({ html: await bytes(html), markdown, picture });
  const { ads, problems } = verified;
  if (problems.length === 0)
    void vscode.window.showInformationMessage(
      plain(l10n.t("All figures of {0} in {1} hold.", adsText(ads), placeWords(html))),
    );
  else {
    const lines = problems.map(({ where, about, line, message }) => {
      const file = nameOfFile(where === "markdown" ? beside : html);
      return where === "answer" || where === "picture"
        ? `${about}: ${message}`
        : `${file}${line === undefined ? "" : `:${line}`}: ${message}`;
    });
    await documents.show(`${nameOfFile(html)}.txt`, `${lines.join("\n")}\n`);
    void vscode.window.showWarningMessage(
      plain(l10n.t("{0} no longer holds. What differs is listed.", placeWords(html))),
    );
  }
  return verified;
}

async function chooseReport(): Promise<vscode.Uri | undefined> {
  const title = l10n.t("Verify Report (0 credits)");
  const filters = { HTML: [reportEndings.html.slice(1), "html"] };
  return (await vscode.window.showOpenDialog({ title, filters, openLabel: l10n.t("Verify") }))?.[0];
}
