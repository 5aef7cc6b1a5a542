import * as z from "zod";
import type { Method, Params } from "../../protocol/envelope";
import type { FilterAction } from "../../protocol/filters";
import type { AdCriteria } from "../../protocol/owned";
import type { ColumnKey, PanelCommand, PanelMemory, TableLook, View } from "../../protocol/panel";
import { plainColumns } from "../../protocol/panelMemory";
import { platforms, type PlatformToken } from "../../protocol/platforms";
import { adStates } from "../../protocol/runs";
import type { SearchQuery } from "../../protocol/search";

const text = z.string().max(100_000);
const digits = z.string().regex(/^-?\d{1,40}$/);
/** The name of a snapshot in the archive: see `OwnedSearch`. */
const snapshot = digits.or(z.string().regex(/^(~\d{1,9})?$/));
const platform = z.custom<PlatformToken>((value) => platforms.some(({ token }) => token === value));
const ad = z.object({ platform, id: digits });
const bound = z.exactOptional(z.number());
const date = z.exactOptional(text);
const day = z.iso.date();

const action = z.enum([
  "clearRelated",
  "replaceOthers",
  "blockOthers",
  "resetRelatedWhenEmpty",
]) satisfies z.ZodType<FilterAction>;

const item = z.object({ key: text, label: z.exactOptional(text), action: z.exactOptional(action) });

const value = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("items"), items: z.array(item).max(10_000) }),
  z.object({ kind: z.literal("range"), from: bound, to: bound }),
  z.object({ kind: z.literal("dates"), from: date, to: date }),
  z.object({ kind: z.literal("texts"), texts: z.array(z.object({ type: text, text })).max(1000) }),
  z.object({ kind: z.literal("order"), by: text, direction: z.enum(["asc", "desc"]) }),
  z.object({ kind: z.literal("flag"), on: z.boolean() }),
]);

/** A query as the webview sends it. Whether it makes sense is decided against the form. */
export const searchQuery: z.ZodType<SearchQuery> = z.object({
  platform,
  choices: z.array(z.object({ filter: text, value })).max(1000),
});

const ownedAds: z.ZodType<AdCriteria> = z.object({
  text: z.exactOptional(text),
  advertiser: z.exactOptional(text),
  domain: z.exactOptional(text),
  platforms: z.exactOptional(z.array(platform).max(platforms.length)),
  from: z.exactOptional(day),
  to: z.exactOptional(day),
  stat: z.exactOptional(z.object({ name: text, min: bound, max: bound })),
});

const column = z.custom<ColumnKey>(
  (value) => plainColumns.some((known) => known === value) || (typeof value === "string" && value.startsWith("stat:")),
);

const view: z.ZodType<View> = z.object({
  text,
  filters: z
    .array(z.object({ field: z.enum(["advertiser", "domain", "platform", "mediaType", "daysRunning"]), value: text }))
    .max(5),
  sort: z.literal("service").or(column),
  descending: z.boolean(),
});

const table: z.ZodType<TableLook> = z.object({
  shown: z.exactOptional(z.record(text, z.boolean())),
  order: z.exactOptional(z.array(text).max(1000)),
  widths: z.exactOptional(z.record(text, z.number().min(0).max(10_000))),
});

const run = z.object({ origin: text, version: z.enum(["v1", "v2"]), platform, body: text, lastHit: snapshot });
const compared: z.ZodType<NonNullable<PanelMemory["compared"]>> = z.object({
  ...{ name: text, earlier: run, newer: run },
  state: z.exactOptional(z.enum(adStates)),
});

