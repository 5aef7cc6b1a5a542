import { FeatureError } from "../features/failures";
import { platforms, type PlatformToken } from "../protocol/platforms";
import { readApiVersion } from "./settings";

/** The platforms that the service version in use lacks. */
export function lackingPlatforms(): readonly PlatformToken[] {
  return readApiVersion() === "v1" ? platforms.flatMap(({ token, inV1 }) => (inV1 ? [] : [token])) : [];
}

/** Refuses such a platform before anything else is asked. @throws {FeatureError} `notInV1` */
export function checkOffered(platform: PlatformToken): void {
  if (lackingPlatforms().includes(platform)) throw new FeatureError("notInV1");
}
