// A bundle of its own (bundles.mjs): the first use of a dataset loads the Parquet code and the texts that lie next to
// one; so does the thread that writes it. It throws plain errors; callers put them into words.
import * as zlib from "node:zlib";
import { type AsyncBuffer, parquetMetadataAsync, parquetReadObjects, type SchemaElement } from "hyparquet";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import type { Column, ColumnType, DatasetRow, Value } from "./tables";

export { datasetTexts } from "./texts";

/** A `timestamp` is in milliseconds, UTC; of the two ways to declare that, every engine reads the older one. */
const physical = {
  string: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  int64: { type: "INT64" },
  double: { type: "DOUBLE" },
  boolean: { type: "BOOLEAN" },
  timestamp: { type: "INT64", converted_type: "TIMESTAMP_MILLIS" },
} as const satisfies Readonly<Record<ColumnType, Partial<SchemaElement>>>;

// Electron may be built without Zstandard; every engine reads gzip as well.
const zstd: Pick<Partial<typeof zlib>, "zstdCompressSync"> = zlib;
const codec = zstd.zstdCompressSync ? "ZSTD" : "GZIP";
const compressors = {
  // A dataset is written once and read often. Much of an ad is random tokens in URLs: there, matches of fewer than 6
  // bytes cost more than they save.
  ZSTD: (bytes: Uint8Array) =>
    zlib.zstdCompressSync(bytes, {
      params: { [zlib.constants.ZSTD_c_compressionLevel]: 6, [zlib.constants.ZSTD_c_minMatch]: 6 },
    }),
  GZIP: (bytes: Uint8Array) => zlib.gzipSync(bytes),
};
const decompressors = {
  ZSTD: (bytes: Uint8Array) => zlib.zstdDecompressSync(bytes),
  GZIP: (bytes: Uint8Array) => zlib.gunzipSync(bytes),
};

/** Makes the bytes of one Parquet file, a row group at a time. The bytes are valid until the next call. */
export class PartEncoder {
  private readonly file = new ByteWriter();
  private readonly writer: ParquetWriter;
  private values: Value[][];
  /** Characters and numbers waiting for the next row group, as a minimum of bytes. */
  waiting = 0;

  constructor(
    private readonly columns: readonly Column[],
    createdBy: string,
  ) {
    const schema: SchemaElement[] = [
      { name: "root", num_children: columns.length },
      ...columns.map(({ name, type }) => ({ name, repetition_type: "OPTIONAL" as const, ...physical[type] })),
    ];
    this.writer = new ParquetWriter({ writer: this.file, schema, codec, compressors, createdBy });
    this.values = columns.map(() => []);
  }

  add(row: DatasetRow): void {
    for (const [index, { name, type }] of this.columns.entries()) {
      const value = row[name];
      this.values[index]?.push(type === "int64" || type === "timestamp" ? integerOf(value) : value);
      this.waiting += typeof value === "string" ? 16 + value.length : 16;
    }
  }

  /** The waiting rows as a row group. */
  group(): Uint8Array {
    this.write();
    return this.taken();
  }

  /** The last row group, and the end of the file. */
  end(): Uint8Array {
    this.write();
    if (this.writer.row_groups.length === 0) this.addEmptyGroup();
    void this.writer.finish();
    return this.taken();
  }

  private write(): void {
    const columnData = this.columns.map(({ name, type }, index) => ({
      ...{ name, data: this.values[index] ?? [] },
      // Older readers know no other encoding of booleans.
      ...(type === "boolean" && { encoding: "PLAIN" as const }),
    }));
    // One page a column: what Zstandard compresses together becomes smaller.
    void this.writer.write({ columnData, rowGroupSize: Infinity, pageSize: 0 });
    this.values = this.columns.map(() => []);
    this.waiting = 0;
  }

  /** The library writes an empty list of row groups with a type that DataFusion refuses. */
  private addEmptyGroup(): void {
    const [none, start] = [0n, BigInt(this.file.offset)];
    const columns = this.columns.map(({ name, type }) => ({
      file_offset: start,
      meta_data: {
        ...{ type: physical[type].type, encodings: ["PLAIN" as const], path_in_schema: [name] },
        ...{ codec: "UNCOMPRESSED" as const, num_values: none, data_page_offset: start },
        ...{ total_compressed_size: none, total_uncompressed_size: none },
      },
    }));
    this.writer.row_groups.push({ columns, total_byte_size: none, num_rows: none });
  }

  private taken(): Uint8Array {
    const bytes = this.file.getBytes();
    this.file.index = 0;
    return bytes;
  }
}

const integerOf = (value: Value) => (typeof value === "number" ? BigInt(value) : value);

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
  for (const name of ["string", "int64", "double", "boolean", "timestamp"] as const) {
    const element: Partial<SchemaElement> = physical[name];
    if (element.type === type && element.converted_type === converted) return name;
  }
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
