import type { Facts } from "./world/facts";
import { daysText } from "./v2/wording";
import { mix } from "./world/random";

/** What happens to an ad after the first moment; most ads stay unchanged. */
export type Fate = "stays" | "appears" | "vanishes" | "changes" | "grows" | "isSpelledAnew";

/**
 * Of 20 ads, one appears, one vanishes, one changes its words, and one gets higher counters. Of 400, one's platform is
 * written in capital letters.
 */
export function fateOf(index: number): Fate {
  if (index % 400 === 1) return "isSpelledAnew";
  const fates: Readonly<Record<number, Fate>> = { 3: "vanishes", 5: "appears", 7: "changes", 11: "grows" };
  return fates[index % 20] ?? "stays";
}

/**
 * For how many days an ad that appears has run then, as its card says; undefined if the card doesn't say it. One in four
 * is a day old, one five days: it was launched since the last look if that was four days ago or more. One has run for
 * 210 days, so that it is only new to whoever looks.
 */
export const runningOf = (index: number): number | undefined => [1, 5, 210, undefined][Math.floor(index / 20) % 4];

const day = 86_400;

/** Names of the fields in which cards of V2 and V1 have their counters. */
const counters = new Set(["value", "seen_counts", "impressions"]);

/** The signature in every picture's URL. It is another one at each moment, as with real libraries. */
const signatureOf = (second: number) => mix(second, 0x51).toString(16).padStart(8, "0");

/**
 * Freezes a library except for moments that are begun on request: then ads appear, change, and vanish.
 * Earlier snapshots stay as they are.
 */
export class Moments {
  private readonly begun: number[] = [];

  constructor(
    /** When the world was frozen, in seconds since the epoch. */
    private readonly base: number,
  ) {}

  /** Begins the next moment, some days or a minute after the one before. */
  next(days: number): void {
    this.begun.push(this.present() + (days > 0 ? days * day : 60));
  }

  /** The second of the newest snapshot. */
  present(): number {
    return this.begun.at(-1) ?? this.base;
  }

  /** The second of the world from which a snapshot is computed. */
  world(second: number): number {
    return Math.min(second, this.base);
  }

  /** Whether an ad is in a snapshot. */
  shows(facts: Facts, second: number): boolean {
    return fateOf(facts.index) !== (this.isLater(second) ? "vanishes" : "appears");
  }

  /** Changes a card to what it is in a snapshot. */
  card(card: unknown, { index }: Facts, second: number, mediaUrl: string): unknown {
    const signed = (text: string) =>
      text.startsWith(mediaUrl) ? `${text}?X-Amz-Expires=3600&X-Amz-Signature=${signatureOf(second)}` : text;
    // An ad without a title changes the name of its owner instead.
    const worded = typeof card === "object" && card !== null && "title" in card ? "title" : "name";
    const fate = this.isLater(second) ? fateOf(index) : "stays";
    const told = fate === "appears" ? this.running(card, index, second) : card;
    return changed(told, (name, value) => {
      if (typeof value === "string" && name === worded && fate === "changes") return `New: ${value}`;
      if (typeof value === "string" && name === "platform" && fate === "isSpelledAnew") return value.toUpperCase();
      if (typeof value === "number" && counters.has(name) && fate === "grows") return value + 1000;
      return typeof value === "string" ? signed(value) : value;
    });
  }

  /** A card of V2 or V1 that says for how long its ad has run. */
  private running(card: unknown, index: number, second: number): unknown {
    if (typeof card !== "object" || card === null) return card;
    const first = runningOf(index);
    const days = first === undefined ? undefined : first + Math.floor((second - (this.begun[0] ?? second)) / day);
    if ("days_active" in card) return { ...card, days_active: days };
    const remarks = "metadata" in card && Array.isArray(card.metadata) ? card.metadata : [];
    const others: readonly unknown[] = remarks.filter(
      (one: { readonly tooltip?: unknown }) => one.tooltip !== "Days running",
    );
    const own = days === undefined ? [] : [{ tooltip: "Days running", value: daysText(days) }];
    return { ...card, metadata: [...others, ...own] };
  }

  private isLater(second: number): boolean {
    return this.begun.some((at) => at <= second);
  }
}

/** A copy of a JSON value with `change` applied to each field at any depth. */
function changed(value: unknown, change: (name: string, value: unknown) => unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => changed(each, change, name));
  if (typeof value !== "object" || value === null) return change(name, value);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, changed(each, change, key)]));
}
