/** The value of `make`, made once, on first use; a failure is not kept. */
export function onFirstUse<T>(make: () => T | Promise<T>): {
  readonly get: () => Promise<T>;
  readonly made: () => Promise<T> | undefined;
} {
  let value: Promise<T> | undefined;
  const get = () => {
    value ??= Promise.resolve()
      .then(make)
      .catch((error: unknown) => {
        value = undefined;
        throw error;
      });
    return value;
  };
  return { get, made: () => value };
}
