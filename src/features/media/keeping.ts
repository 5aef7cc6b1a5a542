import { type LoadedPicture, loadPicture, type PictureOptions, type PictureProblem } from "../../api";

/** The address of a picture, and the library whose stored answer has it. */
export interface NamedPicture {
  readonly library: string;
  readonly url: string;
}

export interface KeepResult {
  readonly kept: number;
  /** Bytes of what was kept. */
  readonly bytes: number;
  /** How many were there before. */
  readonly there: number;
  readonly notKept: Readonly<Partial<Record<PictureProblem, number>>>;
  /** How many were not asked for: it was canceled, or there is no room. */
  readonly left: number;
  readonly full: boolean;
}

export interface KeepOptions {
  readonly signal: AbortSignal;
  /** Told after each picture. */
  readonly tell?: (done: number, of: number) => void;
}

/** A picture to load, under its name in the index. */
export interface WantedPicture extends Pick<PictureOptions, "loopback" | "svg"> {
  readonly key: string;
  readonly url: string;
}

/** Where pictures are kept, and how much room is left there. */
interface KeepingPorts {
  readonly store: (picture: LoadedPicture) => Promise<string>;
  readonly record: (names: Readonly<Record<string, string>>) => Promise<unknown>;
  readonly bytes: number;
  readonly places: number;
}

const atOnce = 6;
/** After so many pictures, the index is written: only these are loaded again if the process is killed. */
const betweenWrites = 64;

/** Loads pictures, several at once, until all are there, it is canceled, or there is no room. */
export class Keeping {
  private readonly stop = new AbortController();
  private readonly ending: AbortSignal;
  private readonly notKept: Partial<Record<PictureProblem, number>> = {};
  private readonly count = { kept: 0, bytes: 0 };
  /** Bytes that may still arrive: what is thrown away counts as well. */
  private left: number;
  private readonly fresh: (readonly [string, string])[] = [];
  private failure: { readonly error: unknown } | undefined;
  private full = false;
  private done = 0;

  constructor(
    private readonly ports: KeepingPorts,
    private readonly pictures: readonly WantedPicture[],
    private readonly options: KeepOptions,
  ) {
    this.left = ports.bytes;
    this.ending = AbortSignal.any([options.signal, this.stop.signal]);
  }

  async run(): Promise<Omit<KeepResult, "there">> {
    const queue = this.pictures.values();
    await Promise.all(Array.from({ length: atOnce }, () => this.work(queue)));
    await this.record();
    if (this.failure) throw this.failure.error;
    return { ...this.count, notKept: this.notKept, left: this.pictures.length - this.done, full: this.full };
  }

  private async work(queue: Iterable<WantedPicture>): Promise<void> {
    for (const picture of queue) {
      if (this.ending.aborted) return;
      try {
        await this.one(picture);
        this.done += 1;
        this.options.tell?.(this.done, this.pictures.length);
      } catch (error) {
        // What ended everything aborts the others as well.
        if (!this.ending.aborted) this.failure = { error };
        this.stop.abort();
      }
    }
  }

  private async one({ key, url, ...options }: WantedPicture): Promise<void> {
    if (this.count.kept >= this.ports.places) this.fill();
    const loaded = await loadPicture(url, { ...options, sized: true, signal: this.ending, spend: this.spend });
    // What was cut off says nothing about the picture.
    this.ending.throwIfAborted();
    if (typeof loaded === "string") return void (this.notKept[loaded] = (this.notKept[loaded] ?? 0) + 1);
    const name = await this.ports.store(loaded);
    this.fresh.push([key, name]);
    this.count.kept += 1;
    this.count.bytes += loaded.bytes.length;
    if (this.fresh.length >= betweenWrites) await this.record();
  }

  private readonly spend = (bytes: number): boolean => (this.left -= bytes) >= 0 || this.fill();

  private fill(): false {
    this.full = true;
    this.stop.abort();
    return false;
  }

  private async record(): Promise<void> {
    const names = this.fresh.splice(0);
    if (names.length > 0) await this.ports.record(Object.fromEntries(names));
  }
}
