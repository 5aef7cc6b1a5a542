import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { errorCode, writeWhole } from "../disk";
import type { Spender } from "./ledgerLine";

/** Name of the file next to the ledger, for watchers of the folder. */
export const stopFile = "assistants.json";

const shape = z.strictObject({ stopped: z.boolean(), at: z.iso.datetime() });

/** Whether a person stopped all assistants, and when: for every window and process that shares the ledger. */
export class AssistantStop {
  private readonly path: string;

  constructor(
    folder: string,
    private readonly now: () => Date,
  ) {
    this.path = join(folder, stopFile);
  }

  /** Stops assistants from spending until `allow`, and revokes their plans. */
  stop(): Promise<void> {
    return this.write(true);
  }

  /** Lets assistants spend again. Earlier plans stay revoked. */
  allow(): Promise<void> {
    return this.write(false);
  }

  async isStopped(): Promise<boolean> {
    return (await this.read())?.stopped ?? false;
  }

  /** Whether an assistant's plan is revoked: assistants were stopped after it was made. */
  async revokes({ since }: Pick<Spender, "since">): Promise<boolean> {
    const said = await this.read();
    return said !== undefined && (said.stopped || Date.parse(said.at) >= Date.parse(since));
  }

  private write(stopped: boolean): Promise<void> {
    return writeWhole(this.path, JSON.stringify({ stopped, at: this.now().toISOString() }));
  }

  /** An unreadable file stops them, because a stop must have been written. */
  private async read(): Promise<z.infer<typeof shape> | undefined> {
    try {
      // eslint-disable-next-line no-restricted-syntax -- our own file, checked by the schema above; no int64 in it
      return shape.parse(JSON.parse(await readFile(this.path, "utf8")));
    } catch (error) {
      if (errorCode(error) === "ENOENT") return undefined;
      return { stopped: true, at: this.now().toISOString() };
    }
  }
}
