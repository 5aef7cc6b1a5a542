import { deltaBinaryPack } from "hyparquet-writer/src/delta.js";
import type { ColumnPages, PageWriter } from "./pageWriter";
import type { Value } from "./tables";

/** Buffers that were given back, by size: new ones each time would leave memory in pieces. */
export class Buffers {
  private readonly free = new Map<number, Buffer[]>();

  take(size: number): Buffer {
    return this.free.get(size)?.pop() ?? Buffer.allocUnsafeSlow(size);
  }

  give(buffer: Buffer): void {
    const others = this.free.get(buffer.length);
    if (others) others.push(buffer);
    else this.free.set(buffer.length, [buffer]);
  }
}

const smallest = 4096;

/** Texts that wait as bytes, outside of what V8 must look through and move each time it collects garbage. */
export class TextBytes {
  private lengths: number[] = [];
  private bytes = 0;
  private buffer: Buffer | undefined;

  constructor(private readonly buffers: Buffers) {}

  add(value: Value): void {
    if (typeof value !== "string") {
      this.lengths.push(-1);
      return;
    }
    const written = this.withRoomFor(value.length * 3).write(value, this.bytes);
    this.bytes += written;
    this.lengths.push(written);
  }

  /** Appends them as a page: all lengths, then all texts. */
  appendTo(to: PageWriter): ColumnPages {
    const { lengths: all, buffer, bytes } = this;
    const isThere = new Uint8Array(all.length);
    const lengths = new Int32Array(all.length);
    let present = 0;
    for (let index = 0; index < all.length; index++) {
      const length = all[index] ?? -1;
      if (length < 0) continue;
      isThere[index] = 1;
      lengths[present++] = length;
    }
    const page = to.dataPage(isThere, all.length - present, () => {
      deltaBinaryPack(to, lengths.subarray(0, present), "INT32");
      if (buffer) to.appendBytes(buffer.subarray(0, bytes));
      return "DELTA_LENGTH_BYTE_ARRAY";
    });
    if (buffer) this.buffers.give(buffer);
    this.lengths = [];
    this.bytes = 0;
    this.buffer = undefined;
    return { pages: [page], statistics: { null_count: BigInt(page.nulls) } };
  }

  private withRoomFor(more: number): Buffer {
    const { buffer, bytes, buffers } = this;
    if (buffer && bytes + more <= buffer.length) return buffer;
    let size = smallest;
    while (size < bytes + more) size *= 2;
    const larger = buffers.take(size);
    if (buffer) {
      larger.set(buffer.subarray(0, bytes));
      buffers.give(buffer);
    }
    return (this.buffer = larger);
  }
}
