import { platforms, type PlatformSegments, type PlatformToken } from "../../protocol/platforms";

/** The path segment of a platform: the operator's where given, else the usual one. */
export function segmentOf(token: PlatformToken, segments?: PlatformSegments): string {
  const usual = platforms.find((platform) => platform.token === token);
  return segments?.[token] ?? usual?.segment ?? token;
}

const individual = platforms.filter(({ hasDetails }) => hasDetails);

/** The individual platform that a card's `platform` field means, without regard to case. */
export function platformNamed(name: string, segments?: PlatformSegments): PlatformToken | undefined {
  const lower = name.toLowerCase();
  const found =
    individual.find(({ token }) => segments?.[token].toLowerCase() === lower) ??
    individual.find(({ segment, token }) => segment === lower || token === lower);
  return found?.token;
}
