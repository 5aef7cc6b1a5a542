const isLong = process.env.AD_LIBRARY_TEST_LONG === "1";

/**
 * How often a test repeats something: `short` in `npm test`, `long` in `npm run test:long`. Otherwise the test is the
 * same.
 */
export function times(short: number, long: number): number {
  return isLong ? long : short;
}

/** Variants of one test: `npm test` takes those in `short`, `npm run test:long` takes `all`. */
export const variants = <T>(short: readonly T[], all: readonly T[]): readonly T[] => (isLong ? all : short);

/** A test that only `npm run test:long` runs, because it takes long; the short form of its promise is another test. */
export const itInLongForm = (title: string, test: Mocha.AsyncFunc): void => {
  if (isLong) it(title, test);
};
