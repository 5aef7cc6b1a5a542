import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { touchedBy } from "../../../../src/features/drift/filterChanges";
import { toFailure } from "../../../../src/features/failures/failures";
import { FilterForms, FormStore } from "../../../../src/features/forms/filterForms";
import { changeFilters, usualChange } from "../../../support/changedFilters";
import { useLibrary } from "../../../support/fixtures";
import { failed, hangBeforeHeaders } from "../../../support/misbehavingReplies";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { type Stack, useStacks } from "../stack";

const never = new AbortController().signal;

describe("the filter forms of a library", () => {
  const folder = temporaryFolder();
  const library = useLibrary();
  const open = useStacks();
  let stack: Stack;
  const targets = () => library.requests.map(({ target }) => target);
  const reopen = async () => {
    await stack.close();
    stack = open(folder(), library.url, library.key);
  };

  beforeEach(() => (stack = open(folder(), library.url, library.key)));
  afterEach(() => assert.equal(library.paid().length, 0));

  it("are fetched once per platform until forgotten, even by simultaneous callers", async () => {
    const { forms } = stack;
    let received = 0;
    const told = forms.onReceived(() => (received += 1));
    const [first, second] = await Promise.all([forms.form("native"), forms.form("native")]);
    assert.equal(first, second);
    await forms.form("reddit");
    assert.deepEqual(targets().sort(), ["/v2/ads/native/filters", "/v2/ads/reddit/filters"]);
    forms.forget("native");
    await Promise.all([forms.form("native"), forms.form("reddit")]);
    assert.equal(targets().length, 3);
    assert.equal(received, 3);
    told.dispose();
  });

  it("are fetched again after a failure, which every caller gets", async () => {
    library.behave(failed(1003, "not enabled"));
    const failure = await stack.forms.form("native").then(() => assert.fail("It worked."), toFailure);
    assert.match(failure.message, /not enabled/);
    library.behave();
    assert.ok((await stack.forms.form("native")).filters.length > 0);
    assert.equal(targets().length, 2);
  });

  it("are known from an earlier session with their time, until the service sends them", async () => {
    const { forms } = stack;
    assert.equal(await forms.seen("native"), undefined);
    const form = await forms.form("native");
    assert.deepEqual(await forms.seen("native"), { form });
    await reopen();
    const kept = await stack.forms.seen("native");
    assert.deepEqual(kept?.form, form);
    assert.ok(!Number.isNaN(Date.parse(kept.asOf ?? "")));
    assert.equal(targets().length, 1);
    library.behave(hangBeforeHeaders);
    assert.deepEqual(await stack.forms.known("native", 1), kept);
    library.behave();
    stack.forms.forget("native");
    assert.deepEqual(await stack.forms.known("native", 60_000), { form });
  });

  it("are returned without waiting for the disk, and stored", async () => {
    const disk = new EventEmitter();
    const ready = once(disk, "ready");
    class SlowStore extends FormStore {
      override async keep(...kept: Parameters<FormStore["keep"]>) {
        await ready;
        return super.keep(...kept);
      }
    }
    const store = new SlowStore(folder("slow"));
    const { clients, filterChanges } = stack;
    const forms = new FilterForms({
      clients,
      store,
      changes: filterChanges,
      onNotStored: (error) => assert.fail(String(error)),
      now: () => new Date(),
    });
    const place = { library: clients.libraryName(), version: forms.version, platform: "native" } as const;
    const form = await forms.form("native");
    assert.equal(await store.read(place), undefined);
    disk.emit("ready");
    await forms.settled();
    assert.deepEqual((await store.read(place))?.form, form);
  });

  it("are fetched in the named version, besides the connected one", async () => {
    const [now, former] = [await stack.forms.form("native"), await stack.forms.form("native", "v1")];
    assert.equal(stack.forms.version, "v2");
    assert.notDeepEqual(former, now);
    assert.equal(targets().filter((target) => target.startsWith("/v1/")).length, 1);
    assert.equal((await stack.forms.seen("native"))?.form, now);
  });

  it("have remote items, fetched each time and canceled when nobody waits", async () => {
    const { forms } = stack;
    const find = (text: string, signal = never) => forms.items("facebook", "interests", text, signal);
    const found = await find("skincare");
    assert.ok(found.length > 0);
    assert.deepEqual(await find("skincare"), found);
    assert.equal(targets().length, 2);
    library.behave(hangBeforeHeaders);
    const leaving = new AbortController();
    const asked = find("skin", leaving.signal).then(() => assert.fail("It worked."), toFailure);
    await library.arrived(3);
    leaving.abort();
    assert.equal((await asked).code, "cancelled");
    await library.requests[2]!.closed;
  });
});

const platform = "facebook";
const facebook = (name: string, body: object) => ({ name, text: JSON.stringify({ platform: "facebook", body }) });

describe("changes of a platform's filters", () => {
  const folder = temporaryFolder();
  const library = useLibrary();
  const open = useStacks();
  /** A window, which asks for the form once, as anything does that shows a form. */
  const visit = async (settings = {}) => {
    const stack = open(folder(), library.url, library.key, settings);
    await stack.forms.form(platform);
    await stack.forms.settled();
    return stack;
  };
  const listed = ({ filterChanges, clients }: Stack) =>
    filterChanges.list({ library: clients.libraryName(), version: clients.version });

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
      back.flatMap(({ gone, added }) => [gone.length, added.length]),
      [1, 3, 3, 1],
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
    const kept = folder("filterChanges");
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
    const other = open(folder(), library.url, library.key, { apiVersion: "v1" });
    await other.forms.form(platform).catch(() => undefined);
    assert.deepEqual(await listed(other), []);
  });
});
