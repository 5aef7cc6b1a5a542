import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { type ExportPlan, HeldPlan, leftPlans } from "../../../src/features/export/exportPlan";
import { FormStore } from "../../../src/features/forms/filterForms";
import { RecentSearches } from "../../../src/features/searches/recentSearches";
import { SavedSearches } from "../../../src/features/searches/savedSearches";
import { damages, type Damage } from "../../support/damage";
import { openArchive } from "../../support/openArchive";
import { wireForm } from "../api/answers";
import { about } from "./export/someAnswers";
import { openWallet, paid, search } from "./wallet/acts";
import { times } from "../../support/long";
import { okText } from "../../support/misbehavingReplies";

const now = () => new Date();
const place = { library: "https://ads.example", version: "v2", platform: "native" } as const;
const address = { origin: "https://ads.example", version: "v2", platform: "native", body: "{}" } as const;
const said: string[] = [];
const formText = okText(wireForm);
const keepForm = (folder: string) => new FormStore(folder).keep(place, formText, now().toISOString());
const planIn = (folder: string, name: string): ExportPlan => ({
  ...{ format: "ndjson", about, search: "{}", details: false },
  ...{ target: join(folder, `${name}.ndjson`), growing: join(folder, `${name}.part`) },
});

/** A file of ours: how it comes to be, and what must hold when it was damaged. */
interface OwnFile {
  readonly make: (folder: string) => Promise<unknown>;
  readonly which: RegExp;
  /** Damage that chance hardly meets. */
  readonly more?: readonly Damage[];
  /** How many are tried in the long form, instead of 200. */
  readonly long?: number;
  /** Throws when the extension would not go on. */
  readonly use: (folder: string, path: string, bytes: Buffer) => Promise<void>;
}

/** The damaged bytes stand in a file that was set aside, said once; or the file was read after all and still stands. */
async function keptOrUsed(path: string, bytes: Buffer): Promise<void> {
  const aside = (await readdir(dirname(path))).filter((name) => name.includes(".corrupt-"));
  assert.equal(said.length, aside.length, `said ${said.length} times`);
  assert.ok(aside.length <= 1);
  const kept = await readFile(aside[0] === undefined ? path : join(dirname(path), aside[0]));
  assert.ok(kept.equals(bytes), "the original is gone");
}

const searches = (folder: string) => ({
  folder,
  now,
  onProblem: ({ file }: { readonly file: string }) => void said.push(file),
});

const files: Readonly<Record<string, OwnFile>> = {
  "saved search": {
    make: async (folder) => {
      const saved = new SavedSearches(searches(folder));
      await saved.save("Shoes", { platform: "native", body: { countries: ["us"], os: [1] } });
      saved.dispose();
    },
    which: /^[0-9a-f-]{36}\.json$/,
    long: 500,
    use: async (folder, path, bytes) => {
      const saved = new SavedSearches(searches(folder));
      for (let round = 0; round < 3; round += 1) assert.ok((await saved.list()).length <= 1);
      const newer = said.length === 1 && !(await readdir(folder)).some((name) => name.includes(".corrupt-"));
      if (newer) assert.ok((await readFile(path)).equals(bytes));
      else await keptOrUsed(path, bytes);
      await saved.save("Boots", { platform: "native", body: {} });
      assert.ok((await saved.list()).some(({ name }) => name === "Boots"));
      saved.dispose();
    },
  },
  "list of recent searches": {
    make: async (folder) => {
      const recent = new RecentSearches(searches(folder));
      await recent.add({ platform: "native", body: { countries: ["us"] } }, "us");
      recent.dispose();
    },
    which: /^recent\.json$/,
    use: async (folder, path, bytes) => {
      const recent = new RecentSearches(searches(folder));
      for (let round = 0; round < 3; round += 1) assert.ok((await recent.list()).length <= 1);
      await keptOrUsed(path, bytes);
      await recent.add({ platform: "native", body: {} }, "new");
      assert.equal((await recent.list())[0]?.label, "new");
      recent.dispose();
    },
  },
  ledger: {
    make: async (folder) => {
      for (const label of ["a", "b", "c"]) await openWallet(folder).spend({ ...search, label }, undefined, paid());
    },
    which: /\.ndjson$/,
    long: 500,
    use: async (folder, path, bytes) => {
      const wallet = openWallet(folder, { budget: 1_000_000_000, confirm: () => Promise.resolve(true) });
      const before = await wallet.today();
      assert.ok(Number.isSafeInteger(before.spent + before.maybe));
      await wallet.spend({ ...search, identity: "after" }, undefined, paid());
      assert.equal((await wallet.today()).spent, before.spent + 100);
      const written = (await readFile(path)).subarray(0, bytes.length);
      assert.ok(written.equals(bytes), "a damaged ledger is only appended to");
      await wallet.report();
      await wallet.dispose();
    },
  },
  form: {
    make: keepForm,
    which: /\.json$/,
    use: async (folder) => {
      const store = new FormStore(folder);
      await store.read(place);
      // The service gives it again for free: the damaged one need not be kept.
      await keepForm(folder);
      assert.ok(await store.read(place));
    },
  },
  "export plan": {
    make: async (folder) => (await HeldPlan.begin(folder, planIn(folder, "a"))).release(),
    which: /\.json$/,
    use: async (folder, path, bytes) => {
      const found = await leftPlans(folder);
      assert.ok(found.length <= 1);
      assert.ok((await readFile(path)).equals(bytes));
      (await HeldPlan.begin(folder, planIn(folder, "b"))).release();
      assert.equal((await leftPlans(folder)).length, found.length + 1);
    },
  },
  "list of pins": {
    make: async (folder) => {
      const archive = openArchive(folder);
      await archive.storePage(address, "5", 1, { text: "{}", receivedAt: now().toISOString() });
      await archive.pins.pin(address, "5", "exported");
      await archive.close();
    },
    which: /^kept\.json$/,
    use: async (folder) => {
      const archive = openArchive(folder);
      await archive.pins.reasons();
      await archive.storePage(address, "5", 1, { text: "{}", receivedAt: now().toISOString() });
      await archive.pins.pin(address, "5", "again");
      assert.ok((await archive.pins.reasons(address)).some(({ reason }) => reason === "again"));
      await archive.close();
    },
  },
};

describe("a damaged file", () => {
  for (const [name, { make, which, use, more = [], long = 200 }] of Object.entries(files)) {
    it(`of the ${name} is read as far as possible or set aside, and never stops the extension`, async () => {
      const template = await mkdtemp(join(tmpdir(), "ad-library-good-"));
      await make(template);
      const file = (await readdir(template)).find((each) => which.test(each))!;
      const good = await readFile(join(template, file));
      for (const [at, damage] of [...more, ...fc.sample(damages, { numRuns: times(15, long), seed: 5 })].entries()) {
        said.length = 0;
        const folder = join(template, String(at));
        await mkdir(folder);
        const bytes = damage(good);
        await writeFile(join(folder, file), bytes);
        await use(folder, join(folder, file), bytes).catch((error: unknown) => {
          throw new Error(`damage ${at}: ${bytes.toString("latin1").slice(0, 200)}`, { cause: error });
        });
      }
      await rm(template, { recursive: true });
    });
  }
});
