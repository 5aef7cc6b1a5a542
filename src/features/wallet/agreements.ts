import { join } from "node:path";
import * as z from "zod";
import { sameSearch } from "../../protocol/search";
import { StateFile } from "../disk";

// What a person agreed to, in small files next to the ledger, for all windows. An unreadable one counts as a no.

const marks = z.array(z.string()).readonly();

/** Damage of the ledger that a person knows about and agreed to ignore. */
export class AcceptedDamage {
  private readonly file: StateFile<readonly string[]>;

  constructor(folder: string) {
    this.file = new StateFile(join(folder, "accepted.json"), { schema: marks, missing: [], unreadable: [] });
  }

  async has(wanted: readonly string[]): Promise<boolean> {
    const known = new Set(await this.file.read());
    return wanted.every((mark) => known.has(mark));
  }

  async add(more: readonly string[]): Promise<void> {
    await this.file.change((accepted) => [...new Set([...accepted, ...more])]);
  }
}

/** From the strictest to the loosest. */
const retries = ["never", "whenNotSent", "always"] as const;
const credits = z.number().nonnegative();
const limits = z.object({
  /** Credits within ten minutes above which the person is asked. */
  confirmAbove: credits,
  /** Credits per day; 0 means no limit. */
  dailyBudget: credits,
  /** Credits per day that assistants may spend; 0 means none. */
  assistantAllowance: credits,
  paidRetry: z.enum(retries),
});

/** The settings that limit spending. */
export type Limits = Readonly<z.infer<typeof limits>>;

/** A limit that became looser since a person last agreed. */
export interface LooserLimit {
  readonly name: keyof Limits;
  readonly from: string | number;
  readonly to: string | number;
}

const names = limits.keyof().options;
/** Where the file can't be read: the defaults of the settings. */
const defaults: Limits = { confirmAbove: 500, dailyBudget: 0, assistantAllowance: 0, paidRetry: "whenNotSent" };

/** How much a limit lets through. A budget of 0 is none. */
const looseness = (of: Limits, name: keyof Limits): number => {
  if (name === "paidRetry") return retries.indexOf(of.paidRetry);
  return name === "dailyBudget" && of.dailyBudget === 0 ? Infinity : of[name];
};

/**
 * The limits that a person agreed to. Any extension can change settings: a looser limit needs a yes once, before the
 * next paid act. The first limits seen, and stricter ones, need none.
 */
export class AgreedLimits {
  private readonly file: StateFile<Limits | undefined>;

  constructor(folder: string) {
    const state = { schema: limits, missing: undefined, unreadable: defaults };
    this.file = new StateFile(join(folder, "limits.json"), state);
  }

  /** What became looser. Stricter limits count from now on. */
  async looser(now: Limits): Promise<readonly LooserLimit[]> {
    const agreed = await this.file.read();
    if (!agreed) await this.agree(now);
    if (!agreed) return [];
    const changed = names.filter((name) => looseness(now, name) !== looseness(agreed, name));
    const looser = changed.filter((name) => looseness(now, name) > looseness(agreed, name));
    const stricter = changed.filter((name) => !looser.includes(name)).map((name) => [name, now[name]]);
    if (stricter.length > 0) await this.agree(limits.parse({ ...agreed, ...Object.fromEntries(stricter) }));
    return looser.map((name) => ({ name, from: agreed[name], to: now[name] }));
  }

  /** From now on, these limits need no question. */
  agree({ confirmAbove, dailyBudget, assistantAllowance, paidRetry }: Limits): Promise<void> {
    return this.file.write({ confirmAbove, dailyBudget, assistantAllowance, paidRetry });
  }
}

const search = z.object({
  origin: z.string(),
  version: z.string(),
  platform: z.string(),
  /** The exact body. */
  body: z.string(),
  label: z.string(),
});
const searches = z.array(search).readonly();

/** A search (library, platform, and exact body) that programs may run without a question. */
export type AllowedSearch = Readonly<z.infer<typeof search>>;

/** The searches that a person allowed keybindings and other extensions to run, until revoked. */
export class AllowedSearches {
  private readonly file: StateFile<readonly AllowedSearch[]>;

  constructor(folder: string) {
    const state = { schema: searches, missing: [], unreadable: [] };
    this.file = new StateFile(join(folder, "allowed-searches.json"), state);
  }

  list(): Promise<readonly AllowedSearch[]> {
    return this.file.read();
  }

  async has(wanted: Omit<AllowedSearch, "label">): Promise<boolean> {
    return (await this.list()).some((each) => sameSearch(each, wanted));
  }

  async add(wanted: AllowedSearch): Promise<void> {
    await this.file.change((all) => [...all.filter((each) => !sameSearch(each, wanted)), wanted]);
  }

  async revoke(some: readonly AllowedSearch[]): Promise<void> {
    await this.file.change((all) => all.filter((each) => !some.some((revoked) => sameSearch(each, revoked))));
  }
}
