/** How a column's values are stored. Every column may be null: absent values are null, never 0. */
export type ColumnType = "string" | "int64" | "double" | "boolean" | "timestamp";

/** A value of a row; a `timestamp` as its milliseconds since 1970, in UTC. */
export type Value = string | bigint | number | boolean | undefined;
export type DatasetRow = Readonly<Record<string, Value>>;

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly about: string;
}

const string = (name: string, about: string): Column => ({ name, type: "string", about });
const int64 = (name: string, about: string): Column => ({ name, type: "int64", about });
const double = (name: string, about: string): Column => ({ name, type: "double", about });
const boolean = (name: string, about: string): Column => ({ name, type: "boolean", about });
const time = (name: string, about: string): Column => ({ name, type: "timestamp", about });

/** An identifier with its exact digits, and a second column with it as a number if it fits in 64 bits. */
const id = (name: string, about: string): readonly Column[] => [
  string(name, `${about}: exact digits`),
  int64(`${name}_int64`, `${name} as a number; null beyond 64 bits`),
];

/** A count, and a second column with the service's own text if it sent anything but a 64-bit integer. */
const count = (name: string, about: string): readonly Column[] => [
  int64(name, about),
  string(`${name}_text`, `what the service sent for ${name}, where that is no 64-bit integer`),
];

/** A time from the service, and a second column with its own text if milliseconds cannot represent it. */
const sentTime = (name: string, about: string): readonly Column[] => [
  time(name, about),
  string(`${name}_text`, `what the service sent for ${name}, where it is no time or finer than a millisecond`),
];

const answer = string("answer", "the answer it came in: the same for every row of one answer, in all tables");
const received = [
  time("received_at", "when the answer was received"),
  int64("received_day", "the same as days since 1970-01-01"),
];
const ad = [
  string("ad_key", "the ad, in all tables: platform:id; ?answer:position for an ad without id"),
  ...id("ad_id", "the service's id of the ad"),
  string("ad_platform", "the same as the folder's platform, for readers that see no folders"),
];
const source = [
  string("origin", "the library: its base URL, or sample:"),
  string("api_version", "v2 or v1: what the raw text is of"),
];
const position = int64("position", "the ad's place in its answer, from 1, as in CSV files");
const place = int64("place", "place in its list, from 1");
const owner = [
  ...id("owner_id", "the advertiser's id"),
  string("owner_name", "the advertiser"),
  string("owner_avatar_url", "the advertiser's picture"),
  boolean("owner_verified", "null: not provided"),
];
const imported = string("imported_from", "the import or linked folder it was read from; null for your own answers");
const raw = string("raw", "exact JSON text of the ad, with every field that this version does not know");

