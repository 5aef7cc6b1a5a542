import type { View } from "../../src/protocol/panel";

// Known before the first paint; what looks at the ads by it comes with them: `viewed.ts`.

export const wholeView: View = { text: "", filters: [], sort: "service", descending: true };

/** Whether a view leaves ads out. */
export function isNarrowed({ text, filters }: View): boolean {
  return text.trim() !== "" || filters.length > 0;
}
