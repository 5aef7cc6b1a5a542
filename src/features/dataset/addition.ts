import type { PlatformToken } from "../../protocol/platforms";
import type { ArchivedAnswer, PackedAnswer } from "../archive";
import { type Added, AnswerWriter } from "./answerWriter";
import { commit } from "./datasetFolder";
import type { DatasetSummary, WritePorts } from "./dueAnswers";
import { knownAnswers } from "./knownAnswers";
import { type Manifest, type Part, type Reach, schema } from "./manifest";
import { answerCredits, SearchList } from "./searches";
import { tableNames } from "./tables";
import { writeTexts } from "./textFiles";

/** What is added to a dataset at one time, and what the manifest says afterwards. */
export class Addition {
  ads = 0;
  private readonly added = { pages: 0, details: 0 };
  private credits = 0;
  private unreadable = 0;
  private readonly searches: SearchList;
  private readonly reach: Record<string, Reach>;
  private known: Promise<ReadonlySet<string>> | undefined;
  private writer: AnswerWriter | undefined;
  private stopped = false;

  constructor(
    private readonly ports: WritePorts,
    private readonly manifest: Manifest,
  ) {
    this.searches = new SearchList(manifest);
    this.reach = { ...manifest.reach };
    for (const platform of ports.platforms) this.reach[platform] = { ...manifest.reach[platform], since: ports.since };
  }

  /** `doubtful` is whether the dataset may have the answer already. */
  async add(answer: ArchivedAnswer, packed: PackedAnswer, doubtful: boolean): Promise<void> {
    const { folder, parquet } = this.ports;
    this.goneTo(answer.platform, answer);
    if (doubtful && (await (this.known ??= knownAnswers(folder, this.manifest, parquet))).has(answer.key)) return;
    const added = await this.started().add(answer, packed);
    if (typeof added === "object") return this.count(answer, added);
    this.unreadable += 1;
    if (added === "damaged") await this.ports.archive.noteIfLost(answer.kind, this.ports.reading.origin, answer.id);
  }

  /** Ends the thread, if one was started; none is started afterwards. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.writer?.end();
  }

  private started(): AnswerWriter {
    // Nobody would end that thread, and it would write without the lock.
    if (this.stopped) throw new Error("The addition was stopped.");
    const { folder, tool, reading, groupBytes } = this.ports;
    const { signal, ...rest } = reading;
    const taken = this.manifest.files.map(({ path }) => path);
    return (this.writer ??= new AnswerWriter({ folder, tool, taken, reading: rest, groupBytes }, signal));
  }

  private goneTo(platform: PlatformToken, { kind, id, key }: ArchivedAnswer): void {
    this.reach[platform] = { since: this.ports.since, ...this.reach[platform], [kind]: { id, answer: key } };
  }

  private count(answer: ArchivedAnswer, { ads, isLast }: Added): void {
    const credits = answerCredits(answer, this.ports.reading.origin);
    this.added[answer.kind] += 1;
    this.ads += ads;
    if (answer.kind === "pages") this.searches.add(answer, isLast, credits);
    else this.credits += credits;
  }

  /** Makes what was added part of the dataset. With nothing to add, nothing is written. */
  async end(): Promise<Omit<DatasetSummary, "missing">> {
    const { folder, now, tool, parquet, reading } = this.ports;
    reading.signal?.throwIfAborted();
    const files = await this.placed();
    const details = {
      answers: this.manifest.details.answers + this.added.details,
      credits: this.manifest.details.credits + this.credits,
    };
    const manifest: Manifest = {
      ...{ ...this.manifest, schema, tool, details, written_at: now().toISOString() },
      ...{ files: [...this.manifest.files, ...files], searches: this.searches.list(), reach: this.reach },
    };
    if (files.length > 0) {
      const former = { "schema/v1.json": this.manifest.schema.sha256, ...this.manifest.texts };
      const texts = await writeTexts(folder, parquet.datasetTexts, former);
      await commit(folder, { ...manifest, texts });
    } else if (JSON.stringify(this.reach) !== JSON.stringify(this.manifest.reach)) await commit(folder, manifest);
    const bytes = (list: Manifest["files"]) => list.reduce((sum, file) => sum + file.bytes, 0);
    return {
      ...{ folder, ...this.added, ads: this.ads, unreadable: this.unreadable },
      ...{ files: files.length, bytes: bytes([...files]) },
      total: { files: manifest.files.length, bytes: bytes(manifest.files) },
    };
  }

  /** The new parts. A table that has none gets one without rows, so that engines know its columns. */
  private async placed(): Promise<readonly Part[]> {
    const described = new Set(this.manifest.files.flatMap(({ table, month }) => (month === "none" ? [table] : [])));
    const empty = tableNames.filter((table) => !described.has(table));
    return this.writer || empty.length > 0 ? this.started().place(empty) : [];
  }
}
