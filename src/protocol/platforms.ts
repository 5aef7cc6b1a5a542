/** The ten values of `{platform}` (docs/api.md, "Platform values"): each platform's one name in code, files, and outputs. */
const table = [
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

export type PlatformToken = (typeof table)[number]["token"];

export interface Platform {
  readonly token: PlatformToken;
  /** Name shown to people. */
  readonly label: string;
  /** Whether route 4 (ad details) exists. */
  readonly hasDetails: boolean;
  /** Whether V1 has it (docs/api.md, "Versioning", row "Aggregate search"). */
  readonly inV1: boolean;
}

export const platforms: readonly Platform[] = table.map((row) => {
  const individual = row.token !== "mega";
  return { ...row, hasDetails: individual, inV1: individual };
});

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
