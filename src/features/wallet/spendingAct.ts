import type { PlatformToken } from "../../protocol/platforms";
import type { PayingExport } from "./attemptsLeave";
import type { Spender } from "./ledgerLine";

/** A paid act that a person, or their assistant, asked for. */
export interface SpendingAct {
  readonly what: "search" | "adDetail";
  /** Identity of the request: identical acts in flight are joined and pay once. */
  readonly identity: string;
  /** Credits of one attempt. */
  readonly credits: number;
  readonly origin: string;
  readonly sample: boolean;
  readonly platform: PlatformToken;
  /** Short description of the search or ad for the credits page, without secrets. */
  readonly label: string;
  /** What a person is asked about, such as "Search on Native, page 2: “shoes”". */
  readonly words: string;
  readonly export?: PayingExport;
  /** The assistant that spends; absent for a person. */
  readonly by?: Spender;
}

/** The name that identical acts share. */
export function flightName({ what, origin, platform, identity }: SpendingAct): string {
  return [what, origin, platform, identity].join("\n");
}
