import { AdLibraryError } from "../../api";
import type { PlatformToken } from "../../protocol/platforms";
import type { ArchivedAnswer } from "../archive";
import { commit, writeTexts } from "./datasetFolder";
import type { DueAnswer } from "./dueAnswers";
import { knownAnswers } from "./knownAnswers";
import { type Manifest, type Reach, schema } from "./manifest";
import type { Parts } from "./parts";
import { rowsOfDetail } from "./rowsOfDetail";
import { creditsOf, rowsOfPage } from "./rowsOfPage";
import { SearchList } from "./searches";
import type { DatasetSummary, WritePorts } from "./dueAnswers";

/** One run: what it adds to a dataset, and what the manifest says afterwards. */
export class WriteRun {
  ads = 0;
  private readonly added = { pages: 0, details: 0 };
  private credits = 0;
  private unreadable = 0;
  private readonly searches: SearchList;
  private readonly reach: Record<string, Reach>;
  private known: ReadonlySet<string> | undefined;

  constructor(
    private readonly ports: WritePorts,
    private readonly manifest: Manifest,
    private readonly parts: Parts,
  ) {
    this.searches = new SearchList(manifest);
    this.reach = { ...manifest.reach };
    for (const platform of ports.platforms) this.reach[platform] = { ...manifest.reach[platform], since: ports.since };
  }

  async add({ kind, id, doubtful }: DueAnswer): Promise<void> {
    const { archive, folder, parquet, reading } = this.ports;
    const answer = await archive.answer(kind, reading.origin, id);
    // The size cap may have removed it meanwhile.
    if (!answer) return;
    this.goneTo(answer.platform, answer);
    if (doubtful && (this.known ??= await knownAnswers(folder, this.manifest, parquet)).has(answer.key)) return;
    if (answer.text === undefined || !(await this.read(answer, answer.text))) this.unreadable += 1;
  }

  private goneTo(platform: PlatformToken, { kind, id, key }: ArchivedAnswer): void {
    this.reach[platform] = { since: this.ports.since, ...this.reach[platform], [kind]: { id, answer: key } };
  }

  /** Whether this version can read the answer. */
  private async read(answer: ArchivedAnswer, text: string): Promise<boolean> {
    const { reading } = this.ports;
    try {
      if (answer.kind === "pages") {
        const { rows, ads, isLast } = await rowsOfPage(answer, text, reading);
        await this.parts.add(String(answer.id), rows);
        this.searches.add(answer, isLast, creditsOf(answer, reading.origin));
        this.ads += ads;
      } else {
        await this.parts.add(`d${answer.id}`, rowsOfDetail(answer, text, reading));
        this.credits += creditsOf(answer, reading.origin);
      }
      this.added[answer.kind] += 1;
      return true;
    } catch (error) {
      if (error instanceof AdLibraryError || error instanceof SyntaxError) return false;
      throw error;
    }
  }

  /** Makes what was added part of the dataset. With nothing to add, nothing is written. */
  async end(): Promise<DatasetSummary> {
    const { folder, now, tool, parquet, reading } = this.ports;
    reading.signal?.throwIfAborted();
    const files = await this.parts.place();
    const details = {
      answers: this.manifest.details.answers + this.added.details,
      credits: this.manifest.details.credits + this.credits,
    };
    const manifest: Manifest = {
      ...{ ...this.manifest, schema, tool, details, written_at: now().toISOString() },
      ...{ files: [...this.manifest.files, ...files], searches: this.searches.list(), reach: this.reach },
    };
    if (files.length > 0) {
      await writeTexts(folder, parquet.datasetTexts);
      await commit(folder, manifest);
    } else if (JSON.stringify(this.reach) !== JSON.stringify(this.manifest.reach)) await commit(folder, manifest);
    const bytes = (list: Manifest["files"]) => list.reduce((sum, file) => sum + file.bytes, 0);
    return {
      ...{ folder, ...this.added, ads: this.ads, unreadable: this.unreadable },
      ...{ files: files.length, bytes: bytes([...files]) },
      total: { files: manifest.files.length, bytes: bytes(manifest.files) },
    };
  }
}
