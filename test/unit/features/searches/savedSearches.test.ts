import assert from "node:assert/strict";
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { parseExact } from "../../../../src/api/integers";
import { FeatureError } from "../../../../src/features/failures/featureError";
import type { BodyQuery } from "../../../../src/features/forms/bodyQuery";
import { RecentSearches } from "../../../../src/features/searches/recentSearches";
import type { SavedSearch } from "../../../../src/features/searches/savedSearch";
import { SavedSearches, type SearchFileProblem } from "../../../../src/features/searches/savedSearches";
import { ChildScript } from "../../../support/childScript";
import { times } from "../../../support/long";
import { temporaryFolder } from "../../../support/temporaryFolder";

const shoes: BodyQuery = { platform: "native", body: { keyword: [{ type: "title", value: "shoes" }] } };

describe("SavedSearches", () => {
  const folder = temporaryFolder();
  let problems: SearchFileProblem[] = [];
  beforeEach(() => (problems = []));
  const open = () =>
    new SavedSearches({
      folder: folder("searches"),
      now: () => new Date(),
      onProblem: (each) => problems.push(each),
    });
  const names = async (searches: SavedSearches) => (await searches.list()).map(({ name }) => name);
  const put = async (name: string, text: string) => {
    await mkdir(folder("searches"), { recursive: true });
    await writeFile(folder("searches", name), text);
  };
  const someId = "0b0e7a34-4a43-4f2e-9b05-2f3c5b1d7a01";

  it("keeps searches in the order in which they were saved", async () => {
    const searches = open();
    for (const name of ["a", "b", "c"]) await searches.save(name, shoes);
    assert.deepEqual(await names(open()), ["a", "b", "c"]);
    assert.deepEqual((await open().list())[0]!.query, shoes);
  });

  it("keeps integers of any length, odd field names, and no reserved field", async () => {
    const text = '{"id":9007199254740993,"__proto__":{"polluted":1},"constructor":"x","n":1.5,"t":"7"}';
    const body = parseExact(text) as BodyQuery["body"];
    const searches = open();
    const { id } = await searches.save("odd", {
      platform: "mega",
      body: { ...body, page: 2, last_hit: 1n, api_key: "CANARY" },
    });
    await searches.save("proto", { platform: "mega", body });
    const written = await readFile(folder("searches", `${id}.json`), "utf8");
    assert.doesNotMatch(written, /CANARY|last_hit|page/);
    const [odd, proto] = await open().list();
    assert.equal(odd!.query.body.id, 9007199254740993n);
    assert.ok(Object.hasOwn(proto!.query.body, "__proto__"));
    assert.equal(({} as Record<string, unknown>).polluted, undefined);
  });

  it("renames, replaces, and remembers the run, or returns undefined if gone", async () => {
    const searches = open();
    const { id } = await searches.save("  old\u202e\n name ", shoes);
    assert.equal((await searches.get(id))!.name, "old name");
    await searches.rename(id, "new");
    await searches.update(id, { platform: "display", body: {} });
    await searches.markRun(id, { at: "2026-01-01T00:00:00.000Z", lastHit: "123" });
    const { name, query, lastRun } = (await open().get(id))!;
    assert.deepEqual([name, query.platform, lastRun?.lastHit], ["new", "display", "123"]);
    assert.equal(await searches.rename(someId, "x"), undefined);
    for (const path of ["../../etc/passwd", "", "__proto__", `${id}/../${id}`])
      assert.equal(await searches.get(path), undefined);
  });

  it("knows each search's library, and reads files without a valid one", async () => {
    const searches = open();
    const { id } = await searches.save("a", shoes, "https://ads.example");
    await searches.duplicate(id);
    await searches.update(id, { platform: "display", body: {} });
    const text = await readFile(folder("searches", `${id}.json`), "utf8");
    await put(`${someId}.json`, text.replace(/,"library":"[^"]+"/, ""));
    const damagedId = someId.replace("0b", "1b");
    await put(`${damagedId}.json`, text.replace(/"library":"[^"]+"/, '"library":5'));
    const libraries = (await open().list()).map((search) => search.library);
    assert.deepEqual(libraries.sort(), ["https://ads.example", "https://ads.example", undefined, undefined]);
    assert.deepEqual(problems, []);
  });

  it("refuses an empty name or an invalid body, and writes nothing", async () => {
    const searches = open();
    let deep: unknown = 1;
    for (let depth = 0; depth < 20_000; depth++) deep = [deep];
    await assert.rejects(searches.save(" \u200b ", shoes), FeatureError);
    await assert.rejects(searches.save("deep", { platform: "native", body: { deep } }), FeatureError);
    assert.deepEqual(await searches.list(), []);
  });

  it("duplicates right after the original", async () => {
    const searches = open();
    const [a] = [await searches.save("a", shoes), await searches.save("b", shoes)];
    await searches.duplicate(a.id);
    await searches.duplicate(a.id);
    assert.deepEqual(await names(searches), ["a", "a (copy)", "a (copy)", "b"]);
  });

  it("deletes, and restores exactly what was there", async () => {
    const searches = open();
    const { id } = await searches.save("a", shoes);
    await searches.save("b", shoes);
    const before = await readFile(folder("searches", `${id}.json`), "utf8");
    const deleted = (await searches.delete(id))!;
    assert.deepEqual(await names(searches), ["b"]);
    assert.equal(await searches.delete(id), undefined);
    await deleted.restore();
    assert.equal(await readFile(folder("searches", `${id}.json`), "utf8"), before);
    assert.deepEqual(await names(searches), ["a", "b"]);
    await searches.rename(id, "renamed");
    await deleted.restore();
    assert.deepEqual(await names(searches), ["renamed", "b"]);
  });

  it("reorders, whatever ids it is given", async () => {
    const searches = open();
    const ids = new Map<string, string>();
    for (const name of ["a", "b", "c", "d"]) ids.set(name, (await searches.save(name, shoes)).id);
    await searches.reorder([ids.get("d")!, "unknown", ids.get("b")!, ids.get("b")!]);
    assert.deepEqual(await names(open()), ["d", "b", "a", "c"]);
  });

  it("exports and imports searches as text", async () => {
    const searches = open();
    await searches.save("a", { platform: "mega", body: { id: 9007199254740993n } });
    await searches.save("b", shoes);
    const texts = await Promise.all((await searches.list()).map(({ id }) => searches.exportText(id)));
    const other = new SavedSearches({
      folder: folder("other"),
      now: () => new Date(),
      onProblem: () => assert.fail(),
    });
    for (const text of texts) await other.importText(`\uFEFF${text}`);
    assert.deepEqual(await Promise.all((await other.list()).map(({ id }) => other.exportText(id))), texts);
    assert.match(texts[0]!, /^\{\n {2}"name": "a",\n {2}"platform": "mega"/);
    assert.equal((await other.list())[0]!.query.body.id, 9007199254740993n);
  });

  it("imports search files with comments, named after their path if they have no name, and nothing else", async () => {
    const searches = open();
    await searches.importText(
      '{ // ours\n "platform": "TikTok", "body": { "page": 3, "id": 9007199254740993 } }',
      "shoes",
    );
    const [{ name, query }] = (await searches.list()) as [SavedSearch];
    assert.deepEqual([name, query], ["shoes", { platform: "tiktok", body: { id: 9007199254740993n } }]);
    for (const text of ["", "null", "{}", "not JSON", '{"platform":"x","body":{}}', "[".repeat(100_000)])
      await assert.rejects(searches.importText(text, "shoes"), FeatureError);
    await assert.rejects(searches.importText('{"platform":"mega","body":{}}'), FeatureError);
    assert.equal((await searches.list()).length, 1);
  });

  it("sets corrupt files aside, reports each once, and keeps their text", async () => {
    await open().save("good", shoes);
    const hostile = ["", "{", "null", '{"version":1}', "\0".repeat(100), "[".repeat(100_000)];
    for (const [index, text] of hostile.entries()) await put(someId.replace(/1$/, String(index)) + ".json", text);
    assert.deepEqual(await names(open()), ["good"]);
    assert.equal(problems.filter(({ kind }) => kind === "corrupt").length, hostile.length);
    assert.deepEqual(await names(open()), ["good"]);
    assert.equal(problems.length, hostile.length);
    const aside = (await readdir(folder("searches"))).filter((name) => name.includes(".corrupt-"));
    const texts = await Promise.all(aside.map((name) => readFile(folder("searches", name), "utf8")));
    assert.deepEqual(texts.sort(), [...hostile].sort());
  });

  it("leaves files of a newer version and foreign files alone", async () => {
    const newer = '{"version":2,"name":{"en":"a"}}';
    await put(`${someId}.json`, newer);
    await put("notes.json", "mine");
    await symlink("/etc/passwd", folder("searches", `${someId.replace("0b", "1b")}.json`));
    const searches = open();
    assert.deepEqual([await searches.list(), await searches.list()], [[], []]);
    assert.deepEqual(problems, [{ kind: "newer", file: `${someId}.json` }]);
    assert.equal(await readFile(folder("searches", `${someId}.json`), "utf8"), newer);
    assert.equal(await readFile(folder("searches", "notes.json"), "utf8"), "mine");
  });
});

describe("saved searches of several windows", () => {
  const folder = temporaryFolder();
  const script = ChildScript.forSuite("test/unit/features/searches/window.ts");

  const open = () =>
    new SavedSearches({
      folder: folder(),
      now: () => new Date(),
      onProblem: (problem) => assert.fail(JSON.stringify(problem)),
    });

  it("are all there after two windows save twenty each", async () => {
    await Promise.all([script.run("save", folder(), "a", "20"), script.run("save", folder(), "b", "20")]);
    const all = await open().list();
    assert.equal(all.length, 40);
    assert.equal(new Set(all.map(({ order }) => order)).size, 40);
  });

  it("keep both windows' changes to the same search", async () => {
    const searches = open();
    const { id } = await searches.save("shoes", { platform: "native", body: {} });
    await Promise.all([
      script.run("rename", folder(), id, "name", "30"),
      script.run("rename", folder(), id, "run", "30"),
    ]);
    const search = await searches.get(id);
    assert.deepEqual([search?.name, search?.lastRun?.lastHit], ["name 29", "29"]);
  });

  it("are whole wherever a window is killed, with nothing left behind", async () => {
    const searches = open();
    const { id } = await searches.save("shoes", { platform: "native", body: {} });
    for (const messages of [1, 5, 2, 3, 8].slice(0, times(2, 5))) {
      const saved = await script.kill(messages, "save", folder(), "a", "1000");
      assert.ok((await searches.list()).length > saved.length);
      const told = await script.kill(messages, "rename", folder(), id, "name", "1000");
      assert.match((await searches.get(id))!.name, /^name \d+$/);
      assert.ok(Number((await searches.get(id))!.name.slice(5)) >= Number(told.at(-1)));
    }
    await open().list();
    const others = (await readdir(folder())).filter((name) => !/^[0-9a-f-]{36}\.json$/.test(name));
    assert.deepEqual(
      others.filter((name) => name !== ".lock.db"),
      [],
    );
  });

  it("notify a window of another's changes", async () => {
    const searches = open();
    await searches.list();
    const told = new Promise<void>((resolve) => searches.onChanged(resolve));
    await script.run("save", folder(), "a", "1");
    await told;
    assert.equal((await searches.list()).length, 1);
    searches.dispose();
  });
});

describe("RecentSearches", () => {
  const folder = temporaryFolder();
  let problems: unknown[] = [];
  beforeEach(() => (problems = []));
  const open = () =>
    new RecentSearches({ folder: folder(), now: () => new Date(), onProblem: (problem) => problems.push(problem) });
  const labels = async () => (await open().list()).map(({ label }) => label);

  it("lists the latest twenty of all windows, newest first, and the last platform", async () => {
    const windows = [open(), open()];
    for (let index = 0; index < 25; index++) {
      await windows[index % 2]!.add({ platform: index === 24 ? "mega" : "native", body: { index } }, `search ${index}`);
    }
    assert.deepEqual(
      await labels(),
      Array.from({ length: 20 }, (_, index) => `search ${24 - index}`),
    );
    assert.equal(await open().lastPlatform(), "mega");
  });

  it("lists the same search once for each library", async () => {
    const recent = open();
    for (const library of ["sample:", "https://one.example", "sample:"])
      await recent.add({ platform: "native", body: {} }, library, library);
    assert.deepEqual(await labels(), ["sample:", "https://one.example"]);
  });

  it("loses none when two windows add at the same time", async () => {
    const windows = [open(), open(), open()];
    await Promise.all(
      windows.flatMap((window, w) =>
        [1, 2, 3, 4].map((n) => window.add({ platform: "native", body: { w, n } }, `${w} ${n}`)),
      ),
    );
    assert.equal((await labels()).length, 12);
  });

  it("sets a corrupt file aside, reports it, and starts over", async () => {
    await open().add({ platform: "native", body: {} }, "old");
    await writeFile(folder("recent.json"), '{"version":1,"searches":[{');
    assert.deepEqual(await labels(), []);
    await open().add({ platform: "native", body: {} }, "new");
    assert.deepEqual([await labels(), problems.length], [["new"], 1]);
    assert.equal((await readdir(folder())).filter((name) => name.startsWith("recent.json.corrupt-")).length, 1);
  });

  it("clears", async () => {
    const recent = open();
    await recent.add({ platform: "native", body: {} }, "old");
    await recent.clear();
    assert.deepEqual([await labels(), await recent.lastPlatform()], [[], undefined]);
  });
});
