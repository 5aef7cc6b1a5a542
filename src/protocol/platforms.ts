/** The ten values of `{platform}` (docs/api.md, "Platform values"), under neutral tokens of our own. */
export type PlatformToken =
  | "plat_social_a"
  | "plat_social_b"
  | "native"
  | "display"
  | "plat_board"
  | "plat_forum"
  | "plat_shortvideo"
  | "plat_microblog"
  | "plat_video"
  | "mega";

export interface Platform {
  readonly token: PlatformToken;
  /** Name shown to people. */
  readonly label: string;
  /** Default path segment and value of a card's `platform` field, lower case. */
  readonly segment: string;
  /** File name, without ending, of its icon under `media/platforms/`. */
  readonly icon: string;
  /** What the contract says about it. */
  readonly kind: string;
  /** Whether route 4 (ad details) exists. */
  readonly hasDetails: boolean;
  /** Whether V1 has it (docs/api.md, "Versioning", row "Aggregate search"). */
  readonly inV1: boolean;
}

export const platforms: readonly Platform[] = [
  {
    token: "plat_social_a",
    label: "Facebook",
    segment: "facebook",
    icon: "facebook",
    kind: "Social network",
    hasDetails: true,
    inV1: true,
  },
  {
    token: "plat_social_b",
    label: "Meta",
    segment: "meta",
    icon: "meta",
    kind: "Social network family",
    hasDetails: true,
    inV1: true,
  },
  {
    token: "native",
    label: "Native",
    segment: "native",
    icon: "native",
    kind: "Native ad networks",
    hasDetails: true,
    inV1: true,
  },
  {
    token: "display",
    label: "Display",
    segment: "display",
    icon: "display",
    kind: "Display ad networks",
    hasDetails: true,
    inV1: true,
  },
  {
    token: "plat_board",
    label: "Pinterest",
    segment: "pinterest",
    icon: "pinterest",
    kind: "Image pinboard",
    hasDetails: true,
    inV1: true,
  },
  {
    token: "plat_forum",
    label: "Reddit",
    segment: "reddit",
    icon: "reddit",
    kind: "Community forum",
    hasDetails: true,
    inV1: true,
  },
  {
    token: "plat_shortvideo",
    label: "TikTok",
    segment: "tiktok",
    icon: "tiktok",
    kind: "Short-video platform",
    hasDetails: true,
    inV1: true,
  },
  {
    token: "plat_microblog",
    label: "Twitter",
    segment: "twitter",
    icon: "twitter",
    kind: "Microblog platform",
    hasDetails: true,
    inV1: true,
  },
  {
    token: "plat_video",
    label: "YouTube",
    segment: "youtube",
    icon: "youtube",
    kind: "Video platform",
    hasDetails: true,
    inV1: true,
  },
  {
    token: "mega",
    label: "All platforms",
    segment: "mega",
    icon: "mega",
    kind: "Searches all nine at once",
    hasDetails: false,
    inV1: false,
  },
];

/** Path segments in use, by token: the defaults above overridden by the user's `adLibrary.platformSegments`. */
export type PlatformSegments = Readonly<Record<PlatformToken, string>>;

export const defaultSegments: PlatformSegments = {
  plat_social_a: "facebook",
  plat_social_b: "meta",
  native: "native",
  display: "display",
  plat_board: "pinterest",
  plat_forum: "reddit",
  plat_shortvideo: "tiktok",
  plat_microblog: "twitter",
  plat_video: "youtube",
  mega: "mega",
};
