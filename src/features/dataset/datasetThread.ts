// Reads answers and writes their rows as parts, in a thread of its own: reading every field of every ad and compressing
// every column would hold up the window, and leave it with a large heap.
import { parentPort, workerData } from "node:worker_threads";
import { isUnreadable } from "../../api";
import { type ArchivedAnswer, isDamage, readAnswer } from "../archive";
import { errorCode } from "../disk";
import { serve } from "../threads";
import type { GroupedAd } from "./groupedAds";
import { type PartPorts, type Placed, Parts } from "./parts";
import { type ComparedSearch, type PageReading, rowOfCompared, rowOfGrouped, rowsOfDetail, rowsOfPage } from "./rows";
import type { Table } from "./tables";

/** What the thread starts with. */
export interface WriterStart extends Omit<PartPorts, "parquet"> {
  readonly reading: PageReading;
}

/** What an answer added. */
export interface Added {
  readonly ads: number;
  /** Whether the answer said that no page follows. */
  readonly isLast: boolean;
}

/** Turns answers into parts of a dataset. Ask for one thing after the other. */
export class DatasetWriter {
  private readonly parts: Promise<Parts>;

  constructor(private readonly start: WriterStart) {
    this.parts = import("./parquet").then((parquet) => new Parts({ ...start, parquet }));
  }

  /** Adds an answer's rows. Nothing is added if its file is gone since it was listed, or can't be read. */
  async add(answer: ArchivedAnswer): Promise<Added | "gone" | "unreadable"> {
    const parts = await this.parts;
    const { reading } = this.start;
    try {
      const text = await readAnswer(answer.file);
      if (answer.kind === "details") {
        await parts.add(rowsOfDetail(answer, text, reading));
        return { ads: 0, isLast: false };
      }
      const { rows, ads, isLast } = await rowsOfPage(answer, text, reading);
      await parts.add(rows);
      return { ads, isLast };
    } catch (error) {
      if (errorCode(error) === "ENOENT") return "gone";
      if (isUnreadable(error) || isDamage(error)) return "unreadable";
      throw error;
    }
  }

  /**
   * Adds ads in their creative groups, but those of platforms that the dataset has no sightings of. Call it for all of
   * them, even if there are none.
   */
  async group(ads: readonly GroupedAd[]): Promise<void> {
    const parts = await this.parts;
    const platforms = parts.platformsOf("sightings");
    const rows = ads.map((one) => rowOfGrouped(one, this.start.reading.origin));
    const seen = rows.filter(({ platform }) => platforms.has(platform));
    await parts.renew("creative_group", seen);
  }

  /** Adds what two runs of a search were compared to. Call it for all searches, and without one if there are none. */
  async compare(search?: ComparedSearch): Promise<void> {
    const rows = search?.ads.map((ad) => rowOfCompared(ad, search, this.start.reading.origin));
    await (await this.parts).renew("changes", rows ?? []);
  }

  /** Finishes all parts, adds one without rows for each of the given tables, and gives them their names. */
  async place(empty: readonly Table[]): Promise<Placed> {
    return (await this.parts).place(empty);
  }
}

// eslint-disable-next-line @typescript-eslint/no-unsafe-assignment -- the starter of the same build made it
const start: WriterStart = workerData;
if (parentPort) serve(parentPort, start.folder, () => new DatasetWriter(start));
