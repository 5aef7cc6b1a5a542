import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { parquetMetadata } from "hyparquet";
import type { Part } from "../../../../src/features/dataset/manifest";
import * as parquet from "../../../../src/features/dataset/parquet";
import { PartEncoder, readRows } from "../../../../src/features/dataset/parquet";
import { Parts } from "../../../../src/features/dataset/parts";
import { type DatasetRow, type PlacedRow, tables } from "../../../../src/features/dataset/tables";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { valuesOf } from "../../../support/valuesOf";
import { rowsIn } from "./filledArchive";

describe("parts in progress", () => {
  const folder = temporaryFolder();
  const ports = (present: readonly Part[] = []) => ({ folder: folder(), tool: "test", parquet, present });
  const rows = (count: number, day = "2026-11-03", from = 0): PlacedRow[] =>
    Array.from({ length: count }, (_, at) => ({
      ...({ table: "stats", platform: "tiktok", month: "2026-11" } as const),
      row: { value: from + at, received_at: Date.parse(day) },
    }));
  async function placed(count: number, present: readonly Part[], day?: string) {
    const parts = new Parts(ports(present));
    await parts.add(rows(count, day));
    return parts.place();
  }

  it("are written while a large answer's rows come in", async () => {
    const parts = new Parts({ ...ports(), groupBytes: 1000 });
    await parts.add(rows(100));
    const [part] = (await parts.place()).parts;
    const { groups } = await parquet.readFooter(new Uint8Array(await readFile(folder(part!.path))).buffer);
    assert.ok(groups.length > 3, `${groups.length} row groups`);
    const values = (await rowsIn(folder(), part!)).map(({ value }) => Number(value));
    assert.deepEqual(
      values,
      Array.from({ length: 100 }, (_, at) => at),
    );
  });

  it("refuse and keep another writer's temporary file", async () => {
    const parts = new Parts(ports());
    const begun = folder(".writing/1.tmp");
    await mkdir(dirname(begun));
    await writeFile(begun, "begun");
    await assert.rejects(parts.place(["stats"]), { code: "EEXIST" });
    assert.equal(await readFile(begun, "utf8"), "begun");
  });

  it("are named after the days of their answers, each differently", async () => {
    const first = await placed(1, [], "2026-11-03");
    const names = async (present: readonly Part[]) =>
      (await placed(9000, present, "2026-11-03")).parts.map(({ path }) => path.split("/").at(-1));
    assert.equal(first.parts[0]!.path, "stats/platform=tiktok/month=2026-11/part-20261103-20261103.parquet");
    assert.deepEqual(await names(first.parts), ["part-20261103-20261103-2.parquet"]);
  });

  it("take in small parts of the same table and platform within limits", async () => {
    const small = await placed(20, [], "2026-11-01");
    const [large] = (await placed(200, [], "2026-11-02")).parts;
    const present = [...small.parts, large!];
    const few = await placed(10, present);
    assert.deepEqual(few.replaced, small.parts);
    const [part] = few.parts;
    assert.deepEqual([part!.rows, part!.from, part!.to], [30, "2026-11-01T00:00:00.000Z", "2026-11-03T00:00:00.000Z"]);
    assert.equal((await rowsIn(folder(), part!)).length, 30);
    assert.deepEqual(valuesOf((await placed(60, present)).replaced, "rows"), [20, 200]);
    assert.deepEqual((await placed(5000, present)).replaced, []);
    const elsewhere = present.map((each) => ({ ...each, month: "2026-10" }));
    assert.deepEqual((await placed(60, elsewhere)).replaced, []);
  });

  it("leave damaged and newer small parts alone", async () => {
    const [part] = (await placed(20, [])).parts;
    const path = folder(part!.path);
    const whole = await readFile(path);
    await writeFile(path, whole.subarray(0, 50));
    assert.deepEqual((await placed(20, [part!])).replaced, []);
    const newer = new parquet.PartEncoder([{ name: "tomorrow", type: "string", about: "" }], "test");
    newer.add({ tomorrow: "yes" });
    const content = Buffer.from(newer.end());
    await writeFile(path, content);
    const sha256 = createHash("sha256").update(content).digest("hex");
    assert.deepEqual((await placed(20, [{ ...part!, rows: 1, bytes: content.length, sha256 }])).replaced, []);
  });
});

