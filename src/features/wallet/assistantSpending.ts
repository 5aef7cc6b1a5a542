import { randomUUID } from "node:crypto";
import { join } from "node:path";
import * as z from "zod";
import { StateFile } from "../disk";
import { type Attempt, byAssistants } from "./attempts";
import type { Spender } from "./ledgerLine";

/** What assistants spent today, in credits; `spent` includes what may have been charged and what is on its way. */
export interface AssistantCredits {
  readonly spent: number;
  /** Credits of the sample library, counted separately against the same allowance, never charged. */
  readonly sample: number;
  readonly allowance: number;
  readonly stopped: boolean;
}

/** What assistants spend, for showing or stopping it. The gate itself is the wallet. */
export class AssistantSpending {
  constructor(
    private readonly ledger: { readonly stop: AssistantStop; readonly ofToday: () => Promise<readonly Attempt[]> },
    private readonly allowance: () => number,
    private readonly changed: () => void,
  ) {}

  async today(): Promise<AssistantCredits> {
    const today = await this.ledger.ofToday();
    const [spent, sample] = [byAssistants(today, false), byAssistants(today, true)];
    return { spent, sample, allowance: this.allowance(), stopped: await this.ledger.stop.isStopped() };
  }

  /** The round in which a plan made now would be. */
  round(): Promise<string> {
    return this.ledger.stop.round();
  }

  /** Stops spending by assistants at once, in all windows and processes that share the ledger; revokes their plans. */
  async stop(): Promise<void> {
    await this.ledger.stop.note(true);
    this.changed();
  }

  /** Lets them spend again, up to the allowance. Earlier plans stay revoked. */
  async allow(): Promise<void> {
    await this.ledger.stop.note(false);
    this.changed();
  }
}

/** Name of the file next to the ledger, for watchers of the folder. */
export const stopFile = "assistants.json";

const shape = z.strictObject({ stopped: z.boolean(), round: z.uuid() });

/**
 * Whether a person stopped all assistants: for every window and process that shares the ledger. Each stop, and each end of
 * one, begins a round. Plans are good for their round only, whatever the clock says.
 */
export class AssistantStop {
  private readonly file: StateFile<z.infer<typeof shape> | undefined>;

  constructor(folder: string) {
    // An unreadable file stops them, because a stop must have been written.
    const state = { schema: shape, missing: undefined, unreadable: { stopped: true, round: "" } };
    this.file = new StateFile(join(folder, stopFile), state);
  }

  /** Stops assistants, or lets them spend again. Either way, plans made until now are revoked. */
  note(stopped: boolean): Promise<void> {
    return this.file.write({ stopped, round: randomUUID() });
  }

  /** The current round; the first one has no name. */
  async round(): Promise<string> {
    return (await this.file.read())?.round ?? "";
  }

  async isStopped(): Promise<boolean> {
    return (await this.file.read())?.stopped ?? false;
  }

  /** Whether an assistant's plan is revoked: assistants are stopped, or were after it was made. */
  async revokes({ round }: Pick<Spender, "round">): Promise<boolean> {
    const { stopped, round: now } = (await this.file.read()) ?? { stopped: false, round: "" };
    return stopped || round !== now;
  }
}
