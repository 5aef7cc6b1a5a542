import type { Count, Digits } from "../../protocol/ads";
import { platforms } from "../../protocol/platforms";
import type { DatasetRow } from "./tables";

const [least, most] = [-(2n ** 63n), 2n ** 63n - 1n];

/** A whole number that 64 bits hold; as a number, which costs less than a bigint, if that holds it. */
export function int64Of(value: Count | undefined): number | bigint | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (typeof value === "number" || Number.isSafeInteger(number))
    return Number.isSafeInteger(number) ? number : undefined;
  const integer = BigInt(value);
  return integer >= least && integer <= most ? integer : undefined;
}

/** An identifier's two columns. */
export function idCells(name: string, digits: Digits | undefined): DatasetRow {
  return { [name]: digits, [`${name}_int64`]: int64Of(digits) };
}

/** A count's two columns: from the noun, or from the service's own text if the noun has nothing. */
export function countCells(name: string, count: Count | undefined, sent?: string): DatasetRow {
  return { [name]: int64Of(count), [`${name}_text`]: countText(count, sent) };
}

/** What the service sent for a count that is no 64-bit integer. */
export function countText(count: Count | undefined, sent?: string): string | undefined {
  if (int64Of(count) !== undefined) return undefined;
  return sent ?? (count === undefined ? undefined : String(count));
}

/** The two columns of a time that the service sent. */
export function timeCells(name: string, sent: string | undefined): DatasetRow {
  const ms = sent === undefined ? NaN : Date.parse(sent);
  if (Number.isNaN(ms)) return { [name]: undefined, [`${name}_text`]: sent };
  const isWhole = /:\d\d(?:\.\d{0,3}0*)?(?:Z|[+-]\d\d:?\d\d)$/.test(sent ?? "");
  return { [name]: ms, [`${name}_text`]: isWhole ? undefined : sent };
}

const dayMs = 86_400_000;

/** The columns of the time at which an answer was received. */
export function receivedCells(receivedAt: string): DatasetRow {
  const ms = Date.parse(receivedAt);
  return { received_at: ms, received_day: Math.floor(ms / dayMs) };
}

/** `2026-11`, in UTC. */
export function monthOfTime(receivedAt: string): string {
  return new Date(receivedAt).toISOString().slice(0, 7);
}

/** The name of a platform's folder; independent of the operator's path segment. */
export function folderOf(token: string | undefined): string {
  return platforms.find((platform) => platform.token === token)?.segment ?? "unknown";
}
