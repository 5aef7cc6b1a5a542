import { type FileHandle, open, unlink } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { fileError } from "../disk";

/** Bytes to collect before writing them, so that memory stays flat however much passes through. */
const chunk = 256 * 1024;

/** A temporary file that grows at its end, with a checksum of what was added since the last mark. */
export class GrowingFile {
  private waiting: Buffer[] = [];
  private waitingBytes = 0;
  private checksum = 0;

  private constructor(
    private readonly handle: FileHandle,
    readonly path: string,
    private written: number,
  ) {}

  /** Creates the file, which must not exist. @throws {StorageError} */
  static async create(path: string): Promise<GrowingFile> {
    return new GrowingFile(await opened(path, "wx"), path, 0);
  }

  /** Continues after the first `bytes` of an earlier try; the rest is cut off. @throws {StorageError} */
  static async reopen(path: string, bytes: number): Promise<GrowingFile> {
    const handle = await opened(path, "r+");
    try {
      await handle.truncate(bytes);
    } catch (error) {
      await handle.close();
      throw fileError(error, path);
    }
    return new GrowingFile(handle, path, bytes);
  }

  /** Bytes so far, written or waiting. */
  get length(): number {
    return this.written + this.waitingBytes;
  }

  /** @throws {StorageError} */
  async append(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    this.checksum = crc32(bytes, this.checksum);
    this.waiting.push(bytes);
    this.waitingBytes += bytes.length;
    if (this.waitingBytes >= chunk) await this.flush();
  }

  /** Hands all waiting bytes to the system: a killed process then loses none of them. @throws {StorageError} */
  async flush(): Promise<void> {
    const bytes = Buffer.concat(this.waiting);
    this.waiting = [];
    this.waitingBytes = 0;
    await this.write(bytes, this.written);
    this.written += bytes.length;
  }

  /** Replaces bytes at the start, for a head whose numbers are known only at the end. @throws {StorageError} */
  async rewriteHead(text: string): Promise<void> {
    await this.write(Buffer.from(text), 0);
  }

  /** CRC-32 of what was appended since the last call. */
  takeChecksum(): number {
    const taken = this.checksum;
    this.checksum = 0;
    return taken;
  }

  /** Writes waiting bytes, syncs the file and closes it. @throws {StorageError} */
  async finish(): Promise<void> {
    try {
      await this.flush();
      await this.handle.sync();
    } catch (error) {
      throw fileError(error, this.path);
    } finally {
      await this.handle.close();
    }
  }

  /** Closes it, and removes it unless it `stays`; never throws, because it follows a failure. */
  async discard(stays = false): Promise<void> {
    await this.handle.close().catch(() => undefined);
    if (!stays) await unlink(this.path).catch(() => undefined);
  }

  private async write(bytes: Buffer, at: number): Promise<void> {
    try {
      for (let done = 0; done < bytes.length;) {
        done += (await this.handle.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
      }
    } catch (error) {
      throw fileError(error, this.path);
    }
  }
}

async function opened(path: string, flags: string): Promise<FileHandle> {
  try {
    return await open(path, flags);
  } catch (error) {
    throw fileError(error, path);
  }
}
