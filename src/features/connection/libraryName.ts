import type { ApiVersion } from "../../protocol/apiVersion";
import type { Connected } from "./connected";

/** The name under which a library's answers are archived and its spending is booked: lasting, so not the sample's port. */
export function libraryName({ sample, origin }: Connected): string {
  return sample ? "sample:" : origin;
}

/** The name of one version of a library: its forms and what is on a screen belong to it. */
export function versionedName(library: string, version: ApiVersion): string {
  return version === "v1" ? `${library} v1` : library;
}
