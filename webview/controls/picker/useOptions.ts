import { useEffect, useMemo, useState } from "preact/hooks";
import type { Option } from "../option";
import { matching } from "./matching";

/** Requests options by text; each request cancels the one before. */
export type LoadOptions = (text: string, signal: AbortSignal) => Promise<readonly Option[]>;

export interface FoundOptions {
  readonly options: readonly Option[];
  readonly searching: boolean;
  /** Why the last search failed. */
  readonly failure?: string;
  /** Asks once more after a failure, or if no items came for an empty text. Free. */
  readonly retry?: () => void;
}

interface Answer {
  readonly text: string;
  readonly options: readonly Option[];
  readonly failure?: string;
}

/** How long typing must pause before the service is asked. */
const restMs = 250;

/**
 * The options for a text: filtered here, or requested from `load` while the list is open; older answers stay until
 * newer ones come.
 */
export function useOptions(local: readonly Option[], text: string, open: boolean, load?: LoadOptions): FoundOptions {
  const matches = useMemo(() => (open ? matching(local, text) : []), [local, text, open]);
  const [answer, setAnswer] = useState<Answer>();
  const wanted = text.trim();
  const asks = load !== undefined && open && answer?.text !== wanted;
  useEffect(() => {
    if (!asks) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      void ask(load, wanted, abort.signal).then((next) => {
        if (!abort.signal.aborted) setAnswer(next);
      });
    }, restMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
    // `load` is a new function at each render; the question is the text alone.
  }, [asks, wanted]);
  const remote = load !== undefined;
  const options = useMemo(
    () => (remote ? withoutRepeats([...matches, ...(answer?.options ?? [])]) : matches),
    [matches, answer, remote],
  );
  if (!remote) return { options, searching: false };
  return {
    options,
    searching: asks,
    ...(answer?.failure !== undefined && { failure: answer.failure }),
    ...(answer && (answer.failure !== undefined || isEmpty(answer)) && { retry: () => setAnswer(undefined) }),
  };
}

/** For an empty text the service names items to begin with, so none counts as a failure. */
function isEmpty({ text, options }: Answer): boolean {
  return text === "" && options.length === 0;
}

async function ask(load: LoadOptions, text: string, signal: AbortSignal): Promise<Answer> {
  try {
    return { text, options: await load(text, signal) };
  } catch (error) {
    return { text, options: [], failure: error instanceof Error ? error.message : String(error) };
  }
}

function withoutRepeats(options: readonly Option[]): readonly Option[] {
  return [...new Map(options.map((option) => [option.value, option])).values()];
}
