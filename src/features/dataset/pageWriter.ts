import type { Encoding, Statistics } from "hyparquet";
import { ByteWriter } from "hyparquet-writer";
import { writeRleBitPackedHybrid } from "hyparquet-writer/src/encoding.js";

/** A page as bytes of a `PageWriter`: what says which values are null, and then the others, still to be compressed. */
export interface Page {
  readonly encoding: Encoding;
  readonly isDictionary: boolean;
  readonly values: number;
  readonly nulls: number;
  readonly from: number;
  readonly body: number;
  readonly to: number;
}

/** A column of a row group: one page of values, and before it their dictionary if that makes it smaller. */
export interface ColumnPages {
  readonly pages: readonly Page[];
  readonly statistics: Statistics;
}

/** Collects the pages of a row group, in one buffer that is reused for the next one. */
export class PageWriter extends ByteWriter {
  private all = Buffer.from(this.buffer);

  /** Appends a text as UTF-8, and returns how many bytes that were. */
  appendText(text: string): number {
    const length = Buffer.byteLength(text);
    this.ensure(length);
    if (this.all.buffer !== this.buffer) this.all = Buffer.from(this.buffer);
    this.all.write(text, this.index);
    this.index += length;
    this.offset += length;
    return length;
  }

  appendInteger(value: number | bigint): void {
    if (typeof value === "bigint") return this.appendInt64(value);
    const high = Math.floor(value / 2 ** 32);
    this.appendInt32((value - high * 2 ** 32) | 0);
    this.appendInt32(high);
  }

  /** Appends the values of a dictionary as a page. */
  dictionaryPage(values: number, append: () => void): Page {
    const from = this.index;
    append();
    return { encoding: "PLAIN", isDictionary: true, values, nulls: 0, from, body: from, to: this.index };
  }

  /** Appends a page: for each value whether it is there (1) or null (0), and then what `append` appends. */
  dataPage(isThere: Uint8Array, nulls: number, append: () => Encoding): Page {
    const from = this.index;
    writeRleBitPackedHybrid(this, isThere, 1);
    const body = this.index;
    const encoding = append();
    return { encoding, isDictionary: false, values: isThere.length, nulls, from, body, to: this.index };
  }
}