/** What a panel keeps of itself; parts may come from another version. */
export const panelMemory: z.ZodType<PanelMemory> = z.object({
  platform,
  draft: searchQuery,
  shown: z.exactOptional(z.object({ query: searchQuery, lastHit: z.exactOptional(digits), pages: z.int().min(0) })),
  openAd: z.exactOptional(ad),
  detailTop: z.exactOptional(z.number().min(0)),
  layout: z.exactOptional(z.enum(["cards", "table"])),
  table: z.exactOptional(table),
  view: z.exactOptional(view),
  filtering: z.exactOptional(z.boolean()),
  showing: z.exactOptional(z.enum(["ads", "overview", "compared"])),
  selected: z.exactOptional(z.array(text).max(100_000)),
  at: z.exactOptional(z.number()),
  place: z.exactOptional(z.object({ card: text, top: z.number() })),
  asked: z.exactOptional(z.object({ query: searchQuery, at: text })),
  library: z.exactOptional(text),
  archive: z.exactOptional(ownedAds),
  compared: z.exactOptional(compared),
  panel: z.exactOptional(text),
});

/** A panel restored from an older, newer or foreign state starts empty instead of failing. */
const remembered = z
  .object({ memory: z.exactOptional(panelMemory.optional().catch(undefined)) })
  .transform(({ memory }) => (memory ? { memory } : {}));

const link = z.discriminatedUnion("of", [
  z.object({ of: z.literal("post") }),
  z.object({ of: z.literal("display") }),
  z.object({ of: z.literal("attachment"), index: z.int().min(0) }),
  z.object({ of: z.literal("urlChain"), index: z.int().min(0) }),
]);

const commands = [
  "connect",
  "setApiKey",
  "useSampleLibrary",
  "checkConnection",
  "openSettings",
  "showLog",
  "showCredits",
  "saveSearch",
  "exportResults",
  "exportPages",
  "copyAsCurl",
] as const satisfies readonly PanelCommand[];

/** The allowed questions, parsed once. A question without an entry here does not compile. */
export const params: { readonly [M in Method]: z.ZodType<Params<M>> } = {
  open: remembered,
  keep: z.object({ memory: panelMemory }),
  rejoin: z.object({}),
  form: z.object({ platform, anew: z.exactOptional(z.literal(true)) }),
  filterItems: z.object({ platform, filter: text, text }),
  preview: z.object({ query: searchQuery, draft: z.exactOptional(searchQuery) }),
  followed: z.object({}),
  knownSearches: z.object({}),
  readSearch: z.object({ kind: z.enum(["saved", "recent"]), id: text }),
  fit: z.object({ query: searchQuery }),
  ownedPages: z.object({ query: searchQuery, lastHit: snapshot }),
  search: z.object({
    query: searchQuery,
    cursor: z.exactOptional(z.object({ page: z.int().min(2), lastHit: digits })),
    unlessOwned: z.exactOptional(z.literal(true)),
    library: z.exactOptional(text),
  }),
  ownedNow: z.object({ ads: z.exactOptional(z.array(ad).max(100_000)) }),
  adDetail: z.object({ ad, refresh: z.exactOptional(z.boolean()), library: z.exactOptional(text) }),
  openArchive: remembered,
  searchArchive: z.object({ criteria: ownedAds, after: z.exactOptional(z.string().regex(/^\d{1,20}$/)) }),
  findOwned: z.object({ criteria: ownedAds }),
  saveTable: z.object({ name: z.string().max(200), text: z.string().max(50_000_000), rows: z.int().min(0) }),
  adHistory: z.object({ ad }),
  openComparison: remembered,
  comparedAds: z.object({ state: z.enum(adStates), from: z.int().min(0) }),
  rawDetail: z.object({ ad }),
  openLink: z.object({ ad, link }),
  copyLink: z.object({ ad, link }),
  copyText: z.object({ text: z.string().max(10_000_000) }),
  run: z.object({ command: z.enum(commands), ads: z.exactOptional(z.array(ad).max(100_000)) }),
};

/** Frames from the webview. */
export const askFrame = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ask"), id: z.int().min(0), method: z.string(), params: z.unknown() }),
  z.object({ kind: z.literal("cancel"), id: z.int().min(0) }),
]);
