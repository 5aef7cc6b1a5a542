import type { Connected } from "./connection";

/** The name under which a library's answers are archived and its spending is booked: lasting, so not the sample's port. */
export function libraryName({ sample, origin }: Connected): string {
  return sample ? "sample:" : origin;
}
