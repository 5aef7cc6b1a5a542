import type * as vscode from "vscode";
import type { EngineNotices } from "../features/engine";
import { requestLine } from "../features/search";

/** One log line per request: what, how long, what it cost. A failed one is a warning with the reason. */
export function logRequest(log: vscode.LogOutputChannel, record: Parameters<EngineNotices["request"]>[0]): void {
  if (!record.failure) log.info(requestLine(record));
  else log.warn(`${requestLine(record)} | ${record.failure.message}`);
}
