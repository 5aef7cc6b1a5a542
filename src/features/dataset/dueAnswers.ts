import type { PlatformToken } from "../../protocol/platforms";
import type { Archive, ArchivedAnswer } from "../archive";
import type { Manifest, Reach } from "./manifest";
import type * as Parquet from "./parquet";
import type { PageReading } from "./rowsOfPage";

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
  /** Number of parts added. */
  readonly files: number;
  readonly bytes: number;
  readonly total: { readonly files: number; readonly bytes: number };
  /** Parts of earlier writes that are gone. What they contained is not written again. */
  readonly missing: readonly string[];
}

export interface WritePorts {
  readonly archive: Archive;
  readonly folder: string;
  readonly tool: string;
  readonly reading: PageReading & { readonly signal: AbortSignal | undefined };
  readonly platforms: readonly PlatformToken[];
  /** ISO time; "" is everything. */
  readonly since: string;
  readonly now: () => Date;
  readonly onProgress: (progress: DatasetProgress) => void;
  readonly parquet: typeof Parquet;
  /** Bytes of a row group, if not the default. */
  readonly groupBytes?: number;
}

/** An answer of the archive that a dataset may lack. */
export interface DueAnswer {
  readonly kind: ArchivedAnswer["kind"];
  readonly id: number;
  /** Whether the dataset may have it already. */
  readonly doubtful: boolean;
}

/**
 * The answers to examine, in the order in which they were stored: those that came after the last write. All of them if
 * the archive is not the one written before (started over, or from another machine), or if more is wanted than before.
 */
export async function dueAnswers(
  { archive, reading: { origin }, since, platforms }: Pick<WritePorts, "archive" | "reading" | "since" | "platforms">,
  manifest: Manifest,
): Promise<readonly DueAnswer[]> {
  const due: DueAnswer[] = [];
  for (const platform of platforms) {
    const reach = manifest.reach[platform];
    const goesOn = reach !== undefined && since >= reach.since && (await stands(archive, reach, origin));
    const doubtful = reach !== undefined && !goesOn;
    for (const kind of ["pages", "details"] as const) {
      const after = goesOn ? (reach[kind]?.id ?? 0) : 0;
      const ids = await archive.answerIds(kind, origin, platform, after, since);
      for (const id of ids) due.push({ kind, id, doubtful });
    }
  }
  return due.sort((one, other) => (one.kind === other.kind ? one.id - other.id : one.kind === "pages" ? -1 : 1));
}

/** Whether the last answers that were written are still in the same rows. */
async function stands(archive: Archive, reach: Reach, origin: string): Promise<boolean> {
  for (const kind of ["pages", "details"] as const) {
    const last = reach[kind];
    if (last && (await archive.answer(kind, origin, last.id))?.[0].key !== last.answer) return false;
  }
  return true;
}
