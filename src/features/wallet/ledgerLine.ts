import { createHash } from "node:crypto";
import * as z from "zod";
import { writeExact } from "../../protocol/exactJson";
import { platforms, type PlatformToken } from "../../protocol/platforms";
import { readJson } from "../disk";

/** How an attempt ended. `unknown`: no answer came, so it may have been charged. */
export const outcomes = ["received", "rejected", "notSent", "unknown"] as const;
export type AttemptOutcome = (typeof outcomes)[number];

const tokens = new Set<string>(platforms.map(({ token }) => token));
const platform = z.custom<PlatformToken>((value) => typeof value === "string" && tokens.has(value));
const time = z.iso.datetime();
const act = z.string().min(1).max(64);

const spender = z.object({
  /** The door that the assistant uses: VS Code's chat, or an MCP client. */
  door: z.enum(["vscode", "mcp"]),
  /** The name that the assistant's program gives itself. */
  client: z.string().max(200),
  tool: z.string().max(64),
  /** The round of assistants' spending in which the purchase was planned (`AssistantStop`). */
  round: z.string().max(64),
});

/** The assistant that spends. */
export type Spender = z.infer<typeof spender>;

const sent = z.object({
  line: z.literal("sent"),
  act,
  at: time,
  attempt: z.int().positive(),
  what: z.enum(["search", "adDetail"]),
  credits: z.int().nonnegative(),
  origin: z.string(),
  sample: z.boolean(),
  platform,
  label: z.string(),
  /** What is requested, as a hash that identical requests share. */
  request: z.string().regex(/^[0-9a-f]{32}$/),
  /** The number of the requested page. */
  page: z.int().positive().exactOptional(),
  /** The ID of the ad whose detail is requested. */
  ad: z.string().exactOptional(),
  /** ID of the export that the request belongs to. */
  export: z.string().min(1).max(64).exactOptional(),
  /** When a person agreed to this act, or to its plan, in a question; absent if they clicked a control with its price. */
  agreed: time.exactOptional(),
  /** The plan that pays, if it is one that nobody was asked about. */
  plan: act.exactOptional(),
  /** Absent if a person spends. */
  by: spender.exactOptional(),
});
const ended = z.object({ line: z.enum(outcomes), act, at: time, attempt: z.int().positive() });
const plan = z.object({
  line: z.literal("plan"),
  plan: act,
  at: time,
  /** The most that it may spend. */
  credits: z.int().nonnegative(),
  /** The process that holds it, and with which it ends. */
  holder: z.uuid(),
});
const planEnd = z.object({ line: z.literal("planEnd"), plan: act, at: time });

const ledgerLine = z.discriminatedUnion("line", [sent, ended, plan, planEnd]);

/**
 * One line of the ledger. `sent` is written before an attempt leaves; the outcome follows. A `sent` without an outcome
 * may have been charged. `plan` and `planEnd` enclose what nobody was asked about, because it is below the limit.
 */
export type LedgerLine = z.infer<typeof ledgerLine>;
export type SentLine = z.infer<typeof sent>;
export type PlanLine = z.infer<typeof plan>;
/** What is noted of an act. */
export type Intent = Omit<SentLine, "line" | "act" | "at" | "attempt">;

/** The line that a text holds, or undefined if it holds none. */
export function readLine(text: string): LedgerLine | undefined {
  return readJson(ledgerLine, text);
}

/** The state of a ledger file after a line: how many lines, how many credits were sent, and a check over all lines. */
export interface ChainLink {
  readonly n: number;
  /** Credits of all `sent` lines so far. */
  readonly sum: number;
  /** 16 hex digits over this line and, through the line before it, over every earlier line of the file. */
  readonly check: string;
}

export const chainStart: ChainLink = { n: 0, sum: 0, check: "" };

const ending = /,"n":(\d{1,15}),"sum":(\d{1,15}),"check":"([0-9a-f]{16})"\}$/;
/** The end of a line. Within a text in a line, its quotation marks would be escaped. */
const anyEnding = /,"check":"[0-9a-f]{16}"\}/;

/** The text of a line, with its ending, and the state of the file after it. */
export function chained(line: LedgerLine, before: ChainLink): { readonly text: string; readonly link: ChainLink } {
  const n = before.n + 1;
  const sum = before.sum + creditsSent(line);
  const text = writeExact({ ...line, n, sum }).slice(0, -1);
  const check = checkOf(before, text);
  return { text: `${text},"check":"${check}"}\n`, link: { n, sum, check } };
}

/**
 * Follows the lines of one file and notices missing, altered, and joined ones. Missing lines at the end of a file cannot
 * be noticed, because no line follows them.
 */
export class LineChain {
  /** After the last line that could be read. */
  last = chainStart;
  /** Credits that were sent according to the sums, although no line records them. */
  missing = 0;
  private readonly marks: string[] = [];
  /** Beginnings of lines since the last line that fits: cut short, unless the next line shows otherwise. */
  private torn: string[] = [];
  /** What follows the last complete line, unless a line may begin like this. */
  private stray: string[] = [];

  /** What was noticed, named by its contents; empty if nothing was. */
  get damage(): readonly string[] {
    return [...this.marks, ...this.torn, ...this.stray];
  }

  /** Takes the next complete line of the file. Undefined if the text holds none. */
  take(text: string): LedgerLine | undefined {
    const line = readLine(text);
    if (line) this.follow(line, text);
    else (isBeginning(text) ? this.torn : this.marks).push(markOf(text));
    return line;
  }

  /**
   * Takes what follows the last complete line: nothing, or a line that is being written or was cut short by a crash.
   * Returns the line if only its ending is missing; it comes again once it is complete.
   */
  takeUnfinished(text: string): LedgerLine | undefined {
    const line = readLine(text);
    this.stray = line || isBeginning(text) ? [] : [markOf(text)];
    return line;
  }

  private follow(line: LedgerLine, text: string): void {
    const [, n, sum, check = ""] = ending.exec(text) ?? [];
    const link = { n: Number(n), sum: Number(sum), check };
    const content = text.slice(0, text.lastIndexOf(',"check"'));
    if (link.n === this.last.n + 1 && check === checkOf(this.last, content)) this.torn = [];
    else {
      this.marks.push(...this.torn, markOf(text));
      this.torn = [];
      // A line without a check was not written by a window.
      if (check === "") return;
      this.missing += Math.max(0, link.sum - creditsSent(line) - this.last.sum);
    }
    this.last = link;
  }
}

/** Whether a text may be the beginning of one line: several lines joined into one are not. */
function isBeginning(text: string): boolean {
  return text === "" || (text.startsWith("{") && !text.includes("\0") && !anyEnding.test(text));
}

const creditsSent = (line: LedgerLine) => (line.line === "sent" ? line.credits : 0);

function checkOf(before: ChainLink, content: string): string {
  return markOf(`${before.check}\n${content}`);
}

/** A short name for a text, from its contents. */
export function markOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
