import { type Inputs, useEffect, useState } from "preact/hooks";
import type { Failure } from "../../src/protocol/failure";
import { failureOf } from "./failureOf";

interface Answer<T> {
  readonly value?: T;
  readonly failure?: Failure;
}

interface Waiting<T> {
  /** What to show until the answer arrives, based on what was shown before; nothing if absent. */
  readonly meanwhile?: (before: Answer<T>) => Answer<T>;
  /** How long the inputs must stay the same before it is asked again, in ms. */
  readonly restMs?: number;
}

/** The answer to a free question. It is asked again when an input changes, and the answer to former inputs is dropped. */
export function useAnswer<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  inputs: Inputs,
  { meanwhile = () => ({}), restMs = 0 }: Waiting<T> = {},
): Answer<T> {
  const [known, setKnown] = useState<Answer<T>>({});
  useEffect(() => {
    const ends = new AbortController();
    const settle = (answer: Answer<T>) => ends.signal.aborted || setKnown(answer);
    const start = () =>
      ask(ends.signal).then(
        (value) => settle({ value }),
        (error: unknown) => settle({ failure: failureOf(error) }),
      );
    setKnown(meanwhile);
    const timer = setTimeout(() => void start(), known.value === undefined ? 0 : restMs);
    return () => {
      clearTimeout(timer);
      ends.abort();
    };
  }, inputs);
  return known;
}