/** The tables of a dataset and their columns, in order. Columns are added, never renamed or retyped. */
export const tables = {
  sightings: [
    ...[answer, position, string("seen_in", "search or detail"), ...received, ...source, ...ad],
    string("search_platform", "the platform that was searched; mega searches all"),
    int64("page", "number of the page; null for a detail"),
    ...id("last_hit", "snapshot of the search"),
    string("platform_sent", "the ad's platform as the service wrote it; ad_platform is its name in every other file"),
    ...[string("title", ""), string("display_url", "target link"), string("domain", "host of the target link")],
    ...count("monthly_traffic", "monthly visits of the target's domain"),
    string("last_seen", "relative text as of received_at, such as 3 hours ago"),
    ...count("days_running", "for how many days the ad had run, as the service says on the card or in the detail"),
    ...[string("post_url", ""), boolean("active", ""), boolean("bookmarked", ""), ...owner, raw],
  ],
  stats: [
    ...[answer, position, ...received, ...ad, place],
    string("name", "the service's word; of a detail timesObserved, daysRunning, engagementScore, monthlyVisits"),
    ...count("value", "the number"),
  ],
  attachments: [
    ...[answer, position, ...received, ...ad, place, ...id("attachment_id", "the service's id of the creative")],
    string("media_type", "image, video, clip, youtube, …"),
    ...[string("url", ""), string("thumbnail", ""), string("youtube_id", ""), string("subtitle", "")],
    ...count("duration_seconds", "length of a video"),
  ],
  details: [
    ...[answer, ...received, ...source, ...ad, string("post_url", ""), string("title", ""), string("subtitle", "")],
    ...[string("description", ""), string("call_to_action", ""), boolean("bookmarked", ""), ...owner],
    ...[
      ...count("times_observed", "how often the service observed the ad, not how many people saw it"),
      ...count("days_running", "active days"),
    ],
    ...sentTime("published_at", "when the ad was published"),
    ...sentTime("first_seen_at", "when the service first saw it"),
    ...sentTime("last_seen_at", "when the service last saw it"),
    ...[...count("engagement_score", ""), string("growth_last_month", "as the service words it")],
    ...[string("domain", "domain of the target"), ...count("monthly_visits", "of the domain")],
    ...[string("domain_age", "as the service words it"), raw, imported],
  ],
  breakdowns: [
    ...[answer, ...received, ...ad],
    string("section", "such as devices, targeting/region, lifetime/timeline, domain/timeline"),
    ...[string("unit", "such as percentage"), string("metric", "of a timeline with several")],
    ...[place, string("point", "machine name: of a timeline its date"), string("label", ""), string("icon", "")],
    ...[
      double("value", "as near as a double comes; null if it can't be read"),
      int64("value_int64", "the same where it is a whole number"),
    ],
  ],
  url_chain: [
    ...[answer, ...received, ...ad, place, ...id("link_id", "the service's id of the link")],
    ...[string("url", ""), string("domain", "host of the link"), ...count("times_seen", "how often it was observed")],
  ],
  pages: [
    ...[answer, ...received, ...source, string("body", "the search as JSON, in its canonical form")],
    string("search_platform", "the platform that was searched, the same as the folder's platform"),
    ...[...id("last_hit", "snapshot of the search"), int64("page", "its number"), int64("ads", "ads on it")],
    boolean("has_next_page", "null: the service did not clearly say"),
    int64("credits", "what it cost you; 0 for the sample library and for an imported page"),
    imported,
  ],
  creative_group: [
    time("received_at", "when the ad's newest answer was received"),
    int64("received_day", "the same as days since 1970-01-01"),
    ...[string("origin", "the library, as in sightings"), ...ad],
    string("creative", "the group, named after the first of its ads: the same for every ad of one creative"),
    string("reasons", "what its ads have in common: text, asset, landing, joined; null for a single ad"),
    ...[string("title", "of the creative"), string("advertiser", "of the ad, as last seen")],
    ...sentTime("first_seen_at", "as the service says, else by the days that the ad ran, else of the first fetch"),
    ...sentTime("last_seen_at", "as the service says, else of the newest fetch"),
  ],
  changes: [
    time("received_at", "when the newest run of the search was received"),
    int64("received_day", "the same as days since 1970-01-01"),
    time("compared_with", "when the run before was received"),
    ...[
      ...source,
      string("body", "the search, as in pages"),
      string("search_platform", "the platform that was searched"),
    ],
    ...[string("ad_key", "the ad, as in all tables; an ad without id has a name of its own here"), ...ad.slice(1)],
    string(
      "state",
      "launched, firstSeen, changed, absent, or notCovered, as in comparisons; unchanged ads have no row",
    ),
    string("note", "as in comparisons, such as running time not provided, or stopped?"),
    int64("days_running", "of new ads: for how many days they had run, as the service says"),
    string("changed_fields", "of changed ads, such as title, stat.likes"),
    ...[string("title", ""), string("advertiser", "")],
  ],
} as const satisfies Readonly<Record<string, readonly Column[]>>;

export type Table = keyof typeof tables;
export const tableNames = Object.keys(tables).filter((name): name is Table => Object.hasOwn(tables, name));

/** A row and where it belongs: `platform` and `month` are folders, not columns. */
export interface PlacedRow {
  readonly table: Table;
  /** `tiktok`, …; `mega` for pages of searches over all platforms; `unknown`. */
  readonly platform: string;
  /** `2026-11`: of `received_at`, in UTC. */
  readonly month: string;
  readonly row: DatasetRow;
}

/** The path of a part, which is named after the days of its answers. */
export const ourPart = /^\w+\/platform=\w+\/month=[\w-]+\/part-(?:\d{8}-\d{8}|empty)(?:-\d+)?\.parquet$/;
