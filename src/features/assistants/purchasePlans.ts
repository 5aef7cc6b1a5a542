import { randomBytes } from "node:crypto";
import type { AdRef, Digits } from "../../protocol/ads";
import { FeatureError } from "../failures";
import type { FrozenSearch } from "../search";

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
      /** The owned result to continue. */
      readonly lastHit?: Digits;
      /** A new result is wanted, even if one is owned. */
      readonly fresh?: true;
    }
  | { readonly of: "ads"; readonly ads: readonly AdRef[] };

/** A checked and priced purchase. It never changes. */
export interface PurchasePlan {
  readonly id: string;
  /** ISO times. */
  readonly made: string;
  readonly expires: string;
  /** Versioned name of the library it was made for. */
  readonly library: string;
  readonly sample: boolean;
  readonly purchase: Purchase;
  /** The most it can cost. */
  readonly credits: number;
  /** Pages or details that are owned already. */
  readonly owned: number;
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
  private readonly plans = new Map<string, PurchasePlan | "used">();
  private readonly bought = new Map<string, Bought>();

  constructor(private readonly now: () => Date) {}

  add(plan: Omit<PurchasePlan, "id" | "made" | "expires">): PurchasePlan {
    const made = this.now();
    const id = `plan-${this.session}-${randomBytes(8).toString("hex")}`;
    const expires = new Date(made.getTime() + planMinutes * 60_000).toISOString();
    const whole = Object.freeze({ ...plan, id, made: made.toISOString(), expires });
    this.plans.set(id, whole);
    for (const old of this.plans.keys()) {
      if (this.plans.size <= mostPlans) break;
      this.plans.delete(old);
      this.bought.delete(old);
    }
    return whole;
  }

  /** A plan that can be bought, without taking it; undefined otherwise. */
  peek(id: string): PurchasePlan | undefined {
    const plan = this.plans.get(id);
    return plan === undefined || plan === "used" || this.isOver(plan) ? undefined : plan;
  }

  /** Takes a plan to buy it: never twice, however the purchase ends. @throws {FeatureError} `planRefused` */
  take(id: string): PurchasePlan {
    const plan = this.plans.get(id);
    if (plan === undefined) throw refused(this.unknown(id));
    if (plan === "used")
      throw refused("This plan was already used; each works once. Check what is owned, then make a new plan.");
    this.plans.set(id, "used");
    if (this.isOver(plan)) throw refused(`This plan expired after ${planMinutes} minutes. Make a new plan.`);
    return plan;
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

  private isOver({ expires }: PurchasePlan): boolean {
    return this.now().getTime() >= Date.parse(expires);
  }

  private unknown(id: string): string {
    const [, session] = /^plan-([0-9a-f]{8})-[0-9a-f]{16}$/.exec(id) ?? [];
    if (session !== undefined && session !== this.session)
      return "This plan belongs to another session. Make a new plan in this one.";
    return "There is no such plan. Get a plan_id from plan_purchase.";
  }
}

const refused = (specifics: string) => new FeatureError("planRefused", { specifics });
