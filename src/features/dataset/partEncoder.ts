import type { RowGroup, SchemaElement } from "hyparquet";
import { ByteWriter } from "hyparquet-writer";
import { writeMetadata } from "hyparquet-writer/src/metadata.js";
import { appendChunk, type PackedColumn, packedColumn, physical } from "./columnChunk";
import { type ColumnValues, valuesOf } from "./columnValues";
import { Compressor } from "./compression";
import { PageWriter } from "./pageWriter";
import type { Column, DatasetRow } from "./tables";
import { Buffers } from "./textBytes";

const schemaOf = (columns: readonly Column[]): SchemaElement[] => [
  { name: "root", num_children: columns.length },
  ...columns.map(({ name, type }) => ({ name, repetition_type: "OPTIONAL" as const, ...physical[type] })),
];

/** Buffers for the bytes of a row group, reused for one file after another: new ones would leave much garbage. */
export class Scratch {
  readonly pages = new PageWriter(64 * 1024);
  readonly file = new ByteWriter(64 * 1024);
  readonly texts = new Buffers();
  readonly compressor = new Compressor();
}

/**
 * Makes the bytes of one Parquet file, a row group at a time; the caller must write them before the same scratch is
 * used again.
 */
export class PartEncoder {
  private readonly schema: SchemaElement[];
  private readonly columns: readonly { readonly column: Column; readonly values: ColumnValues }[];
  private readonly groups: RowGroup[] = [];
  private rows = 0;
  private bytes = 0;
  /** Rows that wait for the next row group. */
  private count = 0;
  /** Characters and numbers waiting for the next row group, as a minimum of bytes. */
  waiting = 0;

  constructor(
    columns: readonly Column[],
    private readonly createdBy: string,
    private readonly scratch: Scratch = new Scratch(),
  ) {
    this.schema = schemaOf(columns);
    this.columns = columns.map((column) => ({ column, values: valuesOf(column, scratch.texts) }));
  }

  /** Adds a row; what it lacks is in `common`. */
  add(row: DatasetRow, common: DatasetRow = row): void {
    for (const { column, values } of this.columns) {
      const value = row[column.name] ?? common[column.name];
      values.add(value);
      this.waiting += typeof value === "string" ? 16 + value.length : 16;
    }
    this.count += 1;
  }

  /** The bytes of the waiting rows, as a row group. Rows may be added meanwhile: they are for the next one. */
  async group(): Promise<Uint8Array> {
    const packed = await this.packed();
    this.begin();
    this.append(packed);
    return this.taken();
  }

  /** The last row group and the end of the file. */
  async end(): Promise<Uint8Array> {
    const packed = await this.packed();
    const { file } = this.scratch;
    this.begin();
    this.append(packed);
    writeMetadata(file, {
      ...{ version: 2, created_by: this.createdBy, schema: this.schema, metadata_length: 0 },
      ...{ num_rows: BigInt(this.rows), row_groups: this.groups },
    });
    file.appendUint32(magic);
    return this.taken();
  }

  private async packed(): Promise<PackedRows> {
    const { count: rows, scratch } = this;
    this.count = 0;
    this.waiting = 0;
    if (rows === 0) return { rows, columns: [] };
    scratch.pages.index = 0;
    const columns = this.columns.map(({ column, values }) => [column, values.appendTo(scratch.pages)] as const);
    const bytes = scratch.pages.getBytes();
    const packed = columns.map(([column, pages]) => packedColumn(column, pages, bytes, scratch.compressor));
    return { rows, columns: await Promise.all(packed) };
  }

  private append({ rows, columns }: PackedRows): void {
    if (rows === 0) return;
    const { file } = this.scratch;
    const from = file.offset;
    const chunks = columns.map((column) => appendChunk(file, column, rows));
    const whole = chunks.reduce((sum, { meta_data }) => sum + (meta_data?.total_uncompressed_size ?? 0n), 0n);
    this.rows += rows;
    this.groups.push({
      ...{ columns: chunks, total_byte_size: whole, num_rows: BigInt(rows) },
      total_compressed_size: BigInt(file.offset - from),
    });
  }

  private begin(): void {
    const { file } = this.scratch;
    file.index = 0;
    file.offset = this.bytes;
    if (this.bytes === 0) file.appendUint32(magic);
  }

  private taken(): Uint8Array {
    const { file } = this.scratch;
    this.bytes = file.offset;
    return file.getBytes();
  }
}

/** `PAR1`: how a Parquet file begins and ends. */
const magic = 0x31524150;

interface PackedRows {
  readonly rows: number;
  readonly columns: readonly PackedColumn[];
}
