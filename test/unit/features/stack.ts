import { openEngine, type Engine, type EnginePorts } from "../../../src/features/engine";
import type { Settings } from "../../../src/features/settings";
import { defaultSegments } from "../../../src/protocol/platforms";
import { closing, use } from "../../support/fixtures";

/** The product's own engine over a folder and a base URL, with the errors of what could not be stored. */
export interface Stack extends Engine {
  readonly notStored: readonly unknown[];
  /** Changes settings while the window is open. */
  readonly set: (more: Partial<Settings>) => void;
}

/** Opens one person's window: everything below the views. Nobody is there to confirm a spending, unless told otherwise. */
export function openStack(
  folder: string,
  baseUrl: string,
  key: string | undefined,
  more: Partial<Settings> = {},
  confirm: EnginePorts["confirm"] = () => Promise.reject(new Error("Nobody was to be asked.")),
  now = () => new Date(),
  /** Told of each outcome that could not be booked. */
  onNotBooked: (error: unknown) => void = () => undefined,
): Stack {
  const settings: Settings = { ...usualSettings, baseUrl, ...more };
  const notStored: unknown[] = [];
  const ignored = () => undefined;
  const engine = openEngine({
    folder,
    connection: {
      secrets: memorySecrets(key),
      baseUrl: {
        read: () => settings.baseUrl,
        write: () => Promise.resolve(),
        onDidChange: () => ({ dispose: ignored }),
      },
      apiVersion: { read: () => settings.apiVersion, write: () => Promise.resolve() },
      startSample: () => Promise.reject(new Error("The sample library is not part of this test.")),
    },
    settings: () => settings,
    confirm,
    now,
    notices: {
      request: ignored,
      archive: ignored,
      archiveCap: ignored,
      emptyLinked: ignored,
      filtersNotKept: ignored,
      notStored: (error) => notStored.push(error),
      ledger: onNotBooked,
      brokenFile: ignored,
    },
  });
  return { ...engine, notStored, set: (changed) => void Object.assign(settings, changed) };
}

/** Opens a window for each test of the enclosing suite, and closes it. */
export const useStack = (open: () => Stack): Stack => use(() => Promise.resolve(open()));

/** `openStack` for the enclosing suite: whatever a test opened is closed after it. */
export const useStacks = () => closing(openStack, (stack) => stack.close());

const usualSettings: Omit<Settings, "baseUrl"> = {
  ...{ apiVersion: "v2", segments: defaultSegments, requestTimeoutSeconds: 20, paidRetry: "never" },
  ...{ confirmAbove: 1_000_000, dailyBudget: 0, assistantAllowance: 0, loadMedia: "never", mediaHosts: [] },
  ...{ archiveMaxSizeMb: 100, keepMediaMaxSizeMb: 100, archiveLinked: [], runsKept: 5, exportFormat: "json" },
  csvSeparator: "comma",
};

/** A secret storage that holds one key. */
function memorySecrets(key: string | undefined) {
  let kept = key;
  const changed = new Set<(name: string) => void>();
  const keep = (name: string, value: string | undefined) => {
    kept = value;
    for (const tell of changed) tell(name);
    return Promise.resolve();
  };
  return {
    get: () => Promise.resolve(kept),
    store: keep,
    delete: (name: string) => keep(name, undefined),
    names: () => [],
    onDidChange: (listener: (name: string) => void) => {
      changed.add(listener);
      return { dispose: () => changed.delete(listener) };
    },
  };
}
