import * as z from "zod";
import { idPattern, snapshotPattern } from "../../protocol/ads";
import type { BoardEdit } from "../../protocol/boards";
import type { Method, Params } from "../../protocol/envelope";
import type { FilterAction } from "../../protocol/filters";
import { creativeDecisions } from "../../protocol/lens";
import {
  type ColumnKey,
  handedFacts,
  panelCommands,
  isPlainColumn,
  layouts,
  overviewFields,
} from "../../protocol/panel";
import { isPlatformToken, platforms } from "../../protocol/platforms";
import { adStates } from "../../protocol/runs";
import type { FilterValue } from "../../protocol/search";

const text = z.string().max(100_000);
const digits = z.string().regex(idPattern);
/** The name of a snapshot in the archive: see `BoughtSearch`. */
const snapshot = z.literal("").or(z.string().regex(snapshotPattern));
const platform = z.string().refine(isPlatformToken);
const ad = z.object({ platform, id: digits });
const bound = z.exactOptional(z.number());
const date = z.exactOptional(text);
const day = z.iso.date();
/** As many as a search file can want. */
const pages = z.exactOptional(z.int().min(1).max(1_000_000));

const action = z.enum([
  "clearRelated",
  "replaceOthers",
  "blockOthers",
  "resetRelatedWhenEmpty",
]) satisfies z.ZodType<FilterAction>;

const item = z.object({ key: text, label: z.exactOptional(text), action: z.exactOptional(action) });

/** A row for each kind: a missing one does not compile. */
type OfKinds<T extends { readonly kind: string }> = {
  readonly [K in T["kind"]]: z.ZodType<Extract<T, { readonly kind: K }>>;
};

const values = {
  items: z.object({ kind: z.literal("items"), items: z.array(item).max(10_000) }),
  range: z.object({ kind: z.literal("range"), from: bound, to: bound }),
  dates: z.object({ kind: z.literal("dates"), from: date, to: date }),
  texts: z.object({ kind: z.literal("texts"), texts: z.array(z.object({ type: text, text })).max(1000) }),
  order: z.object({ kind: z.literal("order"), by: text, direction: z.enum(["asc", "desc"]) }),
  flag: z.object({ kind: z.literal("flag"), on: z.boolean() }),
} satisfies OfKinds<FilterValue>;
const value = z.union(Object.values(values));

/** A query as the webview sends it. Whether it makes sense is decided against the form. */
export const searchQuery = z.object({
  platform,
  choices: z.array(z.object({ filter: text, value })).max(1000),
  body: z.exactOptional(text),
});

const owner = z.object({ platform, id: z.exactOptional(digits), name: text });

const boughtAds = z.object({
  text: z.exactOptional(text),
  advertiser: z.exactOptional(text),
  owner: z.exactOptional(owner),
  domain: z.exactOptional(text),
  platforms: z.exactOptional(z.array(platform).max(platforms.length)),
  from: z.exactOptional(day),
  to: z.exactOptional(day),
  stat: z.exactOptional(z.object({ name: text, min: bound, max: bound })),
});

const column = z.custom<ColumnKey>(
  (value) => typeof value === "string" && (isPlainColumn(value) || value.startsWith("stat:")),
);

const view = z.object({
  text,
  filters: z.array(z.object({ field: z.enum(overviewFields), value: text })).max(overviewFields.length),
  sort: z.literal("service").or(column),
  descending: z.boolean(),
});

const table = z.object({
  shown: z.exactOptional(z.record(text, z.boolean())),
  order: z.exactOptional(z.array(text).max(1000)),
  widths: z.exactOptional(z.record(text, z.number().min(0).max(10_000))),
});

/** A table of at most so many characters. */
const rows = (most: number) =>
  z
    .array(z.array(z.union([z.string(), z.number(), z.boolean()]).nullish()))
    .refine((all) => all.reduce((sum, row) => sum + row.join().length, 0) <= most);

const run = z.object({ origin: text, version: z.enum(["v1", "v2"]), platform, body: text, lastHit: snapshot });
const compared = z.object({
  ...{ name: text, earlier: run, newer: run },
  state: z.exactOptional(z.enum(adStates)),
});

