import type { ApiVersion } from "../../protocol/apiVersion";

/** A library as it is connected at one moment. Ask again for every act. */
export interface Connected {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly origin: string;
  readonly sample: boolean;
  readonly version: ApiVersion;
  /** The key for this origin, read once; undefined when there is none. Rejects when the connection has changed since. */
  key(): Promise<string | undefined>;
  /** Aborted as soon as key, base URL or version change. */
  readonly signal: AbortSignal;
  /** Differs for each combination of base URL, version and key. */
  readonly generation: number;
}
