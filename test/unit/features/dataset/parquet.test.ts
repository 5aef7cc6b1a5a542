import assert from "node:assert/strict";
import { parquetMetadata } from "hyparquet";
import { PartEncoder, readRows } from "../../../../src/features/dataset/parquet";
import { type DatasetRow, tables } from "../../../../src/features/dataset/tables";

describe("a part", () => {
  const texts = ["", "https://a.example/1.jpg", undefined, "東京 𝒜 \u0000", "x".repeat(1_200_000)];
  const rows: DatasetRow[] = texts.map((url, place) => ({ place: BigInt(place), media_type: "image", url }));

  /** Two row groups: the second one has nothing but nulls in its texts. */
  async function part(): Promise<ArrayBuffer> {
    const encoder = new PartEncoder(tables.attachments, "test");
    for (const row of rows) encoder.add(row);
    const first = Buffer.from(await encoder.group());
    encoder.add({ place: 5n });
    const { buffer, byteOffset, length } = Buffer.concat([first, await encoder.end()]);
    return buffer.slice(byteOffset, byteOffset + length);
  }

  it("gives back every text: empty, absent, in all scripts, longer than a page, and none in a whole row group", async () => {
    const read = await readRows(await part(), 0, 6);
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

  it("tries no dictionary of texts of which hardly two are alike, nor their least and greatest", async () => {
    const [group] = parquetMetadata(await part()).row_groups;
    const about = (name: string) =>
      group?.columns.find(({ meta_data }) => meta_data?.path_in_schema[0] === name)?.meta_data;
    assert.deepEqual(about("url")?.encodings, ["DELTA_LENGTH_BYTE_ARRAY"]);
    const { min_value, max_value, null_count } = about("url")?.statistics ?? {};
    assert.deepEqual([min_value, max_value, null_count], [undefined, undefined, 1n]);
    assert.deepEqual(about("media_type")?.encodings, ["PLAIN", "RLE_DICTIONARY"]);
    assert.equal(about("media_type")?.statistics?.max_value, "image");
  });
});
