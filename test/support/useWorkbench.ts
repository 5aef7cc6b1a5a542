import { openWorkbench, Workbench } from "./workbench.mjs";

/**
 * Gives the enclosing suite a workbench (see `openWorkbench`), which ends with it. After a failed test, a screenshot of
 * each of its windows is kept.
 * @param options asked for when the suite begins
 */
export function useWorkbench(options: () => Parameters<typeof openWorkbench>[0] = () => ({})): Workbench {
  const workbench = new Workbench();
  before(() => openWorkbench(options(), workbench));
  after(() => workbench.dispose());
  afterEach(async function () {
    await workbench.keepFailure(this.currentTest);
  });
  return workbench;
}
