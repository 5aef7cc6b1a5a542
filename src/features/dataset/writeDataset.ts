import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { writeExact } from "../../protocol/exactJson";
import { messageOf } from "../../protocol/failure";
import type { PlatformToken } from "../../protocol/platforms";
import type { Archive, ArchivedAnswer } from "../archive";
import { StorageError } from "../disk";
import { FeatureError } from "../failures";
import type { Lens } from "../lens";
import { noteOf, type Runs } from "../runs";
import { ThreadLink } from "../threads";
import type { DatasetWriter, WriterStart } from "./datasetThread";
import { commit, partsIn, tidied, writeTexts } from "./datasetFolder";
import { groupedAds } from "./groupedAds";
import { type Manifest, newManifest, schema } from "./manifest";
import { type DatasetContext, type PartPorts, type Placed, writingFolder } from "./parts";
import type { PageReading } from "./rows";
import { answerCredits, SearchList } from "./searches";
import { tableNames } from "./tables";

export interface DatasetProgress {
  /** Number of answers examined so far. */
  readonly done: number;
  readonly of: number;
  readonly ads: number;
}

/** What a write added, and the resulting dataset. */
export interface DatasetSummary {
  readonly folder: string;
  readonly pages: number;
  readonly details: number;
  /** Ads on the pages that were added. */
  readonly ads: number;
  /** Answers left out because this version cannot read them. */
  readonly unreadable: number;
  /** Number of parts written; some replace small ones. */
  readonly files: number;
  readonly bytes: number;
  /** Whether `creative_group` and `changes` are of now. They stay as they are if many answers are bought. */
  readonly grouped: boolean;
  readonly total: { readonly files: number; readonly bytes: number };
  /** Parts of earlier writes that are gone. What they contained is not written again. */
  readonly missing: readonly string[];
  /** Other Parquet files in the folders of the tables: engines read them as well. */
  readonly foreign: readonly string[];
}

export interface WritePorts extends DatasetContext, Pick<PartPorts, "groupBytes"> {
  readonly archive: Archive;
  readonly reading: PageReading;
  readonly platforms: readonly PlatformToken[];
  /** ISO time; "" is everything. */
  readonly since: string;
  readonly onProgress: (progress: DatasetProgress) => void;
  readonly lens: Pick<Lens, "look">;
  readonly runs: Pick<Runs, "changesSince">;
  /** Whether to group and compare the ads of any number of answers. */
  readonly groups: boolean;
}

/** Grouping and comparing the ads of more answers takes so much time and memory that a person has to ask for it (docs/dataset.md). */
const mostGrouped = 3000;
/** How many ads are handed to the thread at once. */
const handedAtOnce = 500;

/** All ads in parts of that size; one part if there are none. */
function slices<T>(ads: readonly T[]): readonly (readonly T[])[] {
  const count = Math.max(1, Math.ceil(ads.length / handedAtOnce));
  return Array.from({ length: count }, (_, at) => ads.slice(at * handedAtOnce, (at + 1) * handedAtOnce));
}

/** Adds whatever the archive has and the dataset lacks. The caller holds the dataset's lock. */
export async function writeDataset(ports: WritePorts): Promise<DatasetSummary> {
  const { folder, tool, reading } = ports;
  const manifest = (await tidied(folder)) ?? newManifest(reading.origin, tool);
  if (manifest.origin !== reading.origin) throw new FeatureError("otherDataset", { specifics: manifest.origin });
  const [present, known] = [new Set(await partsIn(folder)), new Set(manifest.files.map(({ path }) => path))];
  const missing = [...known].filter((path) => !present.has(path));
  const foreign = [...present].filter((path) => !known.has(path));
  const addition = new Addition(ports, manifest);
  try {
    await addition.addAll();
    const grouped = await addition.group();
    return { ...(await addition.end()), grouped, missing, foreign };
  } catch (error) {
    if (ports.signal?.aborted || isKnown(error)) throw error;
    const specifics = error instanceof StorageError ? error.specifics : messageOf(error);
    throw new FeatureError("datasetFailed", { specifics });
  } finally {
    // The lock is released next: no writing may go on after that.
    await addition.stop();
  }
}

/** Whether an error has words of its own, unlike what the thread could not survive. */
const isKnown = (error: unknown) =>
  error instanceof FeatureError || (error instanceof StorageError && error.reason !== "failed");

/**
 * In megabytes. By default, V8 reserves more for short-lived objects than all others need together, and lets the others
 * grow to four times what is in use. With a limit below 2 GB, it collects them at about twice that.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 2000 };

/** What is added to a dataset at one time, and what the manifest says afterwards. */
class Addition {
  private readonly added = { pages: 0, details: 0, ads: 0, unreadable: 0 };
  private readonly answers: Set<string>;
  private readonly searches: SearchList;
  private credits = 0;
  /** All answers that are bought of the library. */
  private bought: readonly ArchivedAnswer[] = [];
  private readonly writer: ThreadLink<DatasetWriter>;

