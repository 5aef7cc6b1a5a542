import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { touchedBy } from "../../../../src/features/drift/filterChanges";
import { changeFilters, usualChange } from "../../../support/changedFilters";
import { startCountedLibrary, type CountedLibrary } from "../../../support/countedLibrary";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { openStack, type Stack } from "../stack";

const platform = "facebook";
const facebook = (name: string, body: object) => ({
  name,
  text: JSON.stringify({ platform: "facebook", body }),
});

describe("changes of a platform's filters", () => {
  const folder = temporaryFolder();
  let library: CountedLibrary;
  const opened: Stack[] = [];
  /** A window, which asks for the form once, as anything does that shows a form. */
  const visit = async (settings = {}) => {
    const stack = openStack(folder(), library.url, library.key, settings);
    opened.push(stack);
    await stack.forms.form(platform);
    await stack.forms.settled();
    return stack;
  };
  const listed = ({ filterChanges, clients }: Stack) =>
    filterChanges.list({ library: clients.libraryName(), version: clients.version });

  beforeEach(async () => (library = await startCountedLibrary()));
  afterEach(async () => {
    for (const stack of opened.splice(0)) await stack.close();
    await library.close();
  });

  it("are noticed with removals and additions, stored once, without a request", async () => {
    assert.deepEqual(await listed(await visit()), []);
    await changeFilters(library, "facebook", usualChange);
    const asked = library.requests.length;
    const second = await visit();
    const [change, ...others] = await listed(second);
    assert.deepEqual(others, []);
    assert.deepEqual(
      change?.gone.map(({ kind, label, of }) => [kind, label, ...(of === undefined ? [] : [of])]),
      [
        ["sort", "Newest"],
        ["item", "United States", "Country"],
        ["filter", "Operating system"],
      ],
    );
    assert.deepEqual(change?.added, [{ kind: "filter", label: "Mood" }]);
    // The same definition again is no change, in any window.
    assert.equal((await listed(await visit())).length, 1);
    assert.equal(library.requests.length, asked + 2);
    library.behave();
    const back = await listed(await visit());
    assert.deepEqual(
      back.map(({ gone, added }) => [gone.length, added.length]),
      [
        [1, 3],
        [3, 1],
      ],
    );
    assert.equal(library.paid().length, 0);
  });

  it("name exactly the searches they break, with the problem", async () => {
    await visit();
    await changeFilters(library, "facebook", usualChange);
    const [change] = await listed(await visit());
    const searches = [
      facebook("Phones", { os: [1] }),
      facebook("America", { countries: ["us"] }),
      facebook("Newest", { advanced_order: { orderby: "newest", order: "desc" } }),
      facebook("Women", { gender: [1] }),
      facebook("Was broken before", { nonsense: [1] }),
      { name: "Elsewhere", text: '{"platform":"tiktok","body":{"active":[1]}}' },
      { name: "No file", text: "{" },
    ];
    const touched = await touchedBy(change!, searches);
    assert.deepEqual(
      touched.map(({ search, problem }) => `${search.name}: ${problem}`),
      [
        "Phones: This platform has no filter “os”.",
        'America: This filter has no item "us".',
        "Newest: This platform can't sort by “newest”. It would silently use another order and charge for it.",
      ],
    );
  });

  it("are noticed where only bounds or names change, with the searches that no longer fit", async () => {
    await visit();
    await changeFilters(library, "facebook", (filters) =>
      filters.map((filter) => {
        if (filter.key === "target_age") return { ...filter, min: 30 };
        if (filter.key !== "countries") return filter;
        return {
          ...filter,
          items: filter.items!.map((item) => (item.key === "us" ? { ...item, label: "USA" } : item)),
        };
      }),
    );
    const [change] = await listed(await visit());
    assert.deepEqual([change?.gone, change?.added], [[], []]);
    assert.deepEqual(change?.changed, [
      { kind: "item", label: "United States → USA", of: "Country" },
      { kind: "filter", label: "Age" },
    ]);
    const touched = await touchedBy(change, [
      facebook("Young", { target_age: [18, 24] }),
      facebook("Old", { target_age: [40, 50] }),
      facebook("America", { countries: ["us"] }),
    ]);
    assert.deepEqual(
      touched.map(({ search }) => search.name),
      ["Young"],
    );
  });

  it("are reported until seen, in all windows, and survive damaged files", async () => {
    const first = await visit();
    let told = 0;
    first.filterChanges.onChanged(() => (told += 1));
    await changeFilters(library, "facebook", usualChange);
    const second = await visit();
    while (told === 0) await new Promise(setImmediate);
    const [change] = await listed(first);
    assert.equal(change?.seen, false);
    await second.filterChanges.markSeen(change.id);
    assert.equal((await listed(first))[0]?.seen, true);
    await first.filterChanges.markSeen("../../ledger");
    const kept = join(folder(), "filterChanges");
    const [name] = await readdir(kept);
    const text = await readFile(join(kept, name!), "utf8");
    for (const damaged of [
      "",
      text.slice(0, -40),
      text.replace('"seen":true', '"seen":9'),
      text.replace(/"text":"/g, '"text":"x'),
    ]) {
      await writeFile(join(kept, name!), damaged);
      assert.deepEqual(await listed(first), []);
    }
  });

  it("belong to the library and version that sent them", async () => {
    await visit();
    await changeFilters(library, "facebook", usualChange);
    await visit();
    const other = await visit({ apiVersion: "v1" }).catch(() => opened.at(-1)!);
    assert.deepEqual(await listed(other), []);
  });
});
