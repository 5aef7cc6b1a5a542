/** The values of these members of each object, in one list: what a test expects of all of them fits on a line. */
export function valuesOf<T, K extends keyof T>(list: readonly T[], ...members: readonly K[]): T[K][] {
  return list.flatMap((one) => members.map((member) => one[member]));
}

/** The same with a list for each object. */
export function rowsOf<T, K extends keyof T>(list: readonly T[], ...members: readonly K[]): T[K][][] {
  return list.map((one) => valuesOf([one], ...members));
}
