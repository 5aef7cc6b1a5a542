// One window of the random session, to be killed: `WISH` as JSON. It acts at random and says what a person is told.
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { AssistantTools } from "../../../src/features/assistants/assistantTools";
import { toolOutputs } from "../../../src/features/assistants/toolOutputs";
import { localTarget } from "../../../src/features/export/targets";
import { wishOf } from "../../../src/features/export/exportSearch";
import type { ExportSummary } from "../../../src/features/export/exportTypes";
import type { EnginePorts } from "../../../src/features/engine";
import { toFailure } from "../../../src/features/failures/failures";
import type { SearchPage } from "../../../src/protocol/search";
import { abortedBy } from "../../../src/features/wallet/gate";
import type { SpendingReasons } from "../../../src/features/wallet/spendingCheck";
import { openStack, type Stack } from "./stack";

export interface WindowWish {
  readonly folder: string;
  readonly url: string;
  readonly key: string;
  readonly name: string;
  readonly seed: number;
  readonly acts: number;
  /** Credits that may be spent without a question. */
  readonly unasked: number;
  readonly paidRetry: "never" | "whenNotSent" | "always";
  /** Resumes what is unfinished instead, and nothing else. */
  readonly resume?: boolean;
}

/**
 * What a person was told of one paid request that they wanted: `text` is in the request's body, or it is an ad's id. An
 * outcome that couldn't be booked, which the log says, doesn't name its request.
 */
export interface Said {
  readonly text: string;
  readonly page?: number;
  readonly told: "paid" | "bought" | "none" | "unknown" | "export" | "tool" | "asked" | "unbooked";
  /** The window that says it. */
  readonly window: string;
  /** What an export or an assistant's purchase says that it cost, and may have cost. */
  readonly credits?: number;
  readonly uncertain?: number;
  /** Where the file of an export is. */
  readonly file?: string;
  /** Why a question was asked. */
  readonly reasons?: SpendingReasons;
  readonly lastHit?: string;
  readonly problem?: string;
}

const { folder, url, key, name, seed, acts, unasked, paidRetry, resume } = JSON.parse(
  process.argv[2] ?? "{}",
) as WindowWish;
const never = new AbortController().signal;
/** More than enough credits for a person's plan, so that some plans ask and others don't. */
const roomy = 100_000;
const say = (said: Omit<Said, "window">) => process.send?.({ ...said, window: name });

let state = seed + 1;
/** A whole number from 0 to `below`, exclusive: the same for the same seed. */
function random(below: number): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
}

/** The signals of an act that is sometimes canceled, and then sometimes aborted, while it runs. */
function cancels(): { readonly signal: AbortSignal; readonly now: AbortSignal } {
  const [cancel, abort] = [new AbortController(), new AbortController()];
  if (random(5) === 0) {
    const [soon, aborts] = [random(60), random(2) === 0];
    void delay(soon).then(() => {
      cancel.abort();
      if (aborts) abort.abort();
    });
  }
  return { signal: cancel.signal, now: abort.signal };
}

const pages: { readonly text: string; readonly page: SearchPage }[] = [];

/** Everything, in a search that no other act has. */
const queryOf = (stack: Stack, text: string) =>
  stack.search.fromBody("native", { search_field: [{ type: "without_owner_name", text }] });

