import * as vscode from "vscode";
import type { Settings } from "../features/settings";
import type { ApiVersion } from "../protocol/apiVersion";
import { defaultSegments, platforms, type PlatformSegments } from "../protocol/platforms";

const section = "adLibrary";

/**
 * The user's own value of a setting, or its default. A workspace may carry any value of these names:
 * `inspect` keeps it apart, `get` would not.
 */
function ownValue(name: string): unknown {
  const found = vscode.workspace.getConfiguration(section).inspect(name);
  return found?.globalValue ?? found?.defaultValue;
}

const text = (value: unknown, fallback = "") => (typeof value === "string" ? value : fallback);
const number = (value: unknown, fallback: number, least: number) =>
  typeof value === "number" && Number.isFinite(value) && value >= least ? value : fallback;
const oneOf = <T extends string>(value: unknown, allowed: readonly [T, ...T[]]): T =>
  allowed.find((name) => name === value) ?? allowed[0];

function segments(value: unknown): PlatformSegments {
  const own = new Map<string, unknown>(Object.entries(value !== null && typeof value === "object" ? value : {}));
  return platforms.reduce((all, { token }) => {
    const segment = own.get(token);
    return typeof segment === "string" && /^[a-z0-9_-]+$/.test(segment) ? { ...all, [token]: segment } : all;
  }, defaultSegments);
}

/** Reads all settings, each checked; wrong values count as the default. */
export function readSettings(): Settings {
  return {
    baseUrl: text(ownValue("baseUrl")).trim(),
    apiVersion: oneOf(ownValue("apiVersion"), ["v2", "v1"]),
    segments: segments(ownValue("platformSegments")),
    requestTimeoutSeconds: number(ownValue("requestTimeoutSeconds"), 30, 1),
    paidRetry: oneOf(ownValue("paidRetry"), ["whenNotSent", "never", "always"]),
    confirmAbove: number(ownValue("confirmAbove"), 500, 0),
    dailyBudget: number(ownValue("dailyBudget"), 0, 0),
    loadMedia: oneOf(ownValue("loadMedia"), ["always", "onClick", "never"]),
    archiveMaxSizeMb: number(ownValue("archive.maxSizeMb"), 500, 1),
    exportFormat: oneOf(ownValue("export.defaultFormat"), ["json", "ndjson", "csv"]),
  };
}

/** Writes the base URL for this user on this machine. */
export function writeBaseUrl(baseUrl: string): Thenable<void> {
  return vscode.workspace.getConfiguration(section).update("baseUrl", baseUrl, vscode.ConfigurationTarget.Global);
}

/** Writes the version of the service for this user on this machine. */
export function writeApiVersion(version: ApiVersion): Thenable<void> {
  return vscode.workspace.getConfiguration(section).update("apiVersion", version, vscode.ConfigurationTarget.Global);
}

/** Calls back when a setting of the extension changed. */
export function onSettingsChanged(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(section)) listener();
  });
}
