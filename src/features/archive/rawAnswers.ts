import { setImmediate as nextTurn } from "node:timers/promises";
import { parseRounded } from "../../api";
import { unpack } from "./payload";
import { RawFile } from "./rawFile";
import { type RawRow, type RawValue, rowsOf } from "./rawRows";

/** The texts that name a search (origin, version, platform, body) or a detail's ad (origin, version, platform, ID). */
type Texts = readonly string[];

/** An answer that can be read, still packed. Either `page` or `detail` is present. */
export interface RawAnswer {
  readonly receivedAt: string;
  readonly coding: string;
  readonly payload: Buffer;
  /** Of a page: its search, the name of its snapshot, its number, and the reasons for which it is pinned. */
  readonly page?: {
    readonly search: Texts;
    readonly lastHit: string;
    readonly number: number;
    readonly pins: readonly string[];
  };
  /** Of a detail: its ad. */
  readonly detail?: Texts;
}

/**
 * What a file recorded about another that was set aside before it: how many answers were lost, and whether a person has
 * agreed (1) or not (0).
 */
export interface ToldLoss {
  readonly lost: number;
  readonly agreed: number;
}

/** Database pages that are read before others get a turn: few enough that a search hardly waits. */
const atOnce = 200;

/**
 * Finds the answers in an archive's file, however damaged it is, by reading its database pages one by one without
 * SQLite.
 */
export class RawAnswers {
  private readonly searches = new Map<number, Texts>();
  private readonly snapshots = new Map<number, { readonly search: number; readonly lastHit: string }>();
  private readonly pins = new Map<number, string[]>();
  private readonly pages = new Map<number, RawRow>();
  private readonly details = new Map<number, RawRow>();
  /** The losses that this file has recorded, by the names of the files that had them. */
  readonly told = new Map<string, ToldLoss>();
  /** The file is cut short, or more than a tenth of its pages can't be recognized: it may have held more answers. */
  isUncountable = false;
  /** IDs of answers that an index names, even if their rows are gone. */
  private readonly known = { pages: new Set<number>(), details: new Set<number>() };

  private constructor(private readonly file: RawFile) {}

  /**
   * Reads the whole file, then allows `count` and `readable`. @throws the file system's error if it cannot be opened
   */
  static async of(path: string): Promise<RawAnswers> {
    const answers = new RawAnswers(new RawFile(path));
    let [looked, judged, strange] = [0, 0, 0];
    for (const number of answers.file.numbers()) {
      for (const row of rowsOf(answers.file, number)) answers.sort(row);
      const plausible = answers.file.isPlausible(number);
      if (plausible !== undefined) judged += 1;
      if (plausible === false) strange += 1;
      if (++looked % atOnce === 0) await nextTurn();
    }
    answers.isUncountable = 10 * strange > judged || answers.file.isCutShort();
    return answers;
  }

  /** How many answers the file held, as far as anything in it still shows: at least this many if `isUncountable`. */
  get count(): number {
    const { pages, details } = this.known;
    return new Set([...pages, ...this.pages.keys()]).size + new Set([...details, ...this.details.keys()]).size;
  }

  /** The answers that can be read: pages, then details, each in the order in which they arrived. */
  *readable(): Generator<RawAnswer> {
    for (const [, row] of inOrder(this.pages)) {
      const answer = unlessDamaged(() => this.page(row.read()));
      if (answer) yield answer;
    }
    for (const [, row] of inOrder(this.details)) {
      const answer = unlessDamaged(() => detailOf(row.read()));
      if (answer) yield answer;
    }
  }

  close(): void {
    this.file.close();
  }

  /**
   * Keeps a row by its shape, which tells its table or index. Rows with answers are kept unread, the others are read
   * now.
   */
  private sort(row: RawRow): void {
    const { id, shape } = row;
    if (shape === "niittb" && id !== undefined) this.pages.set(id, row);
    else if (shape === "nttttttb" && id !== undefined) this.details.set(id, row);
    else if (!small.has(shape)) return;
    else unlessDamaged(() => this.sortSmall(id, shape, row.read()));
  }

  /**
   * Reads a row of `search` or its index, `snapshot` or its index, `pin`, `loss`, or the index of `page` or `detail`,
   * in this order.
   */
  private sortSmall(id: number | undefined, shape: string, values: readonly RawValue[]): void {
    const last = number(values.at(-1));
    if (shape === "ntttt" && id !== undefined) this.searches.set(id, searchOf(values.slice(1)));
    if (shape === "tttti" && !this.searches.has(last)) this.searches.set(last, searchOf(values.slice(0, 4)));
    if (shape === "nitt" && id !== undefined) this.snapshots.set(id, snapshotOf(values.slice(1)));
    if (shape === "iti" && !this.snapshots.has(last)) this.snapshots.set(last, snapshotOf(values));
    if (shape === "it")
      this.pins.set(number(values[0]), [...(this.pins.get(number(values[0])) ?? []), text(values[1])]);
    if (shape === "ttiii" && id !== undefined)
      this.told.set(text(values[0]), { lost: number(values[3]), agreed: last });
    if (shape === "iii") this.known.pages.add(last);
    if (shape === "ttttti") this.known.details.add(last);
  }

  private page([, of, page, receivedAt, coding, payload]: readonly RawValue[]): RawAnswer | undefined {
    const snapshot = this.snapshots.get(number(of));
    const search = snapshot && this.searches.get(snapshot.search);
    if (!search) return undefined;
    const pins = this.pins.get(number(of)) ?? [];
    return {
      ...answerOf(receivedAt, coding, payload),
      page: { search, lastHit: snapshot.lastHit, number: number(page), pins },
    };
  }
}

const small = new Set(["ntttt", "tttti", "nitt", "iti", "it", "iii", "ttttti", "ttiii"]);

// Searches and snapshots are in their tables and in an index: what is damaged in one place is taken from the other.

function searchOf(values: readonly RawValue[]): Texts {
  const search = values.map(text);
  parseRounded(search[3] ?? "");
  return search;
}

/**
 * Rows of `stat` may have the same shape, but with a name in the place of `lastHit`, which is digits, or "~2" and so
 * on.
 * @throws if this is no snapshot
 */
function snapshotOf([search, lastHit]: readonly RawValue[]) {
  if (!/^(-?\d*|~\d{1,9})$/.test(text(lastHit))) throw new Error("No snapshot.");
  return { search: number(search), lastHit: text(lastHit) };
}

function detailOf([, origin, version, platform, ad, receivedAt, coding, payload]: readonly RawValue[]): RawAnswer {
  return { ...answerOf(receivedAt, coding, payload), detail: [origin, version, platform, ad].map(text) };
}

/** @throws if the answer is no longer readable JSON, or its time no longer a time */
function answerOf(receivedAt: RawValue | undefined, coding: RawValue | undefined, payload: RawValue | undefined) {
  if (!Buffer.isBuffer(payload) || Number.isNaN(Date.parse(text(receivedAt)))) throw new Error("No answer.");
  parseRounded(unpack(text(coding), payload));
  return { receivedAt: text(receivedAt), coding: text(coding), payload };
}

function text(value: RawValue | undefined): string {
  if (typeof value !== "string") throw new Error("No text.");
  return value;
}

const number = (value: RawValue | undefined) => (typeof value === "number" ? value : 0);

const inOrder = <T>(rows: ReadonlyMap<number, T>) => [...rows].sort(([one], [other]) => one - other);

/** Returns undefined if `read` throws: a damaged file may contain anything. */
function unlessDamaged<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
