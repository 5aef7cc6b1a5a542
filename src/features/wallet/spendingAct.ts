import type { PlatformToken } from "../../protocol/platforms";
import type { PayingExport } from "./attemptsLeave";
import type { Intent, Spender } from "./ledgerLine";
import { labelText } from "../text";

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

/** What the ledger notes of an act before anything is sent. @param agreed a person agreed to it in a question */
export function intentOf(
  { what, credits, origin, sample, platform, by, ...act }: SpendingAct,
  agreed: boolean,
): Intent {
  return {
    ...{ what, credits, origin, sample, platform, label: labelText(act.label) },
    ...(act.export && { export: act.export.id }),
    ...(agreed && { agreed }),
    ...(by && { by }),
  };
}