async function search(stack: Stack, text: string, page = 1, lastHit?: string): Promise<void> {
  try {
    const query = await queryOf(stack, text);
    const frozen = await (page === 1 ? stack.search.freeze(query) : stack.search.freezeBought(query));
    const { signal, now } = cancels();
    const cursor = lastHit === undefined ? undefined : { page, lastHit };
    const found = await stack.search.search(frozen, cursor, signal, abortedBy(stack.wallet, now));
    pages.push({ text, page: found });
    say({ text, page, told: found.bought ? "bought" : "paid", ...(found.lastHit && { lastHit: found.lastHit }) });
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
    const { signal, now } = cancels();
    const { bought } = await stack.details.detail({ platform: "native", id }, false, signal, undefined, now);
    say({ text: id, told: bought ? "bought" : "paid" });
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
    const to = withDetails ? 1 : 1 + random(4);
    const gate = await stack.wallet.plan(random(2) === 0 || withDetails ? roomy : to * 100, text);
    const cancel = new AbortController();
    const cancelled = random(5) === 0;
    const wish = {
      ...{ format, target: localTarget(file), place: file, to, withDetails },
      ...(gate && { gate }),
      ...(random(2) === 0 && { ahead: 4 }),
    };
    const progress = () => cancelled && cancel.abort();
    const summary = await stack.exports.run(frozen, wish, progress, cancel.signal).finally(() => gate?.end());
    say(exported(text, summary));
  } catch (error) {
    const { charge, message } = toFailure(error);
    say({ text, told: charge === "none" ? "none" : "unknown", problem: message });
  }
}

async function resumeAll(stack: Stack): Promise<void> {
  for (const one of await stack.exports.unfinished()) {
    const { about, target } = one.plan;
    const { frozen } = await stack.exports.rest(one);
    const gate = (await stack.wallet.plan(roomy, "The rest"))!;
    const text = /session-[\w-]+/.exec(about.body)![0];
    const file = target.startsWith("file:") ? fileURLToPath(target) : target;
    const wish = wishOf(one, localTarget(file), gate);
    say(exported(text, await stack.exports.run(frozen, wish, () => undefined, never)));
  }
}

/** An assistant buys a search, and its client sometimes cancels the call. */
async function buy(stack: Stack, text: string): Promise<void> {
  const links = { ad: () => "" };
  const now = () => new Date();
  const tools = new AssistantTools({
    engine: stack,
    door: "mcp",
    links,
    loadMedia: () => "never",
    budget: () => 0,
    now,
  });
  const body = JSON.stringify({ search_field: [{ type: "without_owner_name", text }] });
  const asked = { client: "a client", signal: never };
  const planned = await tools.call("plan_purchase", { platform: "native", body, pages: 1 + random(2) }, asked);
  if (!("text" in planned)) return;
  const plan_id = /plan_id "([^"]+)"/.exec(planned.text)![1];
  const bought = await tools.call("buy_plan", { plan_id }, { ...asked, signal: cancels().signal });
  if (!("data" in bought)) return;
  const { spent: credits, uncertain } = toolOutputs.buy_plan.parse(bought.data);
  say({ text, told: "tool", credits, uncertain });
}

async function act(stack: Stack, at: number): Promise<void> {
  const text = `session-${name}-${at}`;
  const last = pages.at(-1);
  const kind = random(11);
  if (kind < 3) return search(stack, text);
  if (kind < 5 && last?.page.lastHit !== undefined)
    return search(stack, last.text, last.page.page + 1, last.page.lastHit);
  if (kind < 8) return detail(stack);
  if (kind === 8) return buy(stack, text);
  return begin(stack, text);
}

async function main(): Promise<void> {
  // A slow machine is no fault of the service.
  const patient = { requestTimeoutSeconds: 600 };
  const limits = { ...patient, paidRetry, confirmAbove: unasked, assistantAllowance: 100_000 };
  const confirm: EnginePorts["confirm"] = (_credits, label, _sample, reasons) => {
    say({ text: label, told: "asked", reasons });
    return Promise.resolve(true);
  };
  const unbooked = (error: unknown) => say({ text: "", told: "unbooked", problem: String(error) });
  const stack = openStack(join(folder, "own"), url, key, limits, confirm, () => new Date(), unbooked);
  if (resume) await resumeAll(stack);
  else for (let at = 0; at < acts; at += 2) await Promise.all([act(stack, at), act(stack, at + 1)]);
  await stack.close();
  process.disconnect();
}

void main();
