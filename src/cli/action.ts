import { type ExitCode } from "./exitCodes";
import type { Options } from "./options";
import type { Screen } from "./screen";
import type { Engine } from "../features/engine";
import type { Settings } from "../features/settings";
import type { PlatformToken } from "../protocol/platforms";

/** What a command gets: an open engine, the screen, and a signal for Ctrl+C. */
export interface Run {
  readonly session: Session;
  readonly screen: Screen;
  readonly signal: AbortSignal;
}

/** A command; it gets its arguments in the order in which they were typed. */
export type Action = (run: Run, options: Options, args: readonly string[]) => Promise<ExitCode>;

/** An open engine over the data folder that the editor uses as well. */
export interface Session {
  readonly engine: Engine;
  readonly settings: Settings;
  /** A platform by its token or its path segment. @throws {UsageError} */
  readonly platform: (name: string) => PlatformToken;
  close(): Promise<void>;
}
