import { FeatureError } from "../features/failures";
import { platforms, type PlatformToken } from "../protocol/platforms";
import { readSettings } from "./settings";

/** Whether the service version in use lacks this platform. */
export function isLacking(platform: PlatformToken): boolean {
  return readSettings().apiVersion === "v1" && platforms.some(({ token, inV1 }) => token === platform && !inV1);
}

/** Refuses such a platform before anything else is asked. @throws {FeatureError} `notInV1` */
export function checkOffered(platform: PlatformToken): void {
  if (isLacking(platform)) throw new FeatureError("notInV1");
}
