import { writeFileSync } from "node:fs";

/** Leaves what the instrumented files counted in the file that `AD_LIBRARY_COVERAGE` names. */
export const mochaHooks = {
  afterAll() {
    const file = process.env["AD_LIBRARY_COVERAGE"];
    if (file !== undefined) writeFileSync(file, JSON.stringify(Reflect.get(globalThis, "__coverage__") ?? {}));
  },
};
