import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { writeWhole } from "../disk";

const marks = z.object({ accepted: z.array(z.string()) });

/** Damage of the ledger that a person knows about and agreed to ignore, kept next to it for all windows. */
export class AcceptedDamage {
  private readonly path: string;

  constructor(folder: string) {
    this.path = join(folder, "accepted.json");
  }

  async has(wanted: readonly string[]): Promise<boolean> {
    const known = new Set(await this.read());
    return wanted.every((mark) => known.has(mark));
  }

  async add(more: readonly string[]): Promise<void> {
    const accepted = [...new Set([...(await this.read()), ...more])];
    await writeWhole(this.path, JSON.stringify({ accepted }));
  }

  /** An unreadable file counts as empty: the person is asked again. */
  private async read(): Promise<readonly string[]> {
    try {
      // eslint-disable-next-line no-restricted-syntax -- our own file, checked by the schema above; no int64 in it
      return marks.parse(JSON.parse(await readFile(this.path, "utf8"))).accepted;
    } catch {
      return [];
    }
  }
}
