import { useEffect, useState } from "preact/hooks";

/** How long a person does not take for waiting, ms. */
const patienceMs = 150;

/** False at first, true once something lets a person wait: what says so would only hold up what comes sooner. */
export function useLate(): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return late;
}
