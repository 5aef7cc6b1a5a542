import * as z from "zod";
import { FeatureError } from "../failures";
import { buyPlan, planPurchase } from "./purchaseTools";
import { compareBoughtRuns, readBoughtAd, readResource } from "./boughtTools";
import { findFilterItems, listFilters, showSpending } from "./freeTools";
import { buyerOf, type PurchasePlan, PurchasePlans, purchaseQuestion, type PurchaseQuestion } from "./purchasePlans";
import { PictureScaler } from "./pictureScaler";
import { searchBoughtAds } from "./searchBoughtAds";
import { toolInputs } from "./toolInputs";
import type { ToolName } from "./toolNames";
import { answer, type ToolAnswer } from "./answer";
import { type DoorPorts, failureAt, type ToolCall, type ToolPorts } from "./toolPorts";

/** A failed call, in words for the model. */
export interface ToolFailure {
  readonly failed: string;
}

const askedAtOnce = 4;
const askedInAMinute = 60;

/** The tools of one session, a window or a connection: the same for each door. */
export class AssistantTools {
  readonly plans: PurchasePlans;
  private readonly ports: ToolPorts;
  private readonly slots = new Slots(askedAtOnce);
  private asked: readonly number[] = [];

  constructor(ports: DoorPorts) {
    this.plans = new PurchasePlans(ports.now);
    this.ports = { ...ports, plans: this.plans, scaler: new PictureScaler() };
  }

  /** Runs a tool with a model's input. Never rejects. */
  async call(name: ToolName, input: unknown, call: ToolCall): Promise<ToolAnswer | ToolFailure> {
    try {
      const parsed = parsers[name](input);
      if (asking.has(name)) this.pace();
      return await this.slots.use(call.signal, () => parsed(this.ports, call));
    } catch (error) {
      return { failed: failureText(this.ports, error) };
    }
  }

  /** The question to ask a person before this plan is bought; undefined if nothing would be spent. Changes nothing. */
  async question(input: unknown): Promise<PurchaseQuestion | undefined> {
    const plan = this.plans.peek(toolInputs.buy_plan.safeParse(input).data?.plan_id ?? "");
    if (!plan || plan.credits === 0 || (await this.refusal(plan)) !== undefined) return undefined;
    return { id: plan.id, text: purchaseQuestion(plan) };
  }

  /** Why this plan would be refused whatever a person answers, in words for the model: there is no point in asking. */
  async refusal(plan: PurchasePlan): Promise<string | undefined> {
    const { engine, door } = this.ports;
    return engine.wallet.refuse({ ...plan, by: buyerOf(plan, door, "") }).then(
      () => undefined,
      (error: unknown) => failureText(this.ports, error),
    );
  }

  /** A bought ad or page by its `adlibrary://` URI, as text. @throws {FeatureError} */
  async resource(uri: string, call: ToolCall): Promise<string> {
    this.pace();
    const { text } = await this.slots.use(call.signal, () => readResource(this.ports, uri, call));
    return text;
  }

  /** Slows down an assistant that keeps asking the service, so that it fills neither memory nor log. */
  private pace(): void {
    // No clock of the machine, which may be set back.
    const now = performance.now();
    this.asked = this.asked.filter((at) => at > now - 60_000);
    if (this.asked.length >= askedInAMinute)
      throw new FeatureError("planRefused", {
        specifics: "Too many calls within a minute. Wait a minute, then make fewer calls.",
      });
    this.asked = [...this.asked, now];
  }
}

/** Tools that may send requests to the service, such as for a form, or to picture hosts. */
const asking: ReadonlySet<ToolName> = new Set([
  "list_filters",
  "find_filter_items",
  "plan_purchase",
  "read_bought_ad",
  "compare_runs",
] as const);

type Parsed = (ports: ToolPorts, call: ToolCall) => Promise<ToolAnswer>;

function parser<T>(schema: z.ZodType<T>, answerTo: (ports: ToolPorts, input: T, at: ToolCall) => Promise<ToolAnswer>) {
  return (input: unknown): Parsed => {
    const { data, error } = schema.safeParse(input);
    if (error)
      throw new FeatureError("invalidRequest", {
        specifics: z.prettifyError(error).replace(/\s+/g, " ").slice(0, 500),
      });
    return (ports, at) => answerTo(ports, data, at);
  };
}

const parsers: Readonly<Record<ToolName, (input: unknown) => Parsed>> = {
  list_filters: parser(toolInputs.list_filters, listFilters),
  find_filter_items: parser(toolInputs.find_filter_items, findFilterItems),
  search_bought_ads: parser(toolInputs.search_bought_ads, searchBoughtAds),
  read_bought_ad: parser(toolInputs.read_bought_ad, readBoughtAd),
  compare_runs: parser(toolInputs.compare_runs, compareBoughtRuns),
  show_spending: parser(toolInputs.show_spending, showSpending),
  plan_purchase: parser(toolInputs.plan_purchase, planPurchase),
  buy_plan: parser(toolInputs.buy_plan, (ports, { plan_id }, call) => buyPlan(ports, plan_id, call)),
};

/** What happened and what to do; then what others wrote of it, inside a fence. */
export function failureText(ports: Pick<DoorPorts, "door">, error: unknown): string {
  const { words, quotes } = failureAt(ports, error);
  return answer({ summary: [words], items: quotes }).text;
}

/** Runs a limited number at once; the others wait, and leave the queue when they are canceled. */
class Slots {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly most: number) {}

  async use<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.running >= this.most) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.running += 1;
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
