import type { RawFile } from "./rawFile";

export type RawValue = null | number | string | Buffer;

/** One record of a table or an index. `read` returns its columns, and throws if they are damaged. */
export interface RawRow {
  /** ID of a table's row; absent for a record of an index. */
  readonly id?: number;
  /** One letter for each column: `n`ull, `i`nteger, `r`eal, `t`ext, `b`lob. */
  readonly shape: string;
  read(): RawValue[];
}

/** Kinds of database pages that hold records, as the file format numbers them. */
const tableLeaf = 13;
const indexLeaf = 10;
const indexInner = 2;

/** The records on a database page that can be read, of a table or an index; none if SQLite no longer uses the page. */
export function rowsOf(file: RawFile, number: number): RawRow[] {
  const page = file.page(number);
  if (!page || file.isFree(number)) return [];
  const start = number === 1 ? 100 : 0;
  const kind = page.readUInt8(start);
  if (kind !== tableLeaf && kind !== indexLeaf && kind !== indexInner) return [];
  const cells = start + (kind === indexInner ? 12 : 8);
  const count = Math.min(page.readUInt16BE(start + 3), Math.floor((page.length - cells) / 2));
  return Array.from({ length: count }, (_, cell) => page.readUInt16BE(cells + 2 * cell)).flatMap((at) => {
    try {
      return [rowAt(file, page, kind === indexInner ? at + 4 : at, kind === tableLeaf)];
    } catch {
      return [];
    }
  });
}

function rowAt(file: RawFile, page: Buffer, from: number, ofTable: boolean): RawRow {
  const at = new Cursor(page, from);
  const size = at.varint();
  const id = ofTable ? at.varint() : undefined;
  if (!(size > 0 && size < file.length)) throw new Error("A record's size is damaged.");
  const start = at.at;
  const local = localSize(size, file.pageSize, ofTable);
  const end = start + at.varint();
  const types: number[] = [];
  while (at.at < end) types.push(at.varint());
  if (at.at !== end || start + local > page.length) throw new Error("A record's head is damaged.");
  const sizes = types.map(sizeOf);
  if (end - start + sizes.reduce((sum, each) => sum + each, 0) !== size) throw new Error("A record's size is damaged.");
  return {
    ...(id !== undefined && { id }),
    shape: types.map(letterOf).join(""),
    read: () => {
      const record = whole(file, page, start, local, size);
      let from = end - start;
      return types.map((type, column) => {
        const value = record.subarray(from, (from += sizes[column] ?? 0));
        return valueOf(type, value);
      });
    },
  };
}

/** The whole record, with what is on overflow pages. */
function whole(file: RawFile, page: Buffer, start: number, local: number, size: number): Buffer {
  const parts = [page.subarray(start, start + local)];
  let left = size - local;
  let next = left > 0 ? page.readUInt32BE(start + local) : 0;
  while (left > 0) {
    const overflow = file.page(next);
    if (!overflow) throw new Error("A record's end is missing.");
    parts.push(overflow.subarray(4, 4 + left));
    left -= overflow.length - 4;
    next = overflow.readUInt32BE(0);
  }
  return Buffer.concat(parts);
}

/** How many bytes of a record are on its own page ("Cell Payload Overflow Pages" of the file format). */
function localSize(size: number, pageSize: number, ofTable: boolean): number {
  const most = ofTable ? pageSize - 35 : Math.floor(((pageSize - 12) * 64) / 255) - 23;
  if (size <= most) return size;
  const least = Math.floor(((pageSize - 12) * 32) / 255) - 23;
  const fitting = least + ((size - least) % (pageSize - 4));
  return fitting <= most ? fitting : least;
}

/** Reads SQLite's variable-length integers one after the other. @throws at the end of the page */
class Cursor {
  constructor(
    private readonly page: Buffer,
    public at: number,
  ) {}

  varint(): number {
    let value = 0n;
    for (let bytes = 1; bytes < 9; bytes++) {
      const byte = this.page.readUInt8(this.at++);
      value = (value << 7n) | BigInt(byte & 0x7f);
      if (byte < 0x80) return Number(value);
    }
    return Number(BigInt.asIntN(64, (value << 8n) | BigInt(this.page.readUInt8(this.at++))));
  }
}

const integerSizes = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0];

const sizeOf = (type: number) => (type < 12 ? (integerSizes[type] ?? 0) : Math.floor((type - 12) / 2));

function letterOf(type: number): string {
  if (type === 0) return "n";
  if (type === 7) return "r";
  if (type < 12) return "i";
  return type % 2 === 0 ? "b" : "t";
}

function valueOf(type: number, bytes: Buffer): RawValue {
  if (type === 0) return null;
  if (type === 7) return bytes.readDoubleBE();
  if (type === 8 || type === 9) return type - 8;
  if (type < 6) return bytes.readIntBE(0, bytes.length);
  if (type === 6) return Number(bytes.readBigInt64BE());
  return type % 2 === 0 ? bytes : bytes.toString();
}
