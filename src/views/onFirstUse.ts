/** The value of `make`, made once, when it is first asked for; a failure is not kept. */
export function onFirstUse<T>(make: () => Promise<T>): {
  readonly get: () => Promise<T>;
  readonly made: () => Promise<T> | undefined;
} {
  let value: Promise<T> | undefined;
  const get = () => {
    value ??= make().catch((error: unknown) => {
      value = undefined;
      throw error;
    });
    return value;
  };
  return { get, made: () => value };
}
