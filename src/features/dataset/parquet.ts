// A bundle of its own (bundles.mjs): the first use of a dataset loads the Parquet code and the texts that lie next to
// one; so does the thread that writes it. It throws plain errors; callers put them into words.
import * as zlib from "node:zlib";
import { type AsyncBuffer, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { physical } from "./columnChunk";
import type { ColumnType, DatasetRow, Value } from "./tables";

export { PartEncoder, Scratch } from "./partEncoder";
export { datasetTexts } from "./texts";

const decompressors = {
  ZSTD: (bytes: Uint8Array) => zlib.zstdDecompressSync(bytes),
  GZIP: (bytes: Uint8Array) => zlib.gunzipSync(bytes),
};

/** What the footer of a Parquet file contains. */
export interface PartFooter {
  readonly rows: number;
  readonly columns: readonly { readonly name: string; readonly type: ColumnType | undefined }[];
  /** Number of rows in each row group, in order. */
  readonly groups: readonly number[];
}

/** Reads the footer of a file. @throws {Error} if it is not Parquet */
export async function readFooter(file: AsyncBuffer): Promise<PartFooter> {
  const { schema, row_groups, num_rows } = await parquetMetadataAsync(file);
  return {
    rows: Number(num_rows),
    columns: schema.slice(1).map(({ name, type, converted_type }) => ({ name, type: typeNamed(type, converted_type) })),
    groups: row_groups.map((group) => Number(group.num_rows)),
  };
}

function typeNamed(type: unknown, converted: unknown): ColumnType | undefined {
  for (const name of ["string", "int64", "double", "boolean", "timestamp"] as const)
    if (physical[name].type === type && physical[name].converted_type === converted) return name;
  return undefined;
}

/** Rows of a file as they were added. @throws {Error} if they cannot be read */
export async function readRows(
  file: AsyncBuffer,
  from: number,
  to: number,
  columns?: readonly string[],
): Promise<readonly DatasetRow[]> {
  const chosen = columns && { columns: [...columns] };
  const rows = await parquetReadObjects({
    ...{ file, rowStart: from, rowEnd: to, compressors: decompressors, ...chosen },
  });
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, valueOf(value)])));
}

function valueOf(value: unknown): Value {
  if (value instanceof Date) return BigInt(value.getTime());
  switch (typeof value) {
    case "string":
    case "bigint":
    case "number":
    case "boolean":
      return value;
    default:
      return undefined;
  }
}
