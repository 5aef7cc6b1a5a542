import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename } from "node:path";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import type { Archive } from "../../../../src/features/archive/archive";
import { openArchive } from "../../../support/openArchive";
import { temporaryFolder } from "../../../support/temporaryFolder";

const address = { origin: "https://ads.example", version: "v2", platform: "native", body: '{"a":1}' } as const;
const other = { ...address, body: '{"b":2}' };
const ad = { platform: "native", id: "7" } as const;
const receivedAt = "2026-01-02T03:04:05.678Z";
const page = (title: string) =>
  `{"status":"ok","meta":{"code":1000},"data":{"ads":[{"id":1,"platform":"native","title":"${title}"}],"last_hit":5}}`;

describe("imported answers", () => {
  const at = temporaryFolder();
  let mine: Archive;
  let theirs: Archive;
  beforeEach(async () => {
    [mine, theirs] = [openArchive(at("mine")), openArchive(at("theirs"))];
    for (const number of [1, 2])
      await theirs.storePage(address, "5", number, { text: page(`walnut ${number}`), receivedAt });
    await theirs.storePage(other, "6", 1, { text: page("other"), receivedAt });
    await theirs.storeDetail(address.origin, "v2", ad, { text: "a detail", receivedAt });
  });
  afterEach(() => Promise.all([mine.close(), theirs.close()]));
  const all = { pages: 3, details: 1, worth: 400, libraries: ["https://ads.example"], refused: 0 };

  async function zip(name: string, entries: Readonly<Record<string, Buffer | string>>, compress = false) {
    const file = new ZipFile();
    for (const [path, bytes] of Object.entries(entries)) file.addBuffer(Buffer.from(bytes), path, { compress });
    file.end();
    await pipeline(file.outputStream, createWriteStream(at(name)));
    return at(name);
  }
  /** The files of their archive by path. */
  function files(): Record<string, Buffer> {
    const paths = readdirSync(at("theirs"), { recursive: true, encoding: "utf8" });
    const ofAnswers = paths.filter((path) => /^(answers|details)\/.*\.(json|zst)$/.test(path));
    return Object.fromEntries(ofAnswers.map((path) => [path, readFileSync(at("theirs", path))]));
  }

  for (const [what, source] of [
    ["folder", () => Promise.resolve(at("theirs"))],
    [
      "data folder",
      () => (mkdirSync(at("data")), symlinkSync(at("theirs"), at("data", "archive")), Promise.resolve(at("data"))),
    ],
    ["zip file", () => theirs.sharing.pack("all", at("all.zip")).then(() => at("all.zip"))],
  ] as const)
    it(`are previewed and imported from a ${what}, bought, marked, and removed again`, async () => {
      const from = await source();
      assert.deepEqual(await mine.sharing.preview(from), all);
      assert.deepEqual(await mine.snapshots(address), []);
      const { name, ...taken } = await mine.sharing.take(from);
      assert.deepEqual(taken, all);
      assert.equal((await mine.pages(address, "5")).length, 2);
      assert.deepEqual(await mine.detail(address.origin, "v2", ad), { text: "a detail", receivedAt, from: name });
      assert.equal(await mine.ownershipOfPage(address, 2, "5"), "bought");
      assert.equal((await mine.search({ text: "walnut" })).hits.length, 1);
      await mine.storePage(address, "5", 1, { text: page("my own"), receivedAt });
      assert.equal((await mine.page(address, "5", 1))?.from, undefined);
      assert.deepEqual(await mine.sharing.imports(), [name]);
      await mine.sharing.remove(name);
      assert.equal(await mine.ownershipOfPage(address, 2, "5"), "absent");
      assert.equal((await mine.search({ text: "walnut" })).hits.length, 0);
      await assert.rejects(mine.sharing.remove("../theirs"), { name: "StorageError" });
    });

  it("are packed for one search, or one result", async () => {
    assert.equal((await theirs.sharing.pack({ address }, at("one.zip"))).pages, 2);
    assert.equal((await theirs.sharing.pack({ address: other, lastHit: "6" }, at("one.zip"))).pages, 1);
    assert.deepEqual(await mine.sharing.preview(at("one.zip")), { ...all, pages: 1, details: 0, worth: 100 });
  });

  it("are refused individually if damaged or misplaced", async () => {
    const good = files();
    const [detail = "", answer = ""] = [/^details.*zst$/, /^answers.*\/0001.*zst$/].map(
      (form) => Object.keys(good).find((path) => form.test(path)) ?? "",
    );
    const search = `${answer.split("/").slice(0, 5).join("/")}/search.json`;
    const library = `${detail.split("/").slice(0, 2).join("/")}/library.json`;
    const hostile: Readonly<Record<string, Record<string, Buffer | string>>> = {
      "a damaged answer": { [answer]: Buffer.concat([good[answer]!.subarray(0, 20), Buffer.from("x")]) },
      "another text under its name": { [answer]: good[detail]! },
      "a search of another address": { [search]: JSON.stringify({ ...address, body: "{}" }) },
      "a search of another library": { [search]: JSON.stringify({ ...address, origin: "https://evil.example" }) },
      "a search that is no JSON": { [search]: "{" },
      "another library's name for a detail": { [library]: JSON.stringify({ origin: "https://evil.example" }) },
      "a page's number in other digits": { [answer.replace("/0001.", "/00001.")]: good[answer]! },
      "another platform's folder": { [answer.replace("/native/", "/display/")]: good[answer]! },
    };
    for (const [what, changed] of Object.entries(hostile)) {
      const source = await zip("hostile.zip", { ...good, ...changed });
      const { pages, details, refused } = await mine.sharing.preview(source);
      assert.ok(refused > 0 && pages + details <= 4, what);
      const { name } = await mine.sharing.take(source);
      for (const each of await mine.answers(address.origin))
        assert.ok(each.file.startsWith(at("mine", "imported", name)));
      await mine.sharing.remove(name);
    }
  });

  it("leave nothing of a killed command behind, in the archive or beside a packed file", async () => {
    const dead = "999999999.00000000-0000-0000-0000-000000000000.tmp";
    mkdirSync(at("mine", "imported", `.${dead}`, "answers"), { recursive: true });
    writeFileSync(at(`.all.zip.${dead}`), "half");
    // Another program's file, and the import of another window that takes long.
    const others = [at(".all.zip.999999999.0123abcd.tmp"), at("mine", "imported", `.${process.pid}${dead.slice(9)}`)];
    writeFileSync(others[0]!, "theirs");
    mkdirSync(others[1]!);
    utimesSync(others[1]!, 0, 0);
    await theirs.sharing.pack("all", at("all.zip"));
    // Two at once don't get in each other's way.
    const [one, two] = await Promise.all([mine.sharing.take(at("all.zip")), mine.sharing.take(at("theirs"))]);
    assert.deepEqual([one.pages, two.pages], [3, 3]);
    const left = [...readdirSync(at("mine", "imported")), ...readdirSync(at())].filter((name) => name.includes("tmp"));
    assert.deepEqual(left.sort(), others.map((path) => basename(path)).sort());
  });

  it("never write outside their own folder", async () => {
    const good = files();
    const answer = Object.keys(good).find((path) => /^answers.*\/0001.*zst$/.test(path))!;
    const climbing = answer.replace(/\/\d\/0001/, "/../../../../../../0001");
    const paths = [
      climbing,
      answer.replace("native", ".."),
      `answers/../../${answer}`,
      answer.replace(/\/5\//, "/x\\..\\y/"),
    ];
    for (const path of paths) {
      // The names that the library for writing refuses are put into the finished file.
      const harmless = path.replaceAll("..", "~~").replaceAll("\\", "!");
      const source = await zip("climbing.zip", { ...good, [harmless]: good[answer]! });
      const bytes = readFileSync(source).toString("latin1").replaceAll(harmless, path);
      writeFileSync(source, Buffer.from(bytes, "latin1"));
      await mine.sharing.take(source).then(
        ({ name }) => mine.sharing.remove(name),
        () => undefined,
      );
      assert.deepEqual(readdirSync(at()).sort(), ["climbing.zip", "mine", "theirs"]);
      assert.deepEqual(
        readdirSync(at("mine")).filter((name) => !/^(imported|changed|index\.db.*)$/.test(name)),
        [],
      );
      assert.deepEqual(readdirSync(at("mine", "imported")), []);
    }
  });

  it("are refused if they unpack to far too much, or if the file is no archive; no link is followed", async () => {
    for (const parts of [1, 5]) {
      const names = Array.from({ length: parts }, (_, at) => [`answers/${at}`, Buffer.alloc(3_000_000)] as const);
      const bomb = await zip("bomb.zip", Object.fromEntries(names), true);
      // What they unpack to, as the file says.
      const [real, said] = [3_000_000, (350 / parts) * 1024 * 1024].map((size) =>
        Buffer.from(Uint32Array.of(size).buffer).toString("latin1"),
      );
      writeFileSync(bomb, readFileSync(bomb).toString("latin1").replaceAll(real!, said!), "latin1");
      await assert.rejects(mine.sharing.take(bomb), { reason: "damaged", message: /unpacks to too much/ });
    }
    writeFileSync(at("text.zip"), "no zip at all");
    await assert.rejects(mine.sharing.preview(at("text.zip")), { reason: "damaged" });
    await assert.rejects(mine.sharing.preview(at("not there")), { name: "StorageError" });
    assert.deepEqual(readdirSync(at("mine", "imported")), []);
    symlinkSync("/etc/passwd", at("theirs", "answers", "0001.20260102T030405678Z.aaaaaa.json.zst"));
    // Following all of these would never end.
    for (const link of ["one", "two", "three"]) symlinkSync(at("theirs"), at("theirs", "answers", link), "junction");
    assert.equal((await mine.sharing.take(at("theirs"))).pages, 3);
    if (process.platform === "win32") return;
    execFileSync("mkfifo", [at("pipe.zip")]);
    await assert.rejects(mine.sharing.take(at("pipe.zip")), { reason: "damaged", message: /not a regular file/ });
  });

  it("are imported completely or not at all", async () => {
    const stop = new AbortController();
    stop.abort();
    await assert.rejects(mine.sharing.take(at("theirs"), stop.signal), { name: "AbortError" });
    await assert.rejects(theirs.sharing.pack("all", at("all.zip"), stop.signal), { name: "AbortError" });
    assert.deepEqual([existsSync(at("all.zip")), await mine.sharing.imports()], [false, []]);
  });
});
