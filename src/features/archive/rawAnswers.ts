import { setImmediate as nextTurn } from "node:timers/promises";
import { parseRounded } from "../../api";
import { unpack } from "./payload";
import { RawFile } from "./rawFile";
import { type RawRow, type RawValue, rowsOf } from "./rawRows";

/** A search, a detail's ad: texts as the table has them. */
type Texts = readonly string[];

/** A stored answer that can be read, still packed. */
export interface RawAnswer {
  readonly receivedAt: string;
  readonly coding: string;
  readonly payload: Buffer;
  /** Of a page: the search (origin, version, platform, body), its snapshot, its number, and why it is kept. */
  readonly page?: {
    readonly search: Texts;
    readonly lastHit: string;
    readonly number: number;
    readonly pins: readonly string[];
  };
  /** Of a detail: origin, version, platform and id of its ad. */
  readonly detail?: Texts;
}

/** What a file told of one that was set aside before it. */
export interface ToldLoss {
  readonly lost: number;
  readonly agreed: number;
}

/** Pages of the file that are looked through at once: few enough that a search hardly waits. */
const atOnce = 200;

/** The answers of an archive's file, however damaged it is: found in its pages one by one, without SQLite. */
export class RawAnswers {
  private readonly searches = new Map<number, Texts>();
  private readonly snapshots = new Map<number, { readonly search: number; readonly lastHit: string }>();
  private readonly pins = new Map<number, string[]>();
  private readonly pages = new Map<number, RawRow>();
  private readonly details = new Map<number, RawRow>();
  /** By the names of files. */
  readonly told = new Map<string, ToldLoss>();
  /** Ids that an index names, whether or not their rows are left. */
  private readonly known = { pages: new Set<number>(), details: new Set<number>() };

  private constructor(private readonly file: RawFile) {}

  /** @throws the file system's error where there is no such file */
  static async of(path: string): Promise<RawAnswers> {
    const answers = new RawAnswers(new RawFile(path));
    let looked = 0;
    for (const page of answers.file.numbers()) {
      for (const row of rowsOf(answers.file, page)) answers.sort(row);
      if (++looked % atOnce === 0) await nextTurn();
    }
    return answers;
  }

  /** How many answers the file held, as far as anything in it still tells. */
  get count(): number {
    const { pages, details } = this.known;
    return new Set([...pages, ...this.pages.keys()]).size + new Set([...details, ...this.details.keys()]).size;
  }

  /** Those that can be read, in the order in which they came. */
  *readable(): Generator<RawAnswer> {
    for (const [, row] of inOrder(this.pages)) {
      const answer = attempt(() => this.page(row.read()));
      if (answer) yield answer;
    }
    for (const [, row] of inOrder(this.details)) {
      const answer = attempt(() => detailOf(row.read()));
      if (answer) yield answer;
    }
  }

  close(): void {
    this.file.close();
  }

  private sort(row: RawRow): void {
    const { id, shape } = row;
    if (shape === "niittb" && id !== undefined) this.pages.set(id, row);
    else if (shape === "nttttttb" && id !== undefined) this.details.set(id, row);
    else if (!small.has(shape)) return;
    else attempt(() => this.sortSmall(id, shape, row.read()));
  }

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

// Each stands in its table and in an index: what is damaged in one is taken from the other.

function searchOf(values: readonly RawValue[]): Texts {
  const search = values.map(text);
  parseRounded(search[3] ?? "");
  return search;
}

/** Rows of numbers of ads have the same shape, with a name in this place: a snapshot is digits, or "~2" and so on. */
function snapshotOf([search, lastHit]: readonly RawValue[]) {
  if (!/^(-?\d*|~\d{1,9})$/.test(text(lastHit))) throw new Error("No snapshot.");
  return { search: number(search), lastHit: text(lastHit) };
}

function detailOf([, origin, version, platform, ad, receivedAt, coding, payload]: readonly RawValue[]): RawAnswer {
  return { ...answerOf(receivedAt, coding, payload), detail: [origin, version, platform, ad].map(text) };
}

/** @throws where it is no longer the text that came */
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

/** What stands in a damaged file may be anything. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
