import { byAssistants } from "./dayLimits";
import type { Ledger } from "./ledger";

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
    private readonly ledger: Ledger,
    private readonly allowance: () => number,
    private readonly changed: () => void,
  ) {}

  async today(): Promise<AssistantCredits> {
    const today = await this.ledger.ofToday();
    const [spent, sample] = [byAssistants(today, false), byAssistants(today, true)];
    return { spent, sample, allowance: this.allowance(), stopped: await this.ledger.stop.isStopped() };
  }

  /** Whether a plan made at this ISO time was revoked. */
  revoked(since: string): Promise<boolean> {
    return this.ledger.stop.revokes({ since });
  }

  /** Stops spending by assistants at once, in all windows and processes that share the ledger; revokes their plans. */
  async stop(): Promise<void> {
    await this.ledger.stop.stop();
    this.changed();
  }

  /** Lets them spend again, up to the allowance. */
  async allow(): Promise<void> {
    await this.ledger.stop.allow();
    this.changed();
  }
}