  constructor(
    private readonly ports: WritePorts,
    private readonly manifest: Manifest,
  ) {
    const { folder, tool, reading, groupBytes } = ports;
    const workerData: WriterStart = { folder, tool, present: manifest.files, reading, groupBytes };
    this.writer = new ThreadLink({
      start: () => new Worker(require.resolve("./datasetThread"), { workerData, resourceLimits }),
    });
    this.answers = new Set(manifest.answers);
    this.searches = new SearchList(manifest.searches);
  }

  async addAll(): Promise<void> {
    const { archive, reading, platforms, since, signal, onProgress } = this.ports;
    this.bought = await archive.answers(reading.origin);
    const all = this.bought.filter(({ platform, receivedAt }) => platforms.includes(platform) && receivedAt >= since);
    for (const [index, answer] of all.entries()) {
      signal?.throwIfAborted();
      if (!this.answers.has(answer.key)) await this.add(answer);
      if (index % 10 === 9) onProgress({ done: index + 1, of: all.length, ads: this.added.ads });
    }
    signal?.throwIfAborted();
  }

  private async add(answer: ArchivedAnswer): Promise<void> {
    const added = await this.writer.ask("add", [answer], this.ports.signal);
    if (typeof added === "string") {
      // The archive's size cap may have removed it meanwhile.
      if (added === "unreadable") this.added.unreadable += 1;
      return;
    }
    this.answers.add(answer.key);
    this.added[answer.kind] += 1;
    this.added.ads += added.ads;
    const credits = answerCredits(answer, this.ports.reading.origin);
    if (answer.kind === "pages") this.searches.add(answer, added.isLast, credits);
    else this.credits += credits;
  }

  /**
   * Groups all bought ads anew, because a new ad may join two groups, and compares runs anew, because a bought detail may
   * tell how long an ad has run. Call it when all answers are added.
   * @returns whether it did
   */
  async group(): Promise<boolean> {
    const { archive, lens, groups, signal } = this.ports;
    if (!groups && this.bought.length > mostGrouped) return false;
    // A search of the archive doesn't wait for answers that aren't indexed yet.
    await archive.tidied();
    signal?.throwIfAborted();
    const ads = groupedAds(await lens.look({ criteria: {} }, signal));
    for (const some of slices(ads)) await this.writer.ask("group", [some], signal);
    await this.compare();
    return true;
  }

  /** Compares the last two runs of each search in the dataset, with the figures that everything else tells of them. */
  private async compare(): Promise<void> {
    const { reading, runs, signal } = this.ports;
    const { origin } = reading;
    const pages = this.bought.filter(({ kind, key }) => kind === "pages" && this.answers.has(key));
    const searches = new Map(pages.map((one) => [writeExact([one.version, one.platform, one.body]), one]));
    await this.writer.ask("compare", [], signal);
    for (const { version, platform, body } of searches.values()) {
      signal?.throwIfAborted();
      const {
        counts,
        checked = "",
        before = "",
        ads: told = [],
      } = (await runs.changesSince({ origin, version, platform, body })) ?? {};
      if (!counts) continue;
      const ads = told.map((ad) => ({ ...ad, note: noteOf(ad) }));
      for (const some of slices(ads))
        await this.writer.ask("compare", [{ version, platform, body, checked, before, ads: some }], signal);
    }
  }

  /** Makes what was added part of the dataset. With nothing to add, nothing is written. */
  async end(): Promise<Omit<DatasetSummary, "grouped" | "missing" | "foreign">> {
    const { folder, now, tool, parquet } = this.ports;
    const { parts, replaced } = await this.placed();
    const kept = this.manifest.files.filter((part) => !replaced.some(({ path }) => path === part.path));
    const files = [...kept, ...parts];
    if (parts.length + replaced.length === 0) await rm(join(folder, writingFolder), { recursive: true, force: true });
    else {
      const former = { "schema/v1.json": this.manifest.schema.sha256, ...this.manifest.texts };
      const texts = await writeTexts(folder, parquet.datasetTexts, former);
      const { answers, credits } = this.manifest.details;
      const details = { answers: answers + this.added.details, credits: credits + this.credits };
      const facts = { schema, tool, details, files, texts, written_at: now().toISOString() };
      const manifest = { ...this.manifest, ...facts, searches: this.searches.list(), answers: [...this.answers] };
      await commit(folder, manifest, replaced);
    }
    const bytesOf = (list: Manifest["files"]) => list.reduce((sum, { bytes }) => sum + bytes, 0);
    const total = { files: files.length, bytes: bytesOf(files) };
    return { folder, ...this.added, files: parts.length, bytes: bytesOf([...parts]), total };
  }

  /** The new parts. A table that has none gets one without rows, so that engines know its columns. */
  private async placed(): Promise<Placed> {
    const described = new Set(this.manifest.files.flatMap(({ table, month }) => (month === "none" ? [table] : [])));
    const empty = tableNames.filter((table) => !described.has(table));
    const { isRunning } = this.writer;
    return isRunning || empty.length > 0
      ? this.writer.ask("place", [empty], this.ports.signal)
      : { parts: [], replaced: [] };
  }

  /** Ends the thread, whatever it is doing: the next writer removes what is left behind. */
  async stop(): Promise<void> {
    await this.writer.end();
  }
}
