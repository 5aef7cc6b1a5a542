import vscode = require("vscode");
import * as z from "zod";
import { FeatureError } from "../../features/failures";
import { platforms, type PlatformToken } from "../../protocol/platforms";
import type { PlatformSegments } from "../../protocol/platforms";
import { PanelTarget } from "../panel/session";

/**
 * The checked argument that a keybinding or another extension passed to a command; undefined if there is none, so that
 * the command asks. @throws {FeatureError} `invalidRequest` for any other argument
 */
export function given<T>(schema: z.ZodType<T>, argument: unknown): T | undefined {
  if (argument === undefined || argument === null || isOfMenu(argument)) return undefined;
  const parsed = schema.safeParse(argument);
  if (parsed.success) return parsed.data;
  throw new FeatureError("invalidRequest", { specifics: z.prettifyError(parsed.error).replace(/\s+/g, " ") });
}

/** Members of the arguments from an editor's toolbar, a panel, a platform's row and a row of the searches. */
const marks = ["groupId", "webview", "token", "kind"];

/**
 * Toolbars and panels pass what they belong to, and a tree's toolbar passes the focused row: these say nothing about
 * what is wanted.
 */
function isOfMenu(argument: unknown): boolean {
  if (argument instanceof PanelTarget || argument instanceof vscode.Uri) return true;
  return typeof argument === "object" && argument !== null && marks.some((mark) => mark in argument);
}

/** The name of a platform: its token or its path segment. */
export function givenPlatform(name: string, segments: PlatformSegments): PlatformToken {
  const wanted = name.toLowerCase();
  const known = platforms.find(({ token }) => token === name || segments[token] === wanted);
  if (!known) throw new FeatureError("invalidRequest", { specifics: `Unknown platform ${JSON.stringify(name)}` });
  return known.token;
}

/** A file given as a path on this machine or as a URI. */
export function fileUri(file: string): vscode.Uri {
  return /^[a-z][a-z0-9+.-]+:/i.test(file) ? vscode.Uri.parse(file, true) : vscode.Uri.file(file);
}
