/** A copy of an object with some of its optional fields left out. */
export function without<T extends object, K extends keyof T>(object: T, ...names: K[]): Omit<T, K> {
  const { ...copy } = object;
  for (const name of names) Reflect.deleteProperty(copy, name);
  return copy;
}
