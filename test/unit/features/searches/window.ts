// One window: `save FOLDER NAME COUNT` saves that many searches; `rename FOLDER ID NAME COUNT` renames one again and again.
import { patiently } from "../../../support/patiently";
import { SavedSearches } from "../../../../src/features/searches/savedSearches";

const [act = "", folder = "", ...rest] = process.argv.slice(2);
const searches = new SavedSearches({
  folder,
  now: () => new Date(),
  onProblem: (problem) => {
    throw new Error(JSON.stringify(problem));
  },
});

async function main(): Promise<void> {
  if (act === "save") {
    const [name = "", count = "0"] = rest;
    for (let index = 0; index < Number(count); index++) {
      const body = { keyword: "x".repeat(20_000) };
      await patiently(() => searches.save(`${name} ${index}`, { platform: "native", body }));
      process.send?.(index);
    }
  } else {
    const [id = "", name = "", count = "0"] = rest;
    for (let index = 0; index < Number(count); index++) {
      const run = { at: new Date().toISOString(), lastHit: String(index) };
      await patiently(async () => {
        if (name === "run") await searches.markRun(id, run);
        else await searches.rename(id, `${name} ${index}`);
      });
      process.send?.(index);
    }
  }
  searches.dispose();
  process.disconnect();
}

void main();
