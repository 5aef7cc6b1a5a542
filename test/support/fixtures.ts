import type { SampleOptions } from "../../src/sample";
import { startCountedLibrary, type CountedLibrary } from "./countedLibrary";
import { startMisbehaving, type Misbehaving, type Reply } from "./misbehaving";

type Hooks = readonly [begin: (start: () => Promise<unknown>) => void, end: (close: () => Promise<void>) => void];

/** One for each test. For one that all tests of a suite share: `[before, after]`. */
const eachTest: Hooks = [(start) => beforeEach(start), (close) => afterEach(close)];

/** Starts a counted library for each test of the enclosing suite, and closes it. It is there once the test begins. */
export const useLibrary = (options: SampleOptions = {}): CountedLibrary => use(() => startCountedLibrary(options));

/** The same for one that all tests of the suite share. */
export const shareLibrary = (options: SampleOptions = {}): CountedLibrary =>
  use(() => startCountedLibrary(options), [before, after]);

/** The same for a service that answers with this reply until a test tells it another one. */
export const useService = (reply: Reply, hooks = eachTest): Misbehaving => use(() => startMisbehaving(reply), hooks);

/** The object that each test finds is the same, with the members of what was started for it. */
export function use<T extends { close(): Promise<void> }>(start: () => Promise<T>, [begin, end] = eachTest): T {
  const used = {} as T;
  begin(async () => Object.assign(used, await start()));
  end(() => used.close());
  return used;
}

/** A way to open things, of which all that a test opened are closed after it. */
export function closing<How extends unknown[], T>(
  open: (...how: How) => T,
  close: (opened: T) => Promise<unknown>,
): (...how: How) => T {
  const opened: T[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0)) await close(one);
  });
  return (...how) => {
    const one = open(...how);
    opened.push(one);
    return one;
  };
}
