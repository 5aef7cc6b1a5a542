/** Signals that end a process unless it handles them; `SIGBREAK` is Windows' Ctrl+Break. */
const endingSignals = ["SIGINT", "SIGTERM", "SIGQUIT", "SIGBREAK"] as const;

/**
 * Calls back at the first signal that would end this process; a second one of the same kind ends it at once. Returns what
 * undoes this.
 */
export function onEndingSignal(end: () => void): () => void {
  for (const name of endingSignals) process.once(name, end);
  // A terminal that closes hangs up, often more than once: by the shell and by the system.
  process.on("SIGHUP", end);
  return () => {
    for (const name of [...endingSignals, "SIGHUP"]) process.off(name, end);
  };
}

/** For a command that goes on after a signal. One that only waits for stdin ends at once, with no requests in progress. */
export const stopping = "Stopping. Waiting for requests in progress, so that nothing you paid for is lost…";
