import type { ColumnChunk, CompressionCodec, SchemaElement } from "hyparquet";
import type { ByteWriter } from "hyparquet-writer";
import { writePageHeader } from "hyparquet-writer/src/datapage.js";
import { codec, type Compressor } from "./compression";
import type { ColumnPages, Page } from "./pageWriter";
import type { Column, ColumnType } from "./tables";

/** A `timestamp` is in milliseconds, UTC; of the two ways to declare that, every engine reads the older one. */
export const physical: Readonly<Record<ColumnType, Pick<SchemaElement, "type" | "converted_type">>> = {
  string: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  int64: { type: "INT64" },
  double: { type: "DOUBLE" },
  boolean: { type: "BOOLEAN" },
  timestamp: { type: "INT64", converted_type: "TIMESTAMP_MILLIS" },
};

/** A column of a row group, ready to be written. */
export interface PackedColumn extends ColumnPages {
  readonly column: Column;
  readonly codec: CompressionCodec;
  readonly pages: readonly PackedPage[];
}

interface PackedPage extends Page {
  readonly levels: Uint8Array;
  readonly packed: Uint8Array;
}

/** Columns of fewer bytes are not compressed: there is nothing to gain. */
const smallBytes = 512;

/** Compresses a column's pages, which are at `bytes`. */
export async function packedColumn(
  column: Column,
  { pages, statistics }: ColumnPages,
  bytes: Uint8Array,
  compressor: Compressor,
): Promise<PackedColumn> {
  const isSmall = pages.reduce((sum, { body, to }) => sum + to - body, 0) < smallBytes;
  const packed = pages.map(async (page) => {
    const body = bytes.subarray(page.body, page.to);
    const levels = bytes.subarray(page.from, page.body);
    return { ...page, levels, packed: isSmall ? body : await compressor.compressed(body) };
  });
  return { column, codec: isSmall ? "UNCOMPRESSED" : codec, pages: await Promise.all(packed), statistics };
}

/** Appends a column's part of a row group to a file. */
export function appendChunk(
  file: ByteWriter,
  { column, codec, pages, statistics }: PackedColumn,
  rows: number,
): ColumnChunk {
  const { name, type } = column;
  const from = file.offset;
  let whole = 0;
  let data = from;
  for (const page of pages) {
    if (!page.isDictionary) data = file.offset;
    whole += appendPage(file, page);
  }
  return {
    meta_data: {
      ...{ type: physical[type].type ?? "BYTE_ARRAY", encodings: pages.map(({ encoding }) => encoding) },
      ...{ path_in_schema: [name], codec, num_values: BigInt(rows) },
      total_compressed_size: BigInt(file.offset - from),
      total_uncompressed_size: BigInt(whole),
      ...(data > from && { dictionary_page_offset: BigInt(from) }),
      ...{ data_page_offset: BigInt(data), statistics },
      encoding_stats: pages.map(({ encoding, isDictionary }) => ({
        ...{ page_type: isDictionary ? ("DICTIONARY_PAGE" as const) : ("DATA_PAGE_V2" as const), encoding, count: 1 },
      })),
    },
    file_offset: BigInt(from),
  };
}

/** Returns the bytes that the page would have uncompressed. */
function appendPage(file: ByteWriter, page: PackedPage): number {
  const { encoding, isDictionary, values, nulls, from, to, levels, packed } = page;
  const begin = file.offset;
  writePageHeader(file, {
    type: isDictionary ? "DICTIONARY_PAGE" : "DATA_PAGE_V2",
    uncompressed_page_size: to - from,
    compressed_page_size: levels.length + packed.length,
    ...(isDictionary
      ? { dictionary_page_header: { num_values: values, encoding } }
      : {
          data_page_header_v2: {
            ...{ num_values: values, num_nulls: nulls, num_rows: values, encoding, is_compressed: true },
            ...{ definition_levels_byte_length: levels.length, repetition_levels_byte_length: 0 },
          },
        }),
  });
  const header = file.offset - begin;
  file.appendBytes(levels);
  file.appendBytes(packed);
  return header + to - from;
}
