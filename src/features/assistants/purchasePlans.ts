import * as l10n from "@vscode/l10n";
import { randomBytes } from "node:crypto";
import type { AdRef, Digits } from "../../protocol/ads";
import { FeatureError } from "../failures";
import { type FrozenSearch, platformName } from "../search";
import { figure } from "../text";
import { visible } from "./answer";

/** For how many minutes a plan can be bought. */
export const planMinutes = 15;

/** The most plans kept in a session; further ones replace the oldest. */
const mostPlans = 50;

/** What a plan buys. */
export type Purchase =
  | {
      readonly of: "search";
      readonly frozen: FrozenSearch;
      readonly pages: number;
      /** The bought result to continue. */
      readonly lastHit?: Digits;
      /** A new result is wanted, even if one is bought. */
      readonly fresh?: true;
    }
  | { readonly of: "ads"; readonly ads: readonly AdRef[] };

/** A checked and priced purchase. It never changes. */
export interface PurchasePlan {
  readonly id: string;
  /** ISO time. */
  readonly expires: string;
  /** The round of assistants' spending in which it was made. */
  readonly round: string;
  /** Versioned name of the library it was made for. */
  readonly library: string;
  readonly sample: boolean;
  readonly purchase: Purchase;
  /** The most it can cost. */
  readonly credits: number;
  /** Pages or details that are bought already. */
  readonly bought: number;
  /** JSON text of what page 1 sends; absent for ads. */
  readonly body?: string;
  /** One line, for the ledger and for questions. */
  readonly label: string;
}

/** The pages that a plan brought when it was bought. */
export interface Bought {
  readonly frozen: FrozenSearch;
  readonly lastHit: Digits;
  readonly pages: number;
}

/** The plans of one session: a window, or the connection of one client. */
export class PurchasePlans {
  private readonly session = randomBytes(4).toString("hex");
  private readonly plans = new Map<string, { readonly plan: PurchasePlan; readonly until: number } | "used">();
  private readonly bought = new Map<string, Bought>();

  /** @param elapsed milliseconds of a clock that nobody can set */
  constructor(
    private readonly now: () => Date,
    private readonly elapsed = () => performance.now(),
  ) {}

  add(plan: Omit<PurchasePlan, "id" | "expires">): PurchasePlan {
    const id = `plan-${this.session}-${randomBytes(8).toString("hex")}`;
    const expires = new Date(this.now().getTime() + planMinutes * 60_000).toISOString();
    const whole = Object.freeze({ ...plan, id, expires });
    this.plans.set(id, { plan: whole, until: this.elapsed() + planMinutes * 60_000 });
    for (const old of this.plans.keys()) {
      if (this.plans.size <= mostPlans) break;
      this.plans.delete(old);
      this.bought.delete(old);
    }
    return whole;
  }

  /** A plan that can be bought, without taking it; undefined otherwise. */
  peek(id: string): PurchasePlan | undefined {
    const known = this.plans.get(id);
    return known === undefined || known === "used" || this.elapsed() >= known.until ? undefined : known.plan;
  }

  /** Takes a plan to buy it: never twice, however the purchase ends. @throws {FeatureError} `planRefused` */
  take(id: string): PurchasePlan {
    const known = this.plans.get(id);
    if (known === undefined) throw refused(this.unknown(id));
    if (known === "used")
      throw refused("This plan was already used; each works once. Check what is bought, then make a new plan.");
    this.plans.set(id, "used");
    if (this.elapsed() >= known.until)
      throw refused(`This plan expired after ${planMinutes} minutes. Make a new plan.`);
    return known.plan;
  }

  keep(id: string, bought: Bought): void {
    if (this.plans.has(id)) this.bought.set(id, bought);
  }

  /** What a plan of this session brought. @throws {FeatureError} `planRefused` */
  result(id: string): Bought {
    const bought = this.bought.get(id);
    if (!bought) throw refused("No search with this plan_id was bought in this session.");
    return bought;
  }

  private unknown(id: string): string {
    const [, session] = /^plan-([0-9a-f]{8})-[0-9a-f]{16}$/.exec(id) ?? [];
    if (session !== undefined && session !== this.session)
      return "This plan belongs to another session. Make a new plan in this one.";
    return "There is no such plan. Get a plan_id from plan_purchase.";
  }
}

const refused = (specifics: string) => new FeatureError("planRefused", { specifics });

export interface PurchaseQuestion {
  /** The plan in question. */
  readonly id: string;
  readonly text: string;
}

/** The assistant that buys a plan, for the wallet. */
export const buyerOf = ({ round }: PurchasePlan, door: "vscode" | "mcp", client: string) =>
  ({ door, client: client.slice(0, 200), tool: "buy_plan", round }) as const;

/** What a plan buys, in a sentence or two. */
export function purchaseWords({ purchase, bought }: PurchasePlan): string {
  const have = bought === 0 ? [] : [l10n.t("You already bought {0}.", bought)];
  if (purchase.of === "ads") {
    const count = purchase.ads.length;
    return [count === 1 ? l10n.t("The details of 1 ad.") : l10n.t("The details of {0} ads.", count), ...have].join(" ");
  }
  const { pages, frozen } = purchase;
  const name = platformName(frozen.request.platform);
  const what =
    pages === 1 ? l10n.t("A search on {0}: 1 page.", name) : l10n.t("A search on {0}: {1} pages.", name, pages);
  return [what, ...have].join(" ");
}

/** What exactly a plan sends: the body of a search, or the platform and ID of each ad. Plain text, no ad content. */
export function purchaseContent({ purchase, body }: PurchasePlan): string {
  if (purchase.of === "search") return jsonInLines(visible(body ?? ""));
  return purchase.ads.map(({ platform, id }) => `${platformName(platform)} ${id}`).join("\n");
}

/** The question to a person before a plan is bought. */
export const purchasePrice = ({ credits, sample }: PurchasePlan) =>
  sample
    ? l10n.t("Spend up to {0} sample credits? You won't be charged.", figure(credits))
    : l10n.t("Spend up to {0} credits?", figure(credits));

/** Question, words, and content, for doors that show plain text. */
export const purchaseQuestion = (plan: PurchasePlan) =>
  [purchasePrice(plan), purchaseWords(plan), purchaseContent(plan)].join("\n");

/** Characters of a line that a person is asked about. */
const atMost = 80;

/** The same JSON text in lines, broken only between its values: nothing that others wrote begins a line of its own. */
export function jsonInLines(json: string): string {
  const parts = json.match(/(?:"(?:[^"\\]|\\.)*"|[^",])+,?|,/g) ?? [];
  // What is no JSON stays on its line.
  if (parts.join("") !== json) return json;
  const lines = [""];
  for (const part of parts) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + part.length > atMost) lines.push(part);
    else lines[lines.length - 1] = line + part;
  }
  return lines.join("\n");
}
