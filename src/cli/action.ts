import { type ExitCode } from "./exitCodes";
import type { Options } from "./options";
import type { Screen } from "./screen";
import type { Engine } from "../features/engine";
import type { Settings } from "../features/settings";
import type { PlatformToken } from "../protocol/platforms";

/** What every command gets: an open engine, the screen, and a signal that Ctrl+C aborts. */
export interface ActionContext {
  readonly session: CliSession;
  readonly screen: Screen;
  readonly signal: AbortSignal;
}

/** A command. `args` are its arguments as they were typed, without options. Resolves to the exit code. */
export type Action = (context: ActionContext, options: Options, args: readonly string[]) => Promise<ExitCode>;

/** An open engine over the data folder, which the editor uses as well. */
export interface CliSession {
  readonly engine: Engine;
  readonly settings: Settings;
  /** A platform by its token or its path segment. @throws {UsageError} */
  readonly platform: (name: string) => PlatformToken;
  /** Sends nothing more, and waits up to `waitMs` for paid answers. */
  close(waitMs?: number): Promise<void>;
}