/** What a panel keeps of itself; parts may come from another version. */
export const panelMemory = z.object({
  platform,
  draft: searchQuery,
  pages,
  shown: z.exactOptional(z.object({ query: searchQuery, lastHit: z.exactOptional(digits), pages: z.int().min(0) })),
  openAd: z.exactOptional(ad),
  detailTop: z.exactOptional(z.number().min(0)),
  layout: z.exactOptional(z.enum(layouts)),
  tables: z.exactOptional(z.partialRecord(platform, table)),
  view: z.exactOptional(view),
  filtering: z.exactOptional(z.boolean()),
  showing: z.exactOptional(z.enum(["ads", "overview", "compared"])),
  selected: z.exactOptional(z.array(text).max(100_000)),
  at: z.exactOptional(z.number()),
  place: z.exactOptional(z.object({ card: text, top: z.number() })),
  asked: z.exactOptional(z.object({ query: searchQuery, at: text })),
  unanswered: z.exactOptional(z.boolean()),
  library: z.exactOptional(text),
  archive: z.exactOptional(boughtAds),
  compared: z.exactOptional(compared),
  panel: z.exactOptional(text),
  used: z.exactOptional(z.boolean()),
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

const ids = z.array(z.string().max(200)).max(100_000);
/** As `readBoard` accepts it. */
const columnName = z.string().max(1000);
const boardEdits = {
  move: z.object({ kind: z.literal("move"), ids, column: columnName }),
  tag: z.object({ kind: z.literal("tag"), ids, tag: z.string().min(1).max(200), on: z.boolean() }),
  note: z.object({ kind: z.literal("note"), ids, note: text }),
  remove: z.object({ kind: z.literal("remove"), ids }),
  snapshot: z.object({ kind: z.literal("snapshot"), ids, on: z.boolean() }),
  addColumn: z.object({ kind: z.literal("addColumn"), column: columnName.min(1) }),
  renameColumn: z.object({ kind: z.literal("renameColumn"), column: columnName.min(1), name: columnName.min(1) }),
  moveColumn: z.object({
    kind: z.literal("moveColumn"),
    column: columnName.min(1),
    by: z.union([z.literal(1), z.literal(-1)]),
  }),
} satisfies OfKinds<BoardEdit>;
const boardEdit = z.union(Object.values(boardEdits));

const questions = {
  open: remembered,
  keep: z.object({ memory: panelMemory }),
  rejoin: z.object({}),
  rejoinAd: z.object({}),
  form: z.object({ platform, anew: z.exactOptional(z.literal(true)) }),
  filterItems: z.object({ platform, filter: text, text }),
  preview: z.object({ query: searchQuery, draft: z.exactOptional(searchQuery) }),
  followed: z.object({ what: z.enum(handedFacts) }),
  knownSearches: z.object({}),
  readSearch: z.object({ kind: z.enum(["saved", "recent"]), id: text }),
  fit: z.object({ query: searchQuery }),
  boughtPages: z.object({ query: searchQuery, lastHit: snapshot }),
  search: z.object({
    query: searchQuery,
    cursor: z.exactOptional(z.object({ page: z.int().min(2), lastHit: digits })),
    unlessBought: z.exactOptional(z.literal(true)),
    library: z.exactOptional(text),
    pages,
  }),
  boughtNow: z.object({ ads: z.exactOptional(z.array(ad).max(100_000)) }),
  adDetail: z.object({ ad, refresh: z.exactOptional(z.boolean()), library: z.exactOptional(text) }),
  openArchive: remembered,
  searchArchive: z.object({ criteria: boughtAds, after: z.exactOptional(z.string().regex(/^-?\d{1,20}$/)) }),
  decideCreatives: z.object({ ads: z.array(ad).min(1).max(100_000), as: z.enum(creativeDecisions) }),
  lens: z.object({ ads: z.array(text).max(100_000) }),
  advertiser: z.object({ owner }),
  advertiserNews: z.object({ owner }),
  joinAdvertisers: z.object({ owners: z.array(owner).min(1).max(100), joined: z.boolean() }),
  searchAdvertiser: z.object({ platform, name: text, watch: z.exactOptional(z.literal(true)) }),
  findBought: z.object({ criteria: boughtAds }),
  saveTable: z.object({ name: text, rows: rows(50_000_000) }),
  adHistory: z.object({ ad, library: z.exactOptional(text) }),
  keptPicture: z.object({ url: text }),
  openComparison: remembered,
  comparedAds: z.object({ state: z.enum(adStates), from: z.int().min(0) }),
  readDetails: z.object({ ads: z.array(ad).max(100) }),
  rawDetail: z.object({ ad, library: z.exactOptional(text) }),
  openLink: z.object({ ad, link }),
  copyLink: z.object({ ad, link }),
  copyText: z.object({ text: z.string().max(10_000_000).or(rows(10_000_000)) }),
  openBoard: z.object({}),
  entryCards: z.object({ ids }),
  editBoard: z.object({ edit: boardEdit }),
  openSource: z.object({ id: text }),
  openAsText: z.object({}),
  run: z.object({ command: z.enum(panelCommands), ads: z.exactOptional(z.array(ad).max(100_000)) }),
};

/** The same type with no member optional. */
type Whole<T> = T extends object ? { [K in keyof T]-?: Whole<T[K]> } : T;
type Parsed<Q> = { [M in keyof Q]: Whole<z.output<Q[M]>> };
type Complete<Q extends { [M in Method]: Whole<Params<M>> }> = {
  readonly [M in keyof Q & Method]: z.ZodType<Params<M>>;
};

/** The allowed questions, parsed once. A question or a member, even an optional one, without a schema does not compile. */
export const params: Complete<Parsed<typeof questions>> = questions;

/** Frames from the webview. */
export const askFrame = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ask"), id: z.int().min(0), method: z.string(), params: z.unknown() }),
  z.object({ kind: z.literal("cancel"), id: z.int().min(0) }),
]);
