import { exactIfJson } from "../../api";
import type { FailureCode } from "../../protocol/failure";
import type { LoadMedia } from "../../protocol/panel";
import type { PlatformToken } from "../../protocol/platforms";
import type { Engine } from "../engine";
import { FeatureError, toQuotedFailure } from "../failures";
import { readForeignBody, readPlatform } from "../forms";
import type { FrozenSearch } from "../search";
import { clippedTo, fitting } from "./answer";
import type { PictureScaler } from "./pictureScaler";
import type { PurchasePlans } from "./purchasePlans";

/** How an answer links to an ad and a page. */
export interface ToolLinks {
  /** Opens the ad in the panel. */
  readonly ad: (platform: string, id: string) => string;
  /** The page as a resource, if the door has resources. */
  readonly page?: (frozen: FrozenSearch, lastHit: string, page: number) => string;
}

/** What the doors provide: VS Code's chat, or the MCP server. */
export interface DoorPorts {
  readonly engine: Engine;
  readonly door: "vscode" | "mcp";
  readonly links: ToolLinks;
  readonly loadMedia: () => LoadMedia;
  /** Credits per day, 0 for none. */
  readonly budget: () => number;
  readonly now: () => Date;
}

/** A failure at a door: our own words, and those of others, which belong inside the fence. */
export interface DoorFailure {
  readonly words: string;
  readonly quotes: readonly unknown[];
}

/** Failures whose reason is a path and an error of this machine's system. */
const ofThisMachine: ReadonlySet<FailureCode> = new Set(["storage", "notKept", "ownershipUnknown"]);

/** Limit for each quote in a failure, in JSON bytes. */
const mostQuoteBytes = 1_000;

/** Filters and their values may come from a search file or from the library, so problems with them are quoted, too. */
export function failureAt({ door }: Pick<DoorPorts, "door">, error: unknown): DoorFailure {
  const { failure, quote } = toQuotedFailure(error, door === "mcp" ? "terminal" : "editor");
  const { code, message, specifics = "", problems = [] } = failure;
  // There is no log that would have the reason.
  const reason = door === "mcp" && ofThisMachine.has(code) ? specifics : "";
  const quotes = [
    ...(quote === undefined ? [] : [{ quoted: quote }]),
    ...problems.map(({ filter = "search", message: problem }) => ({ filter, problem })),
  ].map((each) => clippedTo(each, mostQuoteBytes));
  return { words: `${message} ${reason}`.trim(), quotes: quotes.slice(0, fitting(quotes, "short")) };
}

export interface ToolPorts extends DoorPorts {
  readonly plans: PurchasePlans;
  readonly scaler: PictureScaler;
}

/** One call: who calls, and until when. */
export interface ToolCall {
  /** The name that the assistant's program gives itself. */
  readonly client: string;
  readonly signal: AbortSignal;
  /** Told after each answer that was bought and stored, if the program wants to know. */
  readonly progress?: (stored: number, total: number) => void;
}

/** The token of a platform's name. */
export function platformOf(name: string): PlatformToken {
  const platform = readPlatform(name);
  if (!platform) throw wrong("There is no such platform.");
  return platform;
}

/** A body as a model sent it. @throws {FeatureError} `invalidRequest` */
export function parseBody(text: string) {
  const value = exactIfJson(text);
  if (value === undefined) throw wrong("body must be JSON text.");
  const body = readForeignBody(value);
  if (!body) throw wrong("body must be a JSON object that is not too deep or too large.");
  return body;
}

export const wrong = (specifics: string) => new FeatureError("invalidRequest", { specifics });
