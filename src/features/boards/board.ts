import { prettyJson } from "../text";
import schema from "../../../docs/schemas/adboard.schema.json";
import type { AdRef, Digits } from "../../protocol/ads";
import type { ApiVersion } from "../../protocol/apiVersion";
import { writeExact } from "../../protocol/exactJson";
import type { PlatformToken } from "../../protocol/platforms";

/** How the name of every board ends. */
export const boardEnding = ".adboard.json";

/** The JSON schema of boards: it explains and completes; `readBoard` decides. */
export const boardSchema = (): string => prettyJson(writeExact(schema));

/** The answer that an entry was seen in: a page of a snapshot of a search, or a detail of the ad. */
export interface BoardSource {
  /** The library: its base URL, or `sample:`. */
  readonly library: string;
  readonly version: ApiVersion;
  /** The searched platform, which may be `mega`. */
  readonly platform: PlatformToken;
  /** Absent if the answer is a detail. */
  readonly search?: {
    /** The canonical body of the search's address. */
    readonly body: string;
    readonly lastHit: Digits;
    readonly page: number;
  };
  /** ISO time. */
  readonly received: string;
}

/** A stored answer, exactly. */
export interface BoardAnswer {
  readonly source: BoardSource;
  /** Of its text, in hex. */
  readonly sha256: string;
}

/** What a board's file has of an ad itself, for those without its answer. All of it may be missing. */
type SnapshotText = "title" | "text" | "call_to_action" | "advertiser" | "landing_domain";
export type Snapshot = Readonly<Partial<Record<SnapshotText, string | undefined>>>;

/** An ad on a board, with the answer that shows it. */
export interface BoardEntry extends BoardAnswer {
  readonly ad: AdRef;
  /** "" if it is in none. */
  readonly column: string;
  readonly tags: readonly string[];
  readonly note: string;
  /** True if its texts are wanted in the file and not there yet. */
  readonly snapshot?: true | Snapshot | undefined;
  /** The name of the kept picture that a report shows. Only reports have it. */
  readonly picture?: string | undefined;
  /** All answers that a report has numbers from, by time, if they are several. Only reports have them. */
  readonly sightings?: readonly BoardAnswer[] | undefined;
}

export interface Board {
  /** "" if it has none. */
  readonly name: string;
  /** In their order on the board; others that entries name come after them. */
  readonly columns: readonly string[];
  /** In the order of the file. */
  readonly entries: readonly BoardEntry[];
}

/** All columns with entries or without, in order; "" comes last if an entry is in none. */
export function columnsOf({ columns, entries }: Board): readonly string[] {
  const named = [...new Set([...columns, ...entries.map(({ column }) => column)])].filter((name) => name !== "");
  return entries.some(({ column }) => column === "") ? [...named, ""] : named;
}
