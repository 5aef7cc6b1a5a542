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

  const fileOf = async (added: readonly DatasetRow[]): Promise<ArrayBuffer> => {
    const encoder = new PartEncoder(tables.attachments, "test");
    for (const row of added) encoder.add(row, { ad_key: "shared" });
    return Uint8Array.from(await encoder.end()).buffer;
  };

  it("keeps every digit of a number, however it is given, and what rows have in common", async () => {
    const numbers = [-1, 0, 1, 2 ** 31, 2 ** 32, -(2 ** 32), 2 ** 53 - 1, 1 - 2 ** 53, 2n ** 63n - 1n, -(2n ** 63n)];
    const read = await readRows(await fileOf(numbers.map((place) => ({ place }))), 0, numbers.length);
    assert.deepEqual(
      read.map(({ place, ad_key }) => [place, ad_key]),
      numbers.map((place) => [BigInt(place), "shared"]),
    );
  });

  it("bounds texts as engines compare them: by their bytes", async () => {
    const row = (index: number) => ({ media_type: index % 2 === 0 ? "\u{1d49c}" : "\uff5e", youtube_id: "a\ud800" });
    const file = await fileOf(Array.from({ length: 16 }, (_, index) => row(index)));
    const chunk = parquetMetadata(file).row_groups[0]?.columns.find(
      ({ meta_data }) => meta_data?.path_in_schema[0] === "media_type",
    );
    const { min_value, max_value } = chunk?.meta_data?.statistics ?? {};
    assert.deepEqual([min_value, max_value], ["\uff5e", "\u{1d49c}"]);
    const [first, second] = await readRows(file, 0, 2);
    assert.deepEqual([first?.media_type, second?.media_type, first?.youtube_id], ["\u{1d49c}", "\uff5e", "a\ufffd"]);
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
