import type { StoredAnswer } from "../../protocol/owned";
import type { PackedAnswer } from "./pages";
import { unpack } from "./payload";
import { type Session, text, whole } from "./session";

/** The name of one answer that cannot be unpacked any more; 0 for a detail. */
export const lossName = (receivedAt: string, page: number) => `${receivedAt} ${page}`;

type Run = <T>(work: (session: Session) => T) => Promise<T>;

/** The answers lost to damage: while there are any, it is uncertain whether an answer is owned. */
export class Losses {
  constructor(
    private readonly run: Run,
    private readonly log: (line: string) => void,
  ) {}

  /** The texts of packed answers. One whose bytes are damaged is left out, and lost. */
  async readable(packed: readonly PackedAnswer[]): Promise<readonly (StoredAnswer & { readonly page: number })[]> {
    const [answers, damaged] = unpackAll(packed);
    for (const { receivedAt, page, error } of damaged) {
      this.log(`Left out of the archive's answer: ${String(error)}`);
      await this.note(lossName(receivedAt, page));
    }
    return answers;
  }

  /** How many of them no one has agreed to buy again. */
  async count(): Promise<number> {
    return this.run((session) => whole(session.get("select sum(lost) as n from loss where agreed = 0")?.n));
  }

  /** Records that a person knows about them and continues. */
  async agree(): Promise<void> {
    await this.run((session) => session.change("update loss set agreed = 1"));
  }

  /** One answer, under its own name, that can no longer be decompressed. */
  private async note(answer: string): Promise<void> {
    const sql = "insert or ignore into loss (file, at, saved, lost, agreed) values (?, ?, 0, 1, 0)";
    await this.run((session) => session.change(sql, answer, new Date().toISOString()));
  }

  /** So many came back that had no row any more: answers of files that were set aside. */
  async found(answers: number): Promise<void> {
    await this.run((session) => {
      let left = answers;
      for (const row of session.all(
        "select file, lost from loss where lost > 0 and file like '%.corrupt-%' order by at desc",
      )) {
        const back = Math.min(left, whole(row.lost));
        session.change("update loss set lost = lost - ? where file = ?", back, text(row.file));
        left -= back;
      }
    });
  }
}

/** Those that can be unpacked, and those that cannot, with what is wrong. */
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
