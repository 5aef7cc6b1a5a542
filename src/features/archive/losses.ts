import type { StoredAnswer } from "../../protocol/owned";
import type { PackedAnswer } from "./pages";
import { unpack } from "./payload";
import { type DatabaseSession, textOf, whole } from "./session";

/** Names a damaged answer in the table `loss`, where other rows name damaged files. `page` is 0 for a detail. */
export const lossName = (receivedAt: string, page: number) => `${receivedAt} ${page}`;

type InFile = <T>(work: (session: DatabaseSession) => T) => Promise<T>;

/** The answers lost to damage. While there are any, it is uncertain whether an answer is owned. */
export class Losses {
  constructor(
    private readonly inFile: InFile,
    private readonly log: (line: string) => void,
  ) {}

  /** Unpacks answers. One whose bytes are damaged is left out and recorded as lost. */
  async readable(packed: readonly PackedAnswer[]): Promise<readonly (StoredAnswer & { readonly page: number })[]> {
    const [answers, damaged] = unpackAll(packed);
    for (const { receivedAt, page, error } of damaged) {
      this.log(`Left out of the archive's answer: ${String(error)}`);
      await this.note(lossName(receivedAt, page));
    }
    return answers;
  }

  /** How many lost answers nobody has agreed to buy again. */
  async count(): Promise<number> {
    return this.inFile((session) => whole(session.get("select sum(lost) as n from loss where agreed = 0")?.n));
  }

  /** Records that a person knows about the losses and wants to continue. */
  async agree(): Promise<void> {
    await this.inFile((session) => session.change("update loss set agreed = 1"));
  }

  /** Records the loss of one answer by its name. */
  private async note(answer: string): Promise<void> {
    const sql = "insert or ignore into loss (file, at, saved, lost, agreed) values (?, ?, 0, 1, 0)";
    await this.inFile((session) => session.change(sql, answer, new Date().toISOString()));
  }

  /**
   * Subtracts answers that came back from the losses of damaged files, newest first. `answers` counts only those that
   * had no row in the archive.
   */
  async found(answers: number): Promise<void> {
    await this.inFile((session) => {
      let left = answers;
      for (const row of session.all(
        "select file, lost from loss where lost > 0 and file like '%.corrupt-%' order by at desc",
      )) {
        const back = Math.min(left, whole(row.lost));
        session.change("update loss set lost = lost - ? where file = ?", back, textOf(row.file));
        left -= back;
      }
    });
  }
}

/** Splits answers into those that can be unpacked and those that cannot, the latter with their errors. */
function unpackAll(packed: readonly PackedAnswer[]) {
  const answers: (StoredAnswer & { readonly page: number })[] = [];
  const damaged: (PackedAnswer & { readonly error: unknown })[] = [];
  for (const each of packed) {
    const { page, receivedAt, coding } = each;
    try {
      answers.push({ page, receivedAt, text: unpack(coding, each.bytes) });
    } catch (error) {
      damaged.push({ ...each, error });
    }
  }
  return [answers, damaged] as const;
}
