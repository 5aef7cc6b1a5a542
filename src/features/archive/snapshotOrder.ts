import type { Digits } from "../../protocol/ads";
import type { BoughtSearch } from "../../protocol/panel";

/** A snapshot's name, and the ISO time at which its page 1 arrived by this machine's clock. */
type Bought = Pick<BoughtSearch, "lastHit" | "fetchedAt">;

/** The second that a snapshot is named after, by the service's clock; undefined if its name is no time (docs/api.md). */
export const secondOf = (lastHit: Digits = "") => (/^\d{10}$/.test(lastHit) ? Number(lastHit) : undefined);

/**
 * When an answer of a snapshot came, as an ISO time. If that is before the snapshot was made, or in the future, this
 * machine's clock was wrong: then it is when the snapshot was made, by the service's clock.
 */
export function cameAt(receivedAt: string, lastHit: Digits): string {
  const now = Date.now();
  const made = (secondOf(lastHit) ?? Infinity) * 1000;
  const received = Date.parse(receivedAt);
  // A name in the future is no time.
  return made <= now && (received < made || received > now) ? new Date(made).toISOString() : receivedAt;
}

/**
 * Snapshots of one search, newest first: the one order of everything that compares, keeps, or lists them. Those named by
 * a time are in the order of these times, because this machine's clock may have been set back between two looks. The
 * others stay where the time of their receipt puts them. A rule for pairs alone could go round in a circle.
 */
export function newestFirst<T extends Bought>(snapshots: readonly T[]): readonly T[] {
  const byName = (one: T, other: T) => other.lastHit.localeCompare(one.lastHit);
  const received = [...snapshots].sort(
    (one, other) => other.fetchedAt.localeCompare(one.fetchedAt) || byName(one, other),
  );
  const isTimed = ({ lastHit }: T) => secondOf(lastHit) !== undefined;
  const timed = received.filter(isTimed).sort(byName).values();
  return received.map((one) => (isTimed(one) ? (timed.next().value ?? one) : one));
}
