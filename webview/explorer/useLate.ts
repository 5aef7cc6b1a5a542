import { useEffect, useState } from "preact/hooks";

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
