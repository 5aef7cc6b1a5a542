import assert from "node:assert/strict";
import { parquetMetadata } from "hyparquet";
import { PartEncoder, readRows } from "../../../../src/features/dataset/parquet";
import { type DatasetRow, tables } from "../../../../src/features/dataset/tables";

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
