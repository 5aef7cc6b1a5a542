/** Skips a test that this machine cannot run, and has the run's end say why. */
export function skipBecause(context: Mocha.Context, reason: string): never {
  const runnable = context.runnable();
  runnable.title += ` (${reason})`;
  return context.skip();
}
