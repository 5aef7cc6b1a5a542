import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import type { Archive } from "../../../src/features/archive/archive";
import { StorageError } from "../../../src/features/disk/storageError";
import { ExportJournal } from "../../../src/features/export/exportJournal";
import { exportListed } from "./export/exportListed";
import type { ExportedPage } from "../../../src/features/export/exportTypes";
import { localTarget } from "../../../src/features/export/localTarget";
import { unfinishedExports } from "../../../src/features/export/unfinishedExports";
import { FormStore } from "../../../src/features/forms/formStore";
import { RecentSearches } from "../../../src/features/searches/recentSearches";
import { SavedSearches } from "../../../src/features/searches/savedSearches";
import { damages, type Damage } from "../../support/damage";
import { openArchive } from "../../support/openArchive";
import { wireForm } from "../api/answers";
import { about, aPage } from "./export/someAnswers";
import { aCard } from "./archive/someAds";
import { pageText, writerAddress } from "./archive/writerPages";
import { openWallet, paid, search } from "./wallet/acts";
import { times } from "../../support/long";

const now = () => new Date();
const place = { library: "https://ads.example", version: "v2", platform: "native" } as const;
const address = writerAddress("a");
const said: string[] = [];

const formText = JSON.stringify({ status: "ok", meta: { code: 1000, message: null }, data: wireForm });
const keepForm = (folder: string) => new FormStore(folder).keep(place, formText, now().toISOString());

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
const archiveAt = (file: string): Archive =>
  openArchive(file, { maxSizeMb: () => 100, log: (line) => line.includes("corrupt-") && said.push(line) });

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
      assert.ok((await readFile(path)).equals(bytes), "a damaged ledger is never written to");
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
  "export journal": {
    make: async (folder) => {
      const growing = join(folder, "a.part");
      const plan = { format: "ndjson", about, target: join(folder, "a.ndjson"), growing, details: false } as const;
      const journal = await ExportJournal.begin(folder, plan);
      const pages = function* (): Generator<ExportedPage> {
        yield aPage(1);
        throw new Error("The disk is full.");
      };
      await exportListed(localTarget(plan.target, growing), "ndjson", about, pages(), undefined, undefined, {
        journal,
      }).catch(() => journal.release());
    },
    which: /\.journal$/,
    use: async (folder, path, bytes) => {
      const found = await unfinishedExports(folder);
      assert.ok(found.length <= 1);
      assert.ok((await readFile(path)).equals(bytes));
      const again = {
        format: "json",
        about,
        target: join(folder, "b"),
        growing: join(folder, "b.part"),
        details: false,
      } as const;
      await (await ExportJournal.begin(folder, again)).stopped("cancelled");
      assert.equal((await unfinishedExports(folder)).length, found.length + 1);
    },
  },
  archive: {
    make: async (folder) => {
      const archive = archiveAt(join(folder, "archive.db"));
      for (let page = 1; page <= 3; page += 1)
        await archive.storePage(address, "5", page, { text: pageText("a", page), receivedAt: now().toISOString() }, [
          aCard(),
        ]);
      await archive.close();
    },
    which: /^archive\.db$/,
    // The versions of SQLite's format, for writing and for reading: of a later one it would only read, or nothing.
    more: [18, 19].map((at) => (good) => {
      const copy = Buffer.from(good);
      copy[at] = 244;
      return copy;
    }),
    long: 300,
    use: async (_, path, bytes) => {
      const archive = archiveAt(path);
      try {
        await archive.pages(address, "5");
        await archive.search({ text: "summer" });
        await archive.storePage(address, "6", 1, { text: "new", receivedAt: now().toISOString() }, [aCard()]);
        assert.equal((await archive.page(address, "6", 1))?.text, "new");
        // What is done when there is time may meet the damage too.
        await archive.size();
        // SQLite may have written to it before it met the damage: what is compared is that it is still there.
        const aside = (await readdir(dirname(path))).filter((name) => /\.corrupt-[^:]+Z-[0-9a-f]{8}$/.test(name));
        assert.equal(aside.length, said.length > 0 ? 1 : 0);
        if (aside[0]) assert.ok((await readFile(join(dirname(path), aside[0]))).length >= bytes.length);
      } catch (error) {
        assert.ok(error instanceof StorageError && error.reason === "newer", String(error));
        assert.ok((await readFile(path)).equals(bytes));
      } finally {
        await archive.close();
      }
    },
  },
};

describe("a damaged file", () => {
  for (const [name, { make, which, use, more = [], long = 200 }] of Object.entries(files)) {
    it(`of the ${name} is read as far as it goes or set aside, and never stops the extension`, async () => {
      const template = await mkdtemp(join(tmpdir(), "ad-library-good-"));
      await make(template);
      const file = (await readdir(template)).find((each) => which.test(each))!;
      const good = await readFile(join(template, file));
      for (const [at, damage] of [...more, ...fc.sample(damages, { numRuns: times(25, long), seed: 5 })].entries()) {
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
