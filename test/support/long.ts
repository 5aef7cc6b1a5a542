/**
 * How often a test tries something: `short` in `npm test`, `long` in `npm run test:long`. The test is the same in both.
 */
export function times(short: number, long: number): number {
  return process.env.AD_LIBRARY_TEST_LONG === "1" ? long : short;
}
