import type { ApiVersion } from "../../protocol/apiVersion";
import type { Connected } from "./connected";

/** The name under which a library's answers are archived and its spending booked; without the sample's port. */
export function libraryName({ sample, origin }: Connected): string {
  return sample ? "sample:" : origin;
}

/** The name of one version of a library: forms and the contents of a panel belong to it. */
export function versionedName(library: string, version: ApiVersion): string {
  return version === "v1" ? `${library} v1` : library;
}
