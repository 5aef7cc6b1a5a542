// A bundle of its own (bundles.mjs): the first use of a dataset loads the Parquet code and the texts that lie next to
// one; so does the thread that writes it. It throws plain errors; callers put them into words.
import * as zlib from "node:zlib";
import { type AsyncBuffer, parquetMetadataAsync, parquetReadObjects, type SchemaElement } from "hyparquet";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import type { Column, ColumnType, DatasetRow, Value } from "./tables";

export { datasetTexts } from "./texts";

/** A `timestamp` is in milliseconds, UTC; of the two ways to declare that, every engine reads the older one. */
const physical: Readonly<Record<ColumnType, Pick<SchemaElement, "type" | "converted_type">>> = {
  string: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  int64: { type: "INT64" },
  double: { type: "DOUBLE" },
  boolean: { type: "BOOLEAN" },
  timestamp: { type: "INT64", converted_type: "TIMESTAMP_MILLIS" },
};

const schemaOf = (columns: readonly Column[]): SchemaElement[] => [
  { name: "root", num_children: columns.length },
  ...columns.map(({ name, type }) => ({ name, repetition_type: "OPTIONAL" as const, ...physical[type] })),
];

// Electron may be built without Zstandard; every engine reads gzip as well.
const zstd: Pick<Partial<typeof zlib>, "zstdCompressSync"> = zlib;
const codec = zstd.zstdCompressSync ? "ZSTD" : "GZIP";
// A dataset is written once and read often. Much of an ad is random tokens in URLs: there, matches of fewer than 6 bytes
// cost more than they save.
const params = { [zlib.constants.ZSTD_c_compressionLevel]: 6, [zlib.constants.ZSTD_c_minMatch]: 6 };
const compressors = {
  ZSTD: (bytes: Uint8Array) => zstd.zstdCompressSync?.(bytes, { params, pledgedSrcSize: bytes.length }) ?? bytes,
  GZIP: (bytes: Uint8Array) => zlib.gzipSync(bytes),
};
const decompressors = {
  ZSTD: (bytes: Uint8Array) => zlib.zstdDecompressSync(bytes),
  GZIP: (bytes: Uint8Array) => zlib.gunzipSync(bytes),
};

/** Buffer of a file that is not being written. */
const nothing = new ArrayBuffer(16);

/** Text columns in which hardly any value repeats. Searching for an ad by the first letters of one makes no sense. */
const unlike = new Set(["raw", "url", "thumbnail", "subtitle", "title", "description", "post_url", "attachment_id"]);

/** Size of a column's page: larger ones compress a little better, and need more memory. */
const pageSize = 1_000_000;

/** A buffer for the bytes of a row group, reused for one file after another: new ones would leave much garbage. */
export interface Scratch {
  buffer: ArrayBuffer;
}

/**
 * Makes the bytes of one Parquet file, a row group at a time; the caller must write them before the same scratch is
 * used again.
 */
export class PartEncoder {
  private readonly bytes = new ByteWriter(nothing.byteLength);
  private readonly writer: ParquetWriter;
  private values: Value[][];
  /** Characters and numbers waiting for the next row group, as a minimum of bytes. */
  waiting = 0;

  constructor(
    private readonly columns: readonly Column[],
    createdBy: string,
    private readonly scratch: Scratch = { buffer: new ArrayBuffer(64 * 1024) },
  ) {
    this.values = columns.map(() => []);
    this.writer = new ParquetWriter({
      ...{ writer: this.bytes, schema: schemaOf(columns), codec, compressors, createdBy },
    });
  }

  add(row: DatasetRow): void {
    const { columns, values } = this;
    for (let index = 0; index < columns.length; index++) {
      const { name = "" } = columns[index] ?? {};
      const value = row[name];
      values[index]?.push(value);
      this.waiting += typeof value === "string" ? 16 + value.length : 16;
    }
  }

  /** The bytes of the waiting rows, as a row group. */
  group(): Uint8Array {
    this.borrow();
    this.writeWaiting();
    return this.taken();
  }

  /** The last row group and the end of the file. */
  end(): Uint8Array {
    this.borrow();
    this.writeWaiting();
    void this.writer.finish();
    return this.taken();
  }

  private writeWaiting(): void {
    const { columns, values } = this;
    const rowGroupSize = values[0]?.length ?? 0;
    this.values = columns.map(() => []);
    this.waiting = 0;
    if (rowGroupSize === 0) return;
    const columnData = columns.map(({ name }, index) => ({
      ...{ name, data: values[index] ?? [], offsetIndex: false },
      ...(unlike.has(name) && { statistics: false, encoding: "DELTA_LENGTH_BYTE_ARRAY" as const }),
    }));
    void this.writer.write({ columnData, rowGroupSize, pageSize });
  }

  /** Moves what was written so far (a file's first bytes) into the scratch. */
  private borrow(): void {
    const begun = new Uint8Array(this.bytes.buffer, 0, this.bytes.index);
    new Uint8Array(this.scratch.buffer).set(begun);
    this.use(this.scratch.buffer);
  }

  private taken(): Uint8Array {
    const { bytes, scratch } = this;
    const taken = new Uint8Array(bytes.buffer, 0, bytes.index);
    scratch.buffer = bytes.buffer;
    bytes.index = 0;
    this.use(nothing);
    return taken;
  }

  private use(buffer: ArrayBuffer): void {
    this.bytes.buffer = buffer;
    this.bytes.view = new DataView(buffer);
  }
}

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
