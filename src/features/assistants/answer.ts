import { toQuotedFailure } from "../failures";
import type { FrozenSearch } from "../search";
import { visible, allVisible, fenced, standingNote } from "./fence";
import type { PictureScaler } from "./pictureScaler";
import type { PurchasePlans } from "./purchasePlans";
import type { Failure } from "../../protocol/failure";
import type { LoadMedia } from "../../protocol/panel";
import type { Engine } from "../engine";

/** How an answer links to an ad and a page. */
export interface ToolLinks {
  /** Opens the ad in the panel. */
  readonly ad: (platform: string, id: string) => string;
  /** The page as a resource, if the door has resources. */
  readonly page?: (frozen: FrozenSearch, lastHit: string, page: number) => string;
}

/** A picture as models accept it. */
export interface Picture {
  readonly mimeType: string;
  /** base64 */
  readonly data: string;
}

/** What a tool answers: a compact text, and the same for programs. */
export interface ToolAnswer {
  readonly text: string;
  readonly data: ToolData;
  readonly pictures: readonly Picture[];
}

/** The same shape for every tool. */
export type ToolData = {
  /** What was found or done, one sentence per line. */
  readonly summary: readonly string[];
  /** Our own figures. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** What others wrote. */
  readonly untrusted?: { readonly note: string; readonly nonce: string; readonly items: readonly unknown[] };
  readonly next_cursor?: string;
};

export interface AnswerParts {
  readonly summary: readonly string[];
  readonly facts?: Readonly<Record<string, unknown>>;
  /** What others wrote, one object each. */
  readonly items?: readonly unknown[];
  readonly next?: string | undefined;
  readonly pictures?: readonly Picture[];
}

/** Builds an answer: all output of tools passes through here, so that no tool can forget the fence. */
export function answer({ summary, facts = {}, items = [], next, pictures = [] }: AnswerParts): ToolAnswer {
  const lines = summary.map(visible);
  const rows = items.map(allVisible);
  const { nonce, lines: fence } = fenced(rows);
  const more = next === undefined ? [] : [`More: call again with cursor "${next}".`];
  return {
    text: [...lines, ...(rows.length > 0 ? fence : []), ...more].join("\n"),
    data: {
      summary: lines,
      facts,
      ...(rows.length > 0 && { untrusted: { note: standingNote, nonce, items: rows } }),
      ...(next !== undefined && { next_cursor: next }),
    },
    pictures,
  };
}

/**
 * Limit for the JSON bytes of an answer's items. They are sent twice, as text and for programs, and a token has at
 * least three bytes: short answers stay below 8,000 tokens, full ones below the 25,000 at which clients truncate.
 */
export const mostItemBytes = { short: 9_000, full: 24_000 } as const;
/** How much of an ad an answer has: the tools call it `detail`. */
export type AnswerSize = keyof typeof mostItemBytes;

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(allVisible(value)));

/** Limit for each quote in a failure, in JSON bytes. */
const mostQuoteBytes = 1_000;

/** How many of the items fit into an answer; at least one. */
export function fitting(items: readonly unknown[], size: AnswerSize): number {
  let left: number = mostItemBytes[size];
  const over = items.findIndex((item) => (left -= bytesOf(item)) < 0);
  return over < 0 ? items.length : Math.max(1, over);
}

/** An item shortened until it fits: texts first, then lists; shortened parts are marked as such. */
export function clippedTo(item: unknown, bytes: number): unknown {
  for (const [texts, lists] of [
    [4000, 60],
    [1500, 30],
    [500, 12],
    [200, 6],
    [80, 3],
  ] as const) {
    const cut = clipped(item, texts, lists);
    if (bytesOf(cut) <= bytes) return cut;
  }
  return { left_out: "This is too large for an answer. Open it in the panel instead." };
}

function clipped(value: unknown, texts: number, lists: number): unknown {
  if (typeof value === "string")
    return value.length <= texts ? value : `${[...value.slice(0, texts)].slice(0, -1).join("")}… (cut)`;
  if (Array.isArray(value)) {
    const all: readonly unknown[] = value;
    const kept = all.slice(0, lists).map((each) => clipped(each, texts, lists));
    return all.length > lists ? [...kept, `… and ${all.length - lists} more`] : kept;
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, clipped(each, texts, lists)]));
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
  /** What failed and what helps there. If absent, as the editor says it. */
  readonly failureWords?: (failure: Failure) => string;
}

/** A failure at a door: our own words, and those of others, which belong inside the fence. */
export interface DoorFailure {
  readonly words: string;
  readonly quotes: readonly unknown[];
}

/** Filters and their values may come from a search file or from the library, so problems with them are quoted, too. */
export function failureAt({ failureWords }: Pick<DoorPorts, "failureWords">, error: unknown): DoorFailure {
  const { failure, quote } = toQuotedFailure(error);
  const { message, problems = [] } = failure;
  const quotes = [
    ...(quote === undefined ? [] : [{ quoted: quote }]),
    ...problems.map(({ filter = "search", message: problem }) => ({ filter, problem })),
  ].map((each) => clippedTo(each, mostQuoteBytes));
  return { words: failureWords?.(failure) ?? message, quotes: quotes.slice(0, fitting(quotes, "short")) };
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
}
