/**
 * The ten values of `{platform}` (docs/api.md, "Platform values"): each platform's one name in code, files, and outputs,
 * and its label for people.
 */
export const platforms = [
  { token: "facebook", label: "Facebook" },
  { token: "meta", label: "Meta" },
  { token: "native", label: "Native" },
  { token: "display", label: "Display" },
  { token: "pinterest", label: "Pinterest" },
  { token: "reddit", label: "Reddit" },
  { token: "tiktok", label: "TikTok" },
  { token: "twitter", label: "Twitter" },
  { token: "youtube", label: "YouTube" },
  { token: "mega", label: "All platforms" },
] as const;

export type Platform = (typeof platforms)[number];
export type PlatformToken = Platform["token"];

/**
 * Whether this is one platform, not all of them: only these have ad details (route 4), and only these are in V1
 * (docs/api.md, "Versioning", row "Aggregate search").
 */
export const isIndividual = (platform: PlatformToken): boolean => platform !== "mega";

/** A platform's name shown to people; a name that is no token is returned unchanged. */
export const labelOfPlatform = (name: string): string => platforms.find(({ token }) => token === name)?.label ?? name;

/** Path segments in use, by token: the defaults overridden by the user's `adLibrary.platformSegments`. */
export type PlatformSegments = Readonly<Record<PlatformToken, string>>;

/** A platform's default path segment is its token. */
export const defaultSegments: PlatformSegments = {
  facebook: "facebook",
  meta: "meta",
  native: "native",
  display: "display",
  pinterest: "pinterest",
  reddit: "reddit",
  tiktok: "tiktok",
  twitter: "twitter",
  youtube: "youtube",
  mega: "mega",
};

export function isPlatformToken(name: string): name is PlatformToken {
  return platforms.some(({ token }) => token === name);
}

/** What an operator's path segment consists of. */
export const isSegment = (text: string): boolean => /^[\w-]+$/.test(text);

/** The platform of a token or a path segment in use, whatever its case. A token always names its platform. */
export function platformOf(name: string, segments: PlatformSegments = defaultSegments): PlatformToken | undefined {
  const wanted = name.toLowerCase();
  return isPlatformToken(wanted) ? wanted : platformOfSegment(wanted, segments);
}

/** The platform of a path segment in use, whatever its case. */
export function platformOfSegment(name: string, segments: PlatformSegments): PlatformToken | undefined {
  return platforms.find(({ token }) => segments[token].toLowerCase() === name.toLowerCase())?.token;
}
