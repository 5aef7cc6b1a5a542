import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import { decoded } from "../../features/text";
import { type Board, boardEnding, type BoardProblem, longestBoard, readBoard } from "../../features/boards";
import { readUpTo, workspaceFiles } from "./workspaceFiles";

/** A board of the open folders. */
export interface BoardFile {
  readonly uri: vscode.Uri;
  /** Its own name, or that of its file. */
  readonly name: string;
  /** Absent if it has an error or can't be read: `problem` says which. */
  readonly board?: Board;
  readonly problem?: string;
}

/** The boards of the open folders, by path, with unsaved changes. */
export async function boardFiles(): Promise<readonly BoardFile[]> {
  return Promise.all((await workspaceFiles(boardEnding)).map(boardFile));
}

async function boardFile(uri: vscode.Uri): Promise<BoardFile> {
  const fileName = (uri.path.split("/").at(-1) ?? "").slice(0, -boardEnding.length);
  try {
    const { board, problems } = readBoard(await textOf(uri));
    const problem = errorWords(problems);
    return {
      uri,
      name: board && board.name !== "" ? board.name : fileName,
      ...(board && { board }),
      ...(problem !== undefined && { problem }),
    };
  } catch {
    return { uri, name: fileName, problem: l10n.t("The file can't be read.") };
  }
}

async function textOf(uri: vscode.Uri): Promise<string> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open) return open.getText();
  const bytes = await readUpTo(longestBoard, uri);
  if (!bytes) throw new Error("too large for a board");
  return decoded(bytes);
}

/** The first error of a board, with its line. */
export function errorWords(problems: readonly BoardProblem[]): string | undefined {
  const error = problems.find(({ severity }) => severity === "error");
  return error && l10n.t("Line {0}: {1}", error.range.line, error.message);
}
