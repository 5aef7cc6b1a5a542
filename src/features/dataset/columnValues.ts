import type { Statistics } from "hyparquet";
import { writeRleBitPackedHybrid } from "hyparquet-writer/src/encoding.js";
import type { ColumnPages, PageWriter } from "./pageWriter";
import type { Column, Value } from "./tables";
import { type Buffers, TextBytes } from "./textBytes";

/** The values of a column that wait for the next row group. */
export interface ColumnValues {
  add(value: Value): void;
  /** Appends them as pages, and forgets them. */
  appendTo(to: PageWriter): ColumnPages;
}

/** Text columns in which hardly any value repeats: not worth looking for repetitions. */
const unlike = new Set(["raw", "url", "thumbnail", "subtitle", "title", "description", "post_url", "attachment_id"]);

export const valuesOf = ({ name, type }: Column, buffers: Buffers): ColumnValues =>
  unlike.has(name) ? new TextBytes(buffers) : new Values(type, buffers);

/** Any values. Texts wait as bytes after a row group in which few repeated. */
class Values implements ColumnValues {
  private values: Value[] = [];
  private bytes: TextBytes | undefined;

  constructor(
    private readonly type: Column["type"],
    private readonly buffers: Buffers,
  ) {}

  add(value: Value): void {
    if (this.bytes) this.bytes.add(value);
    else this.values.push(value);
  }

  appendTo(to: PageWriter): ColumnPages {
    const { type, values } = this;
    if (this.bytes) return this.bytes.appendTo(to);
    this.values = [];
    const isThere = new Uint8Array(values.length);
    const present: Value[] = [];
    for (let index = 0; index < values.length; index++) {
      if (values[index] === undefined) continue;
      isThere[index] = 1;
      present.push(values[index]);
    }
    const nulls = values.length - present.length;
    const null_count = BigInt(nulls);
    const dictionary = type === "boolean" || type === "double" ? undefined : dictionaryOf(present);
    if (dictionary) {
      const { pages, bounds } = appendRepeating(to, dictionary, isThere, nulls);
      return { pages, statistics: { ...bounds, null_count } };
    }
    if (type === "string" && present.length > 0) {
      this.bytes = new TextBytes(this.buffers);
      for (const value of values) this.bytes.add(value);
      return this.bytes.appendTo(to);
    }
    const page = to.dataPage(isThere, nulls, () => appendPresent(to, type, present));
    return { pages: [page], statistics: { ...(type !== "double" && boundsOf(present)), null_count } };
  }
}

interface Dictionary {
  /** Each value once. */
  readonly values: readonly Value[];
  /** The place of each of the column's values among them. */
  readonly indexes: Uint32Array;
}

/** Each value once, if most repeat often: where a few follow each other, Zstandard alone does better. */
function dictionaryOf(values: readonly Value[]): Dictionary | undefined {
  const places = new Map<Value, number>();
  const indexes = new Uint32Array(values.length);
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    let place = places.get(value);
    if (place === undefined) {
      place = places.size;
      if (place >= values.length / 8) return undefined;
      places.set(value, place);
    }
    indexes[index] = place;
  }
  return values.length === 0 ? undefined : { values: [...places.keys()], indexes };
}

function appendRepeating(to: PageWriter, { values, indexes }: Dictionary, isThere: Uint8Array, nulls: number) {
  let isAscii = true;
  const dictionary = to.dictionaryPage(values.length, () => {
    for (const value of values) isAscii = appendPlain(to, value) && isAscii;
  });
  const page = to.dataPage(isThere, nulls, () => {
    const bits = Math.ceil(Math.log2(values.length));
    to.appendUint8(bits);
    writeRleBitPackedHybrid(to, indexes, bits);
    return "RLE_DICTIONARY";
  });
  return { pages: [dictionary, page], bounds: boundsOf(values, isAscii) };
}

/** Returns whether JavaScript compares the value as engines do: texts outside of ASCII it does not. */
function appendPlain(to: PageWriter, value: Value): boolean {
  if (typeof value === "bigint" || typeof value === "number") to.appendInteger(value);
  if (typeof value !== "string") return true;
  const place = to.index;
  to.appendUint32(0);
  const length = to.appendText(value);
  to.view.setUint32(place, length, true);
  return length === value.length;
}

function appendPresent(to: PageWriter, type: Column["type"], values: readonly Value[]): "PLAIN" | "RLE" {
  if (type === "boolean") {
    const place = to.index;
    to.appendUint32(0);
    const length = writeRleBitPackedHybrid(to, Uint8Array.from(values, Number), 1);
    to.view.setUint32(place, length, true);
    return "RLE";
  }
  for (const value of values)
    if (type === "double") to.appendFloat64(Number(value));
    else appendPlain(to, value);
  return "PLAIN";
}

/** The least and the greatest value. Engines compare texts by their bytes. */
function boundsOf(values: readonly Value[], inOrder = true): Pick<Statistics, "min_value" | "max_value"> {
  const bytesOf = (value: NonNullable<Value>) => Buffer.from(String(value));
  const isBefore = (one: NonNullable<Value>, other: NonNullable<Value>) =>
    inOrder ? one < other : Buffer.compare(bytesOf(one), bytesOf(other)) < 0;
  let [least, most] = [values[0], values[0]];
  for (const value of values) {
    if (value === undefined || least === undefined || most === undefined) continue;
    if (isBefore(value, least)) least = value;
    if (isBefore(most, value)) most = value;
  }
  return least === undefined || most === undefined ? {} : { min_value: least, max_value: most };
}
