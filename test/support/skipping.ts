/** Skips a test that this machine cannot run. The end of the run says why. */
export function skipBecause(context: Mocha.Context, reason: string): never {
  const runnable = context.runnable();
  runnable.title += ` (${reason})`;
  return context.skip();
}
