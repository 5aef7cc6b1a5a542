/**
 * How often a test repeats something: `short` in `npm test`, `long` in `npm run test:long`. Otherwise the test is the
 * same.
 */
export function times(short: number, long: number): number {
  return process.env.AD_LIBRARY_TEST_LONG === "1" ? long : short;
}
