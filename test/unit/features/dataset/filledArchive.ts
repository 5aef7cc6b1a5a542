import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Part, readManifest, writeManifest } from "../../../../src/features/dataset/manifest";
import { PartEncoder, readRows } from "../../../../src/features/dataset/parquet";
import { type DatasetRow, type Table, tables } from "../../../../src/features/dataset/tables";
import type { CountedLibrary } from "../../../support/countedLibrary";
import { body } from "../../../support/misbehavingReplies";
import type { Stack } from "../stack";

const never = new AbortController().signal;

/** Buys pages of a search of everything; gives its snapshot. */
export async function buyPages(stack: Stack, platform: "native" | "tiktok" | "mega", pages: number) {
  const frozen = await stack.search.freeze({ platform, choices: [] });
  const first = await stack.search.search(frozen, undefined, never);
  for (let page = 2; page <= pages; page++)
    await stack.search.search(frozen, { page, lastHit: first.lastHit ?? "" }, never);
  return { frozen, first };
}

/** Fetches the details of the first ads of a page. */
export async function buyDetails(stack: Stack, page: Awaited<ReturnType<typeof buyPages>>["first"], count: number) {
  for (const { platform, id } of page.ads.slice(0, count))
    await stack.details.detail({ platform: platform!, id: id! }, true, never);
}

/** An answer with what is hard to keep: long and negative identifiers, counts that are none, absent fields, all scripts. */
export const awkwardPage = `{"status":"ok","meta":{"code":1000,"message":null},"data":{"ads":[
{"id":9223372036854775807,"platform":"tiktok","title":"19 digits","vendorweb":9223372036854775807,"stats":[{"tooltip":"Likes","value":9007199254740993,"icon":"x"},{"tooltip":"Views","value":"12.5k"},{"tooltip":"Share","value":0.25},{"icon":"huge","value":123456789012345678901234567890}],"attachments":[{"id":-5,"type":"video","url":"https://a.example/v.mp4","duration":"long"}],"owner":{"id":123456789012345678901,"name":"𝒜 \\"quoted\\", 東京"},"unknown_field":{"a":[1,2]}},
{"id":-9223372036854775808,"platform":"tiktok","title":"","stats":[],"owner":{"id":-1}},
{"id":123456789012345678901234567890,"platform":"somewhere new","display_url":"https://München.example/x?y=1"},
{"platform":"tiktok","title":"no id","is_bookmarked":null}
],"current_page":1,"has_next_page":false,"last_hit":1700000000}}`;

/** Buys one such page. */
export async function buyAwkwardPage(stack: Stack, library: CountedLibrary) {
  const query = await stack.search.fromBody("tiktok", { search_field: [{ type: "text", text: "awkward" }] });
  const frozen = await stack.search.freeze(query);
  library.next(body(awkwardPage));
  await stack.search.search(frozen, undefined, never);
  return frozen;
}

/** A row of `url_chain` as a version that knew fewer columns wrote it. */
export const oldLink: DatasetRow = {
  answer: "old",
  received_at: BigInt(Date.parse("2026-01-01T00:00:00Z")),
  url: "https://old.example",
};

/** Puts a part with that row, or another with its columns, into a dataset: with the columns of an older version, or with more, as of a newer one. */
export async function addForeignPart(
  dataset: string,
  more: readonly string[] = [],
  row: DatasetRow = oldLink,
): Promise<string> {
  const columns = [
    ...tables.url_chain.filter(({ name }) => name in oldLink),
    ...more.map((name) => ({ name, type: "string" as const, about: "" })),
  ];
  const encoder = new PartEncoder(columns, "test");
  encoder.add({ ...row, ...Object.fromEntries(more.map((name) => [name, "kept"])) });
  const content = Buffer.from(encoder.end());
  const manifest = (await readManifest(dataset))!;
  const like = manifest.files.find(({ table, rows }) => table === "url_chain" && rows > 0)!;
  const path = like.path.replace(/part-.*/, `part-20260101-20260101-${more.length + 2}.parquet`);
  await writeFile(join(dataset, path), content);
  const sha256 = createHash("sha256").update(content).digest("hex");
  const times = { from: "2026-01-01T00:00:00.000Z", to: "2026-01-01T00:00:00.000Z" };
  const part = { ...like, path, rows: 1, bytes: content.length, sha256, ...times };
  await writeManifest(dataset, { ...manifest, files: [...manifest.files, part] });
  return path;
}

/** The rows of a table, from all files in its folder that the manifest names. */
export async function tableIn(dataset: string, table: Table): Promise<readonly DatasetRow[]> {
  const parts = (await readManifest(dataset))!.files.filter((part) => part.table === table);
  return (await Promise.all(parts.map((part) => rowsIn(dataset, part)))).flat();
}

/** The rows of a query on some tables of a dataset, in SQLite. */
export async function askedInSql(dataset: string, sql: string, asked: readonly Table[]): Promise<unknown[][]> {
  const db = new DatabaseSync(":memory:");
  for (const table of asked) {
    const names = tables[table].map(({ name }) => name);
    db.exec(`create table ${table} (${names.join()})`);
    const insert = db.prepare(`insert into ${table} values (${names.map(() => "?").join()})`);
    for (const row of await tableIn(dataset, table))
      insert.run(...names.map((name) => (typeof row[name] === "boolean" ? Number(row[name]) : (row[name] ?? null))));
  }
  const rows = db.prepare(sql).all().map(Object.values);
  db.close();
  return rows;
}

/** The groups of `creative_group`, by their names. */
export async function creativesIn(dataset: string) {
  const groups = new Map<string, { creative: string; reasons: string; title: string; ads: string[] }>();
  for (const { creative, reasons, title, ad_key } of await tableIn(dataset, "creative_group")) {
    const name = String(creative);
    const group = groups.get(name) ?? {
      creative: name,
      reasons: String(reasons ?? ""),
      title: String(title ?? ""),
      ads: [],
    };
    group.ads.push(String(ad_key));
    groups.set(name, group);
  }
  return [...groups.values()]
    .map((group) => ({ ...group, ads: group.ads.sort() }))
    .sort((one, other) => (one.creative < other.creative ? -1 : 1));
}

/** The rows of a part. */
export async function rowsIn(dataset: string, { path, rows }: Pick<Part, "path" | "rows">) {
  return readRows(new Uint8Array(await readFile(join(dataset, path))).buffer, 0, rows);
}

/** All rows of a dataset as texts, in whatever parts they are. */
export async function rowTextsIn(dataset: string): Promise<readonly string[]> {
  const { files } = (await readManifest(dataset))!;
  const texts = files.map(async (part) => {
    const rows = await rowsIn(dataset, part);
    return rows.map((row) => `${part.table} ${Object.values(row).map(String).join()}`);
  });
  return (await Promise.all(texts)).flat().sort();
}
