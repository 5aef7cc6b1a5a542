import type { Session } from "../archive/session";
import { answerAt, type ArchivedAnswer, idsAfter } from "./answers";
import type { Manifest, Reach } from "./manifest";
import type { WritePorts } from "./writeDataset";

/** An answer of the archive that a dataset may lack. */
export interface DueAnswer {
  readonly kind: ArchivedAnswer["kind"];
  readonly id: number;
  /** Whether the dataset may have it already. */
  readonly doubtful: boolean;
}

/**
 * What is to be looked at, in the order in which it was stored: what came after the last run. Everything where the archive
 * is no longer the one that was written (it was begun anew, or is another machine's), or where more is wanted than before.
 */
export async function dueAnswers(
  { archive, reading: { origin }, since, platforms }: Pick<WritePorts, "archive" | "reading" | "since" | "platforms">,
  manifest: Manifest,
): Promise<readonly DueAnswer[]> {
  const due: DueAnswer[] = [];
  for (const platform of platforms) {
    const reach = manifest.reach[platform];
    const goesOn =
      reach !== undefined && since >= reach.since && (await archive.run((session) => stands(session, reach, origin)));
    const doubtful = reach !== undefined && !goesOn;
    for (const kind of ["pages", "details"] as const) {
      const after = goesOn ? (reach[kind]?.id ?? 0) : 0;
      const ids = await archive.run((session) => idsAfter(session, kind, origin, platform, after, since));
      for (const id of ids) due.push({ kind, id, doubtful });
    }
  }
  return due.sort((one, other) => (one.kind === other.kind ? one.id - other.id : one.kind === "pages" ? -1 : 1));
}

/** Whether the last answers that were written still lie where they lay. */
function stands(session: Session, reach: Reach, origin: string): boolean {
  return (["pages", "details"] as const).every((kind) => {
    const last = reach[kind];
    return !last || answerAt(session, kind, origin, last.id)?.key === last.answer;
  });
}
