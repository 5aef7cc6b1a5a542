import { platforms, type Platform, type PlatformToken } from "../../protocol/platforms";

/** A way in which people respond to ads on a platform, with its counter. */
export interface Metric {
  readonly key: string;
  readonly label: string;
  readonly icon: string;
  /** Its share of all engagement. Views do not count as engagement. */
  readonly share: number;
}

/** What is particular about the ads of one platform. */
export interface PlatformProfile {
  readonly token: PlatformToken;
  readonly label: string;
  /** The platform's segment in routes. */
  readonly segment: string;
  /** How cards name the platform. */
  readonly cardName: string;
  /** The ID of ad number 0. Two platforms may have the same IDs: only platform and ID together name an ad. */
  readonly idBase: number;
  readonly metrics: readonly Metric[];
  /** Views per impression; 0 if the platform counts no views. */
  readonly viewRate: number;
  /** Kinds of attachment, each as often as it is listed. */
  readonly media: readonly ("image" | "video" | "clip" | "youtube")[];
  /** Positions in `aspectRatios`, each as often as it is listed. */
  readonly ratios: readonly number[];
  /** Relative weights of the verticals, in the order of `verticals`. */
  readonly verticals: readonly number[];
  readonly placements: readonly string[];
  readonly sorts: readonly string[];
  readonly defaultSort: string;
}

const metric = (key: string, label: string, icon: string, share: number): Metric => ({ key, label, icon, share });
const likes = metric("likes", "Likes", "like", 0.78);
const comments = metric("comments", "Comments", "comment", 0.12);
const shares = metric("shares", "Shares", "share", 0.1);
const everySort = ["newest", "engagement", "relevancy", "ad_impressions", "days_running", "web_traffic"];

interface Particulars extends Omit<PlatformProfile, "token" | "label" | "segment" | "cardName"> {
  readonly cardName?: string;
}

const particulars: Readonly<Record<Exclude<PlatformToken, "mega">, Particulars>> = {
  facebook: {
    idBase: 1_210_000_000,
    metrics: [likes, comments, shares],
    viewRate: 6,
    media: ["image", "image", "image", "video", "video"],
    ratios: [0, 0, 1, 1, 4],
    verticals: [12, 12, 9, 7, 7, 6, 5, 7, 6, 6, 6, 3],
    placements: ["Feed", "Stories", "Reels", "Marketplace", "Right column", "Audience network"],
    sorts: everySort,
    defaultSort: "newest",
  },
  meta: {
    idBase: 4_400_000_000_000,
    metrics: [likes, comments],
    viewRate: 0,
    media: ["image", "image", "video", "video"],
    ratios: [0, 1, 1, 2],
    verticals: [14, 14, 8, 6, 8, 7, 4, 5, 5, 5, 5, 3],
    placements: ["Feed", "Stories", "Reels", "Explore", "Messages", "Threads"],
    sorts: ["newest", "engagement", "relevancy", "days_running"],
    defaultSort: "newest",
  },
  native: {
    idBase: 300_000_000,
    metrics: [],
    viewRate: 0,
    media: ["image", "image", "image", "clip", "video"],
    ratios: [4, 4, 3, 0],
    verticals: [6, 3, 7, 5, 4, 6, 14, 5, 7, 4, 7, 8],
    placements: ["Below article", "In feed", "Sidebar"],
    sorts: ["newest", "ad_impressions", "days_running", "web_traffic", "relevancy"],
    defaultSort: "ad_impressions",
  },
  display: {
    idBase: 610_000_000,
    metrics: [],
    viewRate: 0,
    media: ["image", "image", "image", "image", "clip", "video"],
    ratios: [4, 3, 0, 5],
    verticals: [5, 6, 6, 4, 4, 8, 10, 5, 6, 3, 8, 9],
    placements: ["Leaderboard", "Medium rectangle", "Skyscraper", "Billboard", "Interstitial"],
    sorts: ["newest", "ad_impressions", "days_running", "web_traffic"],
    defaultSort: "ad_impressions",
  },
  pinterest: {
    idBase: 70_000_000,
    metrics: [metric("saves", "Saves", "save", 0.85), metric("comments", "Comments", "comment", 0.15)],
    viewRate: 0,
    media: ["image", "image", "image", "image", "video"],
    ratios: [5, 5, 5, 2, 0],
    verticals: [14, 15, 18, 12, 5, 8, 2, 4, 1, 5, 3, 1],
    placements: ["Home feed", "Search", "Related pins"],
    sorts: ["newest", "engagement", "days_running", "relevancy"],
    defaultSort: "newest",
  },
  reddit: {
    idBase: 70_000_000,
    metrics: [metric("upvotes", "Upvotes", "upvote", 0.8), metric("comments", "Comments", "comment", 0.2)],
    viewRate: 0,
    media: ["image", "image", "video"],
    ratios: [4, 3, 0],
    verticals: [3, 3, 4, 4, 5, 4, 10, 9, 14, 4, 14, 6],
    placements: ["Feed", "Conversation"],
    sorts: ["newest", "engagement", "ad_impressions", "days_running"],
    defaultSort: "newest",
  },
  tiktok: {
    cardName: "tikTok",
    idBase: 9_100_000_000,
    metrics: [likes, comments, shares],
    viewRate: 40,
    media: ["video"],
    ratios: [2],
    verticals: [16, 13, 6, 8, 8, 4, 3, 4, 14, 6, 6, 1],
    placements: ["For you", "Search", "Pangle"],
    sorts: ["newest", "engagement", "relevancy", "ad_impressions", "days_running"],
    defaultSort: "newest",
  },
  twitter: {
    idBase: 8_800_000_000_000,
    metrics: [
      metric("likes", "Likes", "like", 0.7),
      metric("retweets", "Reposts", "repeat", 0.2),
      metric("replies", "Replies", "comment", 0.1),
    ],
    viewRate: 0,
    media: ["image", "image", "video"],
    ratios: [3, 4, 0],
    verticals: [3, 4, 3, 3, 4, 5, 14, 9, 13, 3, 14, 6],
    placements: ["Timeline", "Profile", "Search", "Replies"],
    sorts: everySort,
    defaultSort: "newest",
  },
  youtube: {
    cardName: "youTube",
    idBase: 55_000_000,
    metrics: [metric("likes", "Likes", "like", 0.9), metric("comments", "Comments", "comment", 0.1)],
    viewRate: 55,
    media: ["youtube"],
    ratios: [3],
    verticals: [6, 4, 5, 5, 7, 7, 8, 9, 14, 4, 12, 8],
    placements: ["In-stream", "In-feed", "Shorts", "Bumper"],
    sorts: ["newest", "engagement", "ad_impressions", "days_running", "web_traffic"],
    defaultSort: "newest",
  },
};

function profileOf({ token, label }: Platform): readonly PlatformProfile[] {
  return token === "mega" ? [] : [{ cardName: token, ...particulars[token], token, label, segment: token }];
}

/**
 * The nine platforms that have ads of their own. The order is part of the data: ads refer to their platform by
 * position.
 */
export const platformProfiles: readonly PlatformProfile[] = platforms.flatMap(profileOf);

/** The sorts of the aggregate search. */
export const aggregateSorts = { sorts: everySort, defaultSort: "newest" } as const;

/** Width and height of pictures, in pixels. */
export const aspectRatios: readonly (readonly [number, number])[] = [
  [1080, 1080],
  [1080, 1350],
  [1080, 1920],
  [1280, 720],
  [1200, 628],
  [1000, 1500],
];
