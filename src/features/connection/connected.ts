import type { ApiVersion } from "../../protocol/apiVersion";

/** The connection to a library at one moment. Ask again each time. */
export interface Connected {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly origin: string;
  readonly sample: boolean;
  readonly version: ApiVersion;
  /** The key for this origin, read once; undefined if there is none. Rejects when the connection has changed since. */
  key(): Promise<string | undefined>;
  /** Aborted as soon as the key, base URL or version changes. */
  readonly signal: AbortSignal;
  /** Differs for each combination of base URL, version and key. */
  readonly generation: number;
}
