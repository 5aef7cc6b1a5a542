import { open, type FileHandle } from "node:fs/promises";

/** A file as the Parquet code needs it: slices, read on demand. */
export interface OpenFile {
  readonly byteLength: number;
  slice(start: number, end?: number): Promise<ArrayBuffer>;
}

/** Opens a file while `work` runs. */
export async function withFile<T>(path: string, work: (file: OpenFile) => Promise<T>): Promise<T> {
  const handle = await open(path, "r");
  try {
    const { size } = await handle.stat();
    return await work({ byteLength: size, slice: (start, end = size) => piece(handle, start, end) });
  } finally {
    await handle.close();
  }
}

async function piece(handle: FileHandle, start: number, end: number): Promise<ArrayBuffer> {
  const bytes = new ArrayBuffer(Math.max(0, end - start));
  const { bytesRead } = await handle.read(new Uint8Array(bytes), 0, bytes.byteLength, start);
  return bytesRead === bytes.byteLength ? bytes : bytes.slice(0, bytesRead);
}
