import { byAssistants } from "./dayLimits";
import type { Ledger } from "./ledger";

/** Where assistants stand today. Credits; `spent` includes what may have been charged and what is on its way. */
export interface AssistantCredits {
  readonly spent: number;
  /** Of the sample library, counted apart against the same allowance, never charged. */
  readonly sample: number;
  readonly allowance: number;
  readonly stopped: boolean;
}

/** What assistants spend, for whoever shows or ends it. The gate itself is the wallet. */
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

  /** Ends what assistants may spend at once, in every window and process that shares the ledger; plans are revoked. */
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
