import { useEffect, useState } from "preact/hooks";

/**
 * Runs `work` only after the current drawing is painted, because idle time may come sooner. Returns a cancel function.
 */
export function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => (timer = setTimeout(work)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** False while a part is drawn for the first time, true once that is painted: then the whole part can be drawn. */
export function usePainted(): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => afterPaint(() => setPainted(true)), []);
  return painted;
}

/** How long a person does not perceive as waiting, in ms. */
const patienceMs = 150;

/** False at first, true once a person has to wait: a progress indicator before that would only cause delay. */
export function useLate(): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return late;
}
