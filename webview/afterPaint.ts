import { useEffect, useState } from "preact/hooks";

/** Does something once what is drawn now is painted, and not before: idle time may come sooner. Answers how to call it off. */
export function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => (timer = setTimeout(work)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** False while a part is drawn for the first time, true once that is painted: then it can be drawn as a whole. */
export function usePainted(): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => afterPaint(() => setPainted(true)), []);
  return painted;
}