describe("a part", () => {
  const texts = ["", "https://a.example/1.jpg", undefined, "東京 𝒜 \u0000", "x".repeat(1_200_000)];
  const rows: DatasetRow[] = texts.map((url, place) => ({ place: BigInt(place), media_type: "image", url }));

  /** Two row groups: the second one has nothing but nulls in its texts. */
  function part(): ArrayBuffer {
    const encoder = new PartEncoder(tables.attachments, "test");
    for (const row of rows) encoder.add(row);
    const first = Buffer.from(encoder.group());
    encoder.add({ place: 5n });
    return new Uint8Array(Buffer.concat([first, encoder.end()])).buffer;
  }

  it("stores every text: empty, absent, in all scripts, longer than a page, or in no row", async () => {
    const read = await readRows(part(), 0, 6);
    assert.deepEqual(
      read.map(({ place, media_type, url, thumbnail }) => [
        place,
        media_type,
        String(url).length,
        url === rows[Number(place)]?.url,
        thumbnail,
      ]),
      [...rows, { place: 5n }].map(({ place, media_type, url }) => [
        place,
        media_type,
        String(url).length,
        true,
        undefined,
      ]),
    );
  });

  function fileOf(added: readonly DatasetRow[]): ArrayBuffer {
    const encoder = new PartEncoder(tables.attachments, "test");
    for (const row of added) encoder.add(row);
    return new Uint8Array(encoder.end()).buffer;
  }

  it("keeps every digit of a number, and repairs invalid UTF-16", async () => {
    const numbers = [-1, 0, 1, 2 ** 31, 2 ** 32, -(2 ** 32), 2 ** 53 - 1, 1 - 2 ** 53, 2n ** 63n - 1n, -(2n ** 63n)];
    const read = await readRows(fileOf(numbers.map((place) => ({ place, url: "a\ud800" }))), 0, numbers.length);
    assert.deepEqual(
      read.map(({ place, url }) => [place, url]),
      numbers.map((place) => [BigInt(place), "a\ufffd"]),
    );
  });

  it("uses only PLAIN and dictionary encodings", () => {
    const encoder = new PartEncoder(tables.sightings, "test");
    for (let index = 0; index < 300; index++)
      encoder.add({
        ...{ answer: `a${index % 3}`, position: index, received_at: 1.7e12 + index, page: 1, active: index % 2 === 0 },
        ...(index % 5 > 0 && { title: `title ${index}`, domain: "a.example", monthly_traffic: index * 1e12 }),
      });
    const { row_groups } = parquetMetadata(new Uint8Array(encoder.end()).buffer);
    const columns = row_groups.flatMap((group) => group.columns.map(({ meta_data }) => meta_data!));
    assert.equal(columns.length, tables.sightings.length);
    assert.deepEqual([...new Set(columns.flatMap(({ encodings }) => encodings))].sort(), ["PLAIN", "RLE_DICTIONARY"]);
    const named = (name: string) => columns.find(({ path_in_schema }) => path_in_schema[0] === name);
    assert.deepEqual(named("domain")?.encodings, ["PLAIN", "RLE_DICTIONARY"]);
    assert.deepEqual(named("title")?.encodings, ["PLAIN"]);
    assert.equal(named("title")?.statistics?.null_count, 60n);
  });

  it("without rows, has one row group without rows", async () => {
    const file = fileOf([]);
    const { row_groups, num_rows } = parquetMetadata(file);
    assert.deepEqual(
      [num_rows, row_groups.map((group) => [group.num_rows, group.columns.length])],
      [0n, [[0n, tables.attachments.length]]],
    );
    assert.deepEqual(await readRows(file, 0, 0), []);
  });
});
