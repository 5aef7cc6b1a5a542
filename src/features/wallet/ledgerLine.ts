import * as z from "zod";
import { platforms, type PlatformToken } from "../../protocol/platforms";

/** How an attempt ended. `unknown`: no answer came, so it may have been charged. */
export const outcomes = ["received", "rejected", "notSent", "unknown"] as const;
export type AttemptOutcome = (typeof outcomes)[number];

const tokens = new Set<string>(platforms.map(({ token }) => token));
// Stryker disable next-line ConditionalExpression: no token is anything but a text: TypeScript cannot see that
const platform = z.custom<PlatformToken>((value) => typeof value === "string" && tokens.has(value));
const time = z.iso.datetime();
const act = z.string().min(1).max(64);

const spender = z.object({
  /** The door that the assistant uses: VS Code's chat, or an MCP client. */
  door: z.enum(["vscode", "mcp"]),
  /** The name that the assistant's program gives itself. */
  client: z.string().max(200),
  tool: z.string().max(64),
  /** When the purchase was planned. */
  since: time,
});

/** The assistant that spends. */
export type Spender = z.infer<typeof spender>;

const planned = z.object({
  line: z.literal("planned"),
  act,
  at: time,
  what: z.enum(["search", "adDetail"]),
  credits: z.int().nonnegative(),
  origin: z.string(),
  sample: z.boolean(),
  platform,
  label: z.string(),
  /** ID of the export that the request belongs to. */
  export: z.string().min(1).max(64).exactOptional(),
  /** Whether a person agreed to this act in a question; otherwise, they clicked a control with its price. */
  agreed: z.boolean().exactOptional(),
  /** Absent if a person spends. */
  by: spender.exactOptional(),
});
const sent = planned.extend({ line: z.literal("sent"), attempt: z.int().positive() });
const ended = z.object({ line: z.enum(outcomes), act, at: time, attempt: z.int().positive() });

const ledgerLine = z.discriminatedUnion("line", [planned, sent, ended]);

/**
 * One line of the ledger. `planned` opens an act; `sent` is written before an attempt leaves and repeats the act, so
 * that it counts on its own; the outcome follows. A `sent` without an outcome may have been charged.
 */
export type LedgerLine = z.infer<typeof ledgerLine>;
export type PlannedLine = z.infer<typeof planned>;
/** What is noted of an act before anything is sent. */
export type Intent = Omit<PlannedLine, "line" | "act" | "at">;
export type SentLine = z.infer<typeof sent>;

/** The line that a text holds, or undefined if it holds none. */
export function readLine(text: string): LedgerLine | undefined {
  try {
    // eslint-disable-next-line no-restricted-syntax -- our own file, checked by the schema above; no int64 in it
    return ledgerLine.safeParse(JSON.parse(text)).data;
  } catch {
    // A text that is no JSON holds no line.
  }
  return undefined;
}
