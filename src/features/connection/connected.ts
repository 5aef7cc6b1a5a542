/** A library as it is connected at one moment. Ask anew for every act. */
export interface Connected {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly origin: string;
  readonly sample: boolean;
  /** The key for this origin, read once; undefined when there is none. Rejects when the connection has changed since. */
  key(): Promise<string | undefined>;
  /** Aborted as soon as key or base URL change. */
  readonly signal: AbortSignal;
  /** Differs for each combination of base URL and key. */
  readonly generation: number;
}
