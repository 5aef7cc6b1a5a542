// One window of the random session, to be killed: `WISH` as JSON. It acts at random and says what a person is told.
import { join } from "node:path";
import { localTarget } from "../../../src/features/export/localTarget";
import { unfinishedExports } from "../../../src/features/export/unfinishedExports";
import type { ExportSummary } from "../../../src/features/export/exportTypes";
import { toFailure } from "../../../src/features/failures/failures";
import type { SearchPage } from "../../../src/protocol/search";
import type { SpendingReasons } from "../../../src/features/wallet/spendingCheck";
import { openStack, type Stack } from "./stack";

export interface WindowWish {
  readonly folder: string;
  readonly url: string;
  readonly key: string;
  readonly name: string;
  readonly seed: number;
  readonly acts: number;
  readonly paidRetry: "never" | "whenNotSent" | "always";
  /** Resumes what is unfinished instead, and nothing else. */
  readonly resume?: boolean;
}

/** What a person was told of one paid request that they wanted: `text` is in the request's body, or it is an ad's id. */
export interface Said {
  readonly text: string;
  readonly page?: number;
  readonly told: "paid" | "owned" | "none" | "unknown" | "export" | "asked";
  /** The window that says it. */
  readonly window: string;
  /** What an export says that it cost, and may have cost. */
  readonly credits?: number;
  readonly uncertain?: number;
  /** Where the file of an export is. */
  readonly file?: string;
  /** Why a question was asked. */
  readonly reasons?: SpendingReasons;
  readonly lastHit?: string;
  readonly problem?: string;
}

const { folder, url, key, name, seed, acts, paidRetry, resume } = JSON.parse(process.argv[2] ?? "{}") as WindowWish;
const never = new AbortController().signal;
const say = (said: Omit<Said, "window">) => process.send?.({ ...said, window: name });

let state = seed + 1;
/** A whole number from 0 to `below`, exclusive: the same for the same seed. */
function random(below: number): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
}

const pages: { readonly text: string; readonly page: SearchPage }[] = [];

/** Everything, in a search that no other act has. */
const queryOf = (stack: Stack, text: string) =>
  stack.search.fromBody("native", { search_field: [{ type: "without_owner_name", text }] });

async function search(stack: Stack, text: string, page = 1, lastHit?: string): Promise<void> {
  try {
    const query = await queryOf(stack, text);
    const frozen = await (page === 1 ? stack.search.freeze(query) : stack.search.freezeOwned(query));
    const found = await stack.search.search(frozen, lastHit === undefined ? undefined : { page, lastHit }, never);
    pages.push({ text, page: found });
    say({ text, page, told: found.owned ? "owned" : "paid", ...(found.lastHit && { lastHit: found.lastHit }) });
  } catch (error) {
    const { charge, message } = toFailure(error);
    say({ text, page, told: charge === "none" ? "none" : "unknown", problem: message });
  }
}

async function detail(stack: Stack): Promise<void> {
  const ads = pages.flatMap(({ page }) => page.ads);
  const id = ads[random(Math.max(1, ads.length))]?.id;
  if (id === undefined) return;
  try {
    const { owned } = await stack.details.detail({ platform: "native", id }, false, never);
    say({ text: id, told: owned ? "owned" : "paid" });
  } catch (error) {
    const { charge, message } = toFailure(error);
    say({ text: id, told: charge === "none" ? "none" : "unknown", problem: message });
  }
}

const exported = (text: string, { credits, uncertain, file, failure }: ExportSummary) => ({
  ...{ text, told: "export" as const, credits, uncertain, ...(file !== undefined && { file }) },
  ...(failure !== undefined && { problem: toFailure(failure).message }),
});

async function begin(stack: Stack, text: string): Promise<void> {
  try {
    const frozen = await stack.search.freeze(await queryOf(stack, text));
    const format = (["json", "ndjson", "csv"] as const)[random(3)]!;
    const withDetails = random(4) === 0;
    const file = join(folder, "files", `${text}.${format}`);
    const gate = await stack.wallet.plan(100_000, text);
    const cancel = new AbortController();
    const cancelled = random(5) === 0;
    const wish = {
      ...{ format, target: localTarget(file), place: file, to: withDetails ? 1 : 1 + random(4), withDetails },
      ...(gate && { gate }),
      ...(random(2) === 0 && { ahead: 4 }),
    };
    say(exported(text, await stack.exports.run(frozen, wish, () => cancelled && cancel.abort(), cancel.signal)));
  } catch (error) {
    const { charge, message } = toFailure(error);
    say({ text, told: charge === "none" ? "none" : "unknown", problem: message });
  }
}

async function resumeAll(stack: Stack): Promise<void> {
  for (const one of await unfinishedExports(stack.journals)) {
    const { about, target, growing, format, details, pages: to, ahead } = one.begun;
    const frozen = await stack.search.freezeOwned(await stack.search.fromSentBody(about.platform, about.body));
    const gate = await stack.wallet.plan(100_000, "The rest");
    const text = /session-[\w-]+/.exec(about.body)![0];
    const lastHit = one.lastHit ?? about.lastHit;
    const wish = {
      ...{ format, target: localTarget(target, growing), place: target, withDetails: details, resume: one },
      ...(lastHit !== undefined && { lastHit }),
      ...(to !== undefined && { to }),
      ...(gate && { gate }),
      ...(ahead !== undefined && { ahead }),
    };
    say(exported(text, await stack.exports.run(frozen, wish, () => undefined, never)));
  }
}

async function act(stack: Stack, at: number): Promise<void> {
  const text = `session-${name}-${at}`;
  const last = pages.at(-1);
  const kind = random(10);
  if (kind < 3) return search(stack, text);
  if (kind < 5 && last?.page.lastHit !== undefined)
    return search(stack, last.text, last.page.page + 1, last.page.lastHit);
  if (kind < 8) return detail(stack);
  return begin(stack, text);
}

async function main(): Promise<void> {
  const stack = openStack(join(folder, "own"), url, key, { paidRetry }, (_credits, label, _sample, reasons) => {
    say({ text: label, told: "asked", reasons });
    return Promise.resolve(true);
  });
  if (resume) await resumeAll(stack);
  else for (let at = 0; at < acts; at += 2) await Promise.all([act(stack, at), act(stack, at + 1)]);
  await stack.close();
  process.disconnect();
}

void main();
