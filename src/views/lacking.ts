import { FeatureError } from "../features/failures";
import { platforms, type PlatformToken } from "../protocol/platforms";
import { readSettings } from "./settings";

/** Whether the version of the service that is in use has no such platform. */
export function isLacking(platform: PlatformToken): boolean {
  return readSettings().apiVersion === "v1" && platforms.some(({ token, inV1 }) => token === platform && !inV1);
}

/** Says so before anything else is asked. @throws {FeatureError} `notInV1` */
export function checkOffered(platform: PlatformToken): void {
  if (isLacking(platform)) throw new FeatureError("notInV1");
}
