import type { View } from "../../src/protocol/panel";

// Needed before the first paint; the code that applies it to ads is loaded later: `viewed.ts`.

export const wholeView: View = { text: "", filters: [], sort: "service", descending: true };

/** Whether a view leaves ads out. */
export function isNarrowed({ text, filters }: View): boolean {
  return text.trim() !== "" || filters.length > 0;
}
