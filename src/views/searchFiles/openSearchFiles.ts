import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import { boardEnding, type BoardProblem, boardSchema, readBoard } from "../../features/boards";
import type { Engine } from "../../features/engine";
import { toFailure } from "../../features/failures";
import type { Linted, Place, Problem, SearchFile, SearchFileCost, Severity } from "../../features/searchFiles";
import { figure } from "../../features/text";
import { prices } from "../../protocol/credits";
import { type SearchFileEditor, SearchFileTarget } from "../doors";
import { age, pagesText } from "../words";
import { snapshotsOnSave } from "./boardEditor";

type Ports = Pick<Engine, "archive" | "boards" | "connection" | "files" | "forms"> & {
  readonly onFailure: (what: string, error: unknown) => void;
};

interface Followed {
  /** Timer of the next check. */
  timer: NodeJS.Timeout | undefined;
  /** The last findings, and the document version they belong to. */
  linted: (Linted & { readonly version: number }) | undefined;
}

const severities: Readonly<Record<Severity, vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  info: vscode.DiagnosticSeverity.Information,
};

/** Search files in editors: their problems, fixes and lenses; and the problems of boards. Makes only free requests, and only for open files. */
export class OpenSearchFiles implements SearchFileEditor, vscode.Disposable {
  private readonly diagnostics = vscode.languages.createDiagnosticCollection("adLibrary.searchFiles");
  private readonly followed = new Map<vscode.TextDocument, Followed>();
  private readonly changed = new vscode.EventEmitter<"schema" | "lenses">();
  readonly onChanged = this.changed.event;
  private readonly subscriptions: readonly { dispose(): void }[];

  constructor(private readonly ports: Ports) {
    this.subscriptions = [
      // Requests on their way fail when the connection changes, and are sent again.
      ports.connection.onChanged(() => this.recheck()),
      ports.forms.onReceived(() => this.changed.fire("schema")),
      ports.archive.onChanged(() => this.recheck()),
      snapshotsOnSave(ports.boards),
    ];
  }

  schema(of: "search" | "board"): Promise<string> {
    return of === "board" ? Promise.resolve(boardSchema()) : this.ports.files.schema();
  }

  follow(document: vscode.TextDocument, delayMs: number): void {
    const followed = this.followed.get(document) ?? { timer: undefined, linted: undefined };
    this.followed.set(document, followed);
    clearTimeout(followed.timer);
    followed.timer = setTimeout(() => {
      void this.check(document, followed).catch((error: unknown) => this.ports.onFailure("lint", error));
    }, delayMs);
  }

  leave(document: vscode.TextDocument): void {
    clearTimeout(this.followed.get(document)?.timer);
    this.followed.delete(document);
    this.diagnostics.delete(document.uri);
  }

  async lenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const linted = this.followed.get(document)?.linted;
    if (linted?.version !== document.version) return [];
    const top = new vscode.Range(0, 0, 0, 0);
    if (linted.file) {
      const cost = await this.costOf(linted.file);
      return lensesOf(new SearchFileTarget(document.uri), linted.file, cost?.bought, top);
    }
    const errors = linted.problems.filter(({ severity }) => severity === "error").length;
    if (errors === 0) return [];
    const title =
      errors === 1 ? l10n.t("Fix 1 problem to run this search") : l10n.t("Fix {0} problems to run this search", errors);
    return [new vscode.CodeLens(top, { title, command: "workbench.actions.view.problems" })];
  }

  fixes(document: vscode.TextDocument, range: vscode.Range): Promise<vscode.CodeAction[]> {
    const linted = this.followed.get(document)?.linted;
    if (linted?.version !== document.version) return Promise.resolve([]);
    const near = linted.problems.filter((problem) => rangeOf(problem.range).intersection(range));
    return Promise.resolve(near.flatMap((problem) => actionsOf(document, problem)));
  }

  dispose(): void {
    for (const document of [...this.followed.keys()]) this.leave(document);
    for (const each of [...this.subscriptions, this.changed, this.diagnostics]) each.dispose();
  }

  private recheck(): void {
    this.changed.fire("schema");
    for (const document of this.followed.keys()) this.follow(document, 0);
  }

  private async check(document: vscode.TextDocument, followed: Followed): Promise<void> {
    if (document.uri.path.endsWith(boardEnding)) return this.tell(document, readBoard(document.getText()).problems);
    const { version } = document;
    const linted = await this.ports.files.lint(document.getText(), { age });
    // It was closed, or changed and will be checked again.
    if (this.followed.get(document) !== followed || document.version !== version) return;
    followed.linted = { ...linted, version };
    this.tell(document, linted.problems);
    this.changed.fire("lenses");
  }

  private tell(document: vscode.TextDocument, problems: readonly BoardProblem[]): void {
    // VS Code itself reports invalid JSON.
    this.diagnostics.set(document.uri, problems.filter(({ code }) => code !== "syntax").map(diagnosticOf));
  }

  private async costOf(file: SearchFile): Promise<SearchFileCost | undefined> {
    return this.ports.files.plan(file).catch((error: unknown) => {
      this.ports.onFailure("plan", toFailure(error).message);
      return undefined;
    });
  }
}

export function rangeOf({ line, column, endLine, endColumn }: Place): vscode.Range {
  return new vscode.Range(line - 1, column - 1, endLine - 1, endColumn - 1);
}

/** Texts of files and of the service are plain text in problems: no Markdown, no links. */
function diagnosticOf({ code, severity, message, range }: BoardProblem): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(rangeOf(range), message, severities[severity]);
  diagnostic.source = "Ad Library";
  diagnostic.code = code;
  return diagnostic;
}

function actionsOf(document: vscode.TextDocument, problem: Problem): vscode.CodeAction[] {
  return problem.fixes.map(({ title, edits }, at) => {
    const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
    action.edit = new vscode.WorkspaceEdit();
    for (const { offset, length, text } of edits) {
      const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
      action.edit.replace(document.uri, range, text);
    }
    action.diagnostics = [diagnosticOf(problem)];
    action.isPreferred = at === 0 && problem.fixes.length === 1;
    return action;
  });
}

/** Running goes on in the explorer, where the button with the price is: another extension can call a lens as well. */
function lensesOf(
  target: SearchFileTarget,
  { pages = 1 }: SearchFile,
  bought: SearchFileCost["bought"],
  range: vscode.Range,
): vscode.CodeLens[] {
  const lens = (title: string, command: string) => new vscode.CodeLens(range, { title, command, arguments: [target] });
  const run = l10n.t("Run {0}, {1} credits…", pagesText(pages), figure(pages * prices.search));
  const show = bought && l10n.t("Show bought results ({0}, {1})", pagesText(bought.pages), age(bought.fetchedAt));
  return [
    lens(`$(play) ${run}`, "adLibrary.runSearchFile"),
    ...(show === undefined ? [] : [lens(show, "adLibrary.showBoughtOfSearchFile")]),
    lens(l10n.t("Export…"), "adLibrary.exportSearchFile"),
  ];
}
