import { formatDay, readDate } from "./dates";
import { plainLabel } from "./label";

/** When an ad was last seen: the service's own words, or the day where it sent a time (V1). */
export function seenText(lastSeen: string, length?: number): string {
  return readDate(lastSeen) ? formatDay(lastSeen) : plainLabel(lastSeen, length);
}
