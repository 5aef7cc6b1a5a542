import { isAbsolute } from "node:path";
import vscode = require("vscode");
import type { Settings } from "../features/settings";
import type { ApiVersion } from "../protocol/apiVersion";
import { csvSeparators } from "../protocol/csv";
import { defaultSegments, isSegment, platforms, type PlatformSegments } from "../protocol/platforms";

const section = "adLibrary";

/**
 * The user's own value of each setting, or its default. A workspace may set any of these: `inspect` keeps those values
 * apart, `get` would not.
 */
function ownValues(): (name: string) => unknown {
  // VS Code assembles the section anew for each read.
  const settings = vscode.workspace.getConfiguration(section);
  return (name) => {
    const found = settings.inspect(name);
    if (found?.globalValue !== undefined) return found.globalValue;
    // VS Code's `inspect` leaves out a value that is written as null.
    return settings.get(name) === null ? null : found?.defaultValue;
  };
}

const text = (value: unknown, fallback = "") => (typeof value === "string" ? value : fallback);
const number = (value: unknown, fallback: number, least: number) =>
  typeof value === "number" && Number.isFinite(value) && value >= least ? value : fallback;
const oneOf = <T extends string>(value: unknown, allowed: readonly [T, ...T[]]): T =>
  allowed.find((name) => name === value) ?? allowed[0];

/** An unreadable spending limit must not count as no limit. */
const isLimit = (value: unknown) => typeof value === "number" && Number.isFinite(value) && value >= 0;

function segments(value: unknown): PlatformSegments {
  const own = new Map<string, unknown>(Object.entries(value !== null && typeof value === "object" ? value : {}));
  return platforms.reduce((all, { token }) => {
    const segment = own.get(token);
    return typeof segment === "string" && isSegment(segment) ? { ...all, [token]: segment } : all;
  }, defaultSegments);
}

/** Names of hosts as `URL` writes them; invalid names are left out. */
function hosts(value: unknown): readonly string[] {
  const names = Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];
  return names.flatMap((name) => {
    const url = `https://${name.trim()}/`;
    const { host, hostname } = URL.canParse(url) ? new URL(url) : { host: "", hostname: "" };
    return host === name.trim().toLowerCase() && host === hostname ? [hostname] : [];
  });
}

/** Absolute paths; others are left out, because they would mean something else in each window. */
function folders(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((path) => typeof path === "string").filter(isAbsolute) : [];
}

/** The folder that the user chose for all that is stored; undefined for VS Code's own. */
export const readDataFolder = (): string | undefined => folders([ownValues()("dataFolder")])[0];

/** Only the base URL, as in `readSettings`. */
export function readBaseUrl(): string {
  return text(ownValues()("baseUrl")).trim();
}

/** Only the version of the service, as in `readSettings`. */
export function readApiVersion(): ApiVersion {
  return oneOf(ownValues()("apiVersion"), ["v2", "v1"]);
}

/** All settings, each checked; wrong values count as the default, except that unreadable limits stop all paid acts. */
export function readSettings(): Settings {
  const own = ownValues();
  return {
    baseUrl: text(own("baseUrl")).trim(),
    apiVersion: oneOf(own("apiVersion"), ["v2", "v1"]),
    segments: segments(own("platformSegments")),
    requestTimeoutSeconds: number(own("requestTimeoutSeconds"), 30, 1),
    paidRetry: oneOf(own("paidRetry"), ["whenNotSent", "never", "always"]),
    confirmAbove: number(own("confirmAbove"), 500, 0),
    dailyBudget: number(own("dailyBudget"), 0, 0),
    // An unreadable value allows nothing.
    assistantAllowance: number(own("assistantAllowance"), 0, 0),
    unreadableLimits: ["confirmAbove", "dailyBudget"]
      .filter((name) => !isLimit(own(name)))
      .map((n) => `${section}.${n}`),
    loadMedia: oneOf(own("loadMedia"), ["always", "onClick", "never"]),
    mediaHosts: hosts(own("privateMediaHosts")),
    archiveMaxSizeMb: number(own("archive.maxSizeMb"), 500, 1),
    keepMediaMaxSizeMb: number(own("keepMedia.maxSizeMb"), 200, 0),
    archiveLinked: folders(own("archive.linked")),
    runsKept: Math.min(100, Math.floor(number(own("runsKept"), 5, 1))),
    exportFormat: oneOf(own("export.defaultFormat"), ["json", "ndjson", "csv"]),
    csvSeparator: oneOf(own("csvSeparator"), csvSeparators),
  };
}

/** Writes a setting for this user on this machine. Windows use another data folder from their next start. */
export function writeSetting(name: "baseUrl" | "dataFolder" | "apiVersion", value: string): Thenable<void> {
  return vscode.workspace.getConfiguration(section).update(name, value, vscode.ConfigurationTarget.Global);
}

/** The settings as they are now, read again only after a change: VS Code takes half a millisecond to read them. */
export class UserSettings implements vscode.Disposable {
  private known: Settings | undefined;
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscription = vscode.workspace.onDidChangeConfiguration((event) => {
    if (!event.affectsConfiguration(section)) return;
    // The first listener must not read the old values.
    this.known = undefined;
    this.changed.fire();
  });

  /** Tells that a setting of the extension changed. */
  readonly onDidChange = this.changed.event;

  readonly read = (): Settings => (this.known ??= readSettings());

  dispose(): void {
    this.subscription.dispose();
    this.changed.dispose();
  }
}

/**
 * Opens VS Code's settings at ours. Limits and places are of scope `machine`, for which a remote window has its own
 * settings; preferences are of scope `application`, which VS Code syncs.
 */
export async function openSettings(text = "adLibrary."): Promise<void> {
  const action = vscode.env.remoteName === undefined ? "openSettings" : "openRemoteSettings";
  await vscode.commands.executeCommand(`workbench.action.${action}`, { query: text });
}
