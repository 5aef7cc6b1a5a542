import type * as vscode from "vscode";
import type { RequestRecord } from "../api/adLibrary";
import { requestLine } from "../features/requestLine";

/** One log line a request: what, how long, what it cost. A failed one is a warning and says why. */
export function logRequest(log: vscode.LogOutputChannel, record: RequestRecord): void {
  if (!record.failure) log.info(requestLine(record));
  else log.warn(`${requestLine(record)} | ${record.failure.message}`);
}
