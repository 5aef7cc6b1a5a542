import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { editorFolders, usualFolder } from "../../../src/cli/places";
import { useCommandLine } from "../../support/commandLine";
import { useLibrary } from "../../support/fixtures";
import { mountMemory } from "../../support/mounts";
import { asOtherUser } from "../../support/otherUser";
import { skipBecause } from "../../support/skipping";

interface Place {
  readonly what: string;
  readonly path: string;
  readonly chosen_by?: string;
  readonly access: string;
  readonly bytes?: number;
}

const [linux, mac, windows] = ["/home/ann", "/Users/ann", "C:\\Users\\ann"];

describe("the data folder", () => {
  for (const [platform, home, env, folder, by] of [
    ["linux", linux, {}, "/home/ann/.local/share/ad-library", "default"],
    ["linux", linux, { XDG_DATA_HOME: "/data" }, "/data/ad-library", "XDG_DATA_HOME"],
    ["linux", linux, { XDG_DATA_HOME: "" }, "/home/ann/.local/share/ad-library", "default"],
    ["linux", linux, { XDG_DATA_HOME: "data" }, "/home/ann/.local/share/ad-library", "default"],
    ["linux", linux, { XDG_DATA_HOME: "./data" }, "/home/ann/.local/share/ad-library", "default"],
    ["linux", linux, { XDG_DATA_HOME: "~/data" }, "/home/ann/.local/share/ad-library", "default"],
    ["freebsd", linux, { LOCALAPPDATA: "/x" }, "/home/ann/.local/share/ad-library", "default"],
    ["darwin", mac, { XDG_DATA_HOME: "/data" }, "/Users/ann/Library/Application Support/ad-library", "default"],
    ["win32", windows, { LOCALAPPDATA: "D:\\Local" }, "D:\\Local\\ad-library", "LOCALAPPDATA"],
    ["win32", windows, { APPDATA: "D:\\Roaming" }, "C:\\Users\\ann\\AppData\\Local\\ad-library", "default"],
    ["win32", windows, { LOCALAPPDATA: "" }, "C:\\Users\\ann\\AppData\\Local\\ad-library", "default"],
    ["win32", windows, { LOCALAPPDATA: "Local" }, "C:\\Users\\ann\\AppData\\Local\\ad-library", "default"],
    ["win32", windows, { XDG_DATA_HOME: "C:\\x" }, "C:\\Users\\ann\\AppData\\Local\\ad-library", "default"],
  ] as const)
    it(`of ${platform} with ${JSON.stringify(env)} is ${folder}`, () =>
      assert.deepEqual(usualFolder({ platform, home, env }), { folder, by }));

  it("of editors is where each system keeps it", () => {
    const own = ["User", "globalStorage", "ad-library-explorer.ad-library-explorer"];
    for (const [platform, home, env, first] of [
      ["linux", linux, { XDG_CONFIG_HOME: "" }, ["/home/ann/.config/Code", ...own].join("/")],
      ["linux", linux, { XDG_CONFIG_HOME: "/config" }, ["/config/Code", ...own].join("/")],
      ["darwin", mac, {}, ["/Users/ann/Library/Application Support/Code", ...own].join("/")],
      ["win32", windows, { APPDATA: "D:\\Roaming" }, ["D:\\Roaming\\Code", ...own].join("\\")],
      ["win32", windows, {}, ["C:\\Users\\ann\\AppData\\Roaming\\Code", ...own].join("\\")],
    ] as const)
      assert.equal(editorFolders({ platform, home, env })[0], first);
  });
});

describe("ad-library where", () => {
  const library = useLibrary();
  const { line, folder, at, env, play } = useCommandLine(library);
  beforeEach(() => mkdirSync(at("here")));

  const placesOf = (stdout: string) => (JSON.parse(stdout) as { readonly places: readonly Place[] }).places;

  it("and every other command leave the current folder alone, whatever the environment says", async function () {
    if (process.platform !== "linux") skipBecause(this, "the other systems have no XDG_DATA_HOME");
    const home = at("home");
    const set = { AD_LIBRARY_DATA: "", HOME: home, XDG_DATA_HOME: "data" };
    const ran = await line().run(at("here"), { ...env(), ...set }, "credits");
    assert.equal(ran.code, 0, ran.stderr);
    const { stdout } = await line().run(at("here"), set, "where", "--json");
    const [data] = placesOf(stdout);
    assert.deepEqual([data?.path, data?.chosen_by], [`${home}/.local/share/ad-library`, "default"]);
    for (const HOME of ["", "home"]) {
      const { stdout } = await line().run(at("here"), { AD_LIBRARY_DATA: "", HOME }, "where", "--json");
      assert.match(placesOf(stdout)[0]?.path ?? "", /^\/.*\/\.local\/share\/ad-library$/);
    }
    const relative = await line().play(at("here"), { ...env(), AD_LIBRARY_DATA: "data" }, "credits");
    assert.deepEqual([relative.code, relative.stderr], [2, "AD_LIBRARY_DATA must be an absolute path, not data.\n"]);
    assert.deepEqual(readdirSync(at("here")), []);
  });

  it("works for a user without a home folder, as in a container, if a data folder is chosen", async () => {
    const NODE_OPTIONS = `--require ${JSON.stringify(resolve("test/support/withoutHome.cjs"))}`;
    const own = await line().run(at(), { NODE_OPTIONS }, "where", "--json");
    assert.deepEqual([own.code, placesOf(own.stdout)[0]?.path], [0, at("data")], own.stderr);
    const unset = { AD_LIBRARY_DATA: "", XDG_DATA_HOME: "", LOCALAPPDATA: "" };
    const usual = await line().run(at(), { NODE_OPTIONS, ...unset }, "credits");
    const told = "You have no home folder. Choose a data folder with --data or AD_LIBRARY_DATA.\n";
    assert.deepEqual([usual.code, usual.stderr], [2, told]);
  });

  it("lists each place with its size, and makes none", async () => {
    const listed = await play("where", "--data", at("none"));
    assert.equal(listed.code, 0, listed.stderr);
    assert.match(listed.stdout, /none +- +data folder, from --data\n/);
    writeFileSync(at("key"), "x".repeat(1500));
    writeFileSync(at("a.adsearch.json"), JSON.stringify({ platform: "native", body: {}, pages: 1 }));
    await play("run", "a.adsearch.json", "--max-credits", "100");
    const linked = at("linked");
    const { stdout } = await play("where", "--json", "--key-file", "key", "--linked", linked);
    const places = placesOf(stdout);
    const named = (what: string) => places.find((place) => place.what === what);
    assert.equal(named("data folder")?.chosen_by, "AD_LIBRARY_DATA");
    assert.equal(named("API key")?.bytes, 1500);
    assert.deepEqual(named("answers of others"), {
      ...{ what: "answers of others", path: linked, chosen_by: "--linked", access: "read" },
    });
    assert.equal(named("API key")?.chosen_by, "--key-file");
    assert.equal(named("program")?.path, realpathSync(line().folder));
    const parts = places.filter(({ path }) => path.startsWith(`${at("data")}/`) || path.startsWith(`${at("data")}\\`));
    const sum = parts.reduce((all, { bytes = 0 }) => all + bytes, 0);
    assert.deepEqual([sum > 100_000, named("data folder")?.bytes], [true, sum]);
    assert.deepEqual(
      parts.filter(({ what }) => what === "other"),
      [],
      "each part has a name",
    );
    assert.equal(readdirSync(folder()).includes("none"), false);
    assert.doesNotMatch(stdout, new RegExp(library.key));
  });
});

describe("ad-library delete-everything", () => {
  const library = useLibrary();
  const { at, play, paid } = useCommandLine(library);
  beforeEach(async () => {
    writeFileSync(at("a.adsearch.json"), JSON.stringify({ platform: "native", body: {}, pages: 1 }));
    writeFileSync(at("key"), library.key);
    await play("run", "a.adsearch.json", "--max-credits", "100");
  });

  it("shows what it would delete, then deletes it, and leaves exports, search files, and the key", async () => {
    const listed = () => readdirSync(at("data"), { recursive: true });
    const before = listed();
    const shown = await play("delete-everything", "--key-file", "key");
    assert.equal(shown.code, 0, shown.stderr);
    for (const what of ["answers and kept pictures", "ledger", "filters"])
      assert.match(shown.stdout, new RegExp(` ${what}$`, "m"));
    assert.match(shown.stderr, /^Nothing was deleted yet\. .*Kept: .*exported.* key.*--yes\.$/m);
    assert.deepEqual(listed(), before);
    const requests = library.requests.length;
    const deleted = await play("delete-everything", "--yes", "--json", "--key-file", "key");
    assert.equal(deleted.code, 0, deleted.stderr);
    const { places, ...told } = JSON.parse(deleted.stdout) as { readonly places: readonly Place[] };
    assert.deepEqual(told, { folder: at("data"), deleted: true });
    assert.ok(places.some(({ what, bytes = 0 }) => what === "ledger" && bytes > 0));
    assert.deepEqual(readdirSync(at()).sort(), ["a.adsearch.json", "a.ndjson", "key"]);
    assert.equal(library.requests.length, requests);
    // All of it is gone: the same search costs credits again.
    assert.match((await play("credits")).stdout, /\b0\b/);
    await play("run", "a.adsearch.json", "--max-credits", "100");
    assert.equal(paid(), 2);
  });

  it("says that something couldn't be deleted, and not that files are unchanged", async function () {
    const folders = readdirSync(at("data"), { recursive: true, withFileTypes: true }).filter((each) =>
      each.isDirectory(),
    );
    for (const path of [at(), at("data"), ...folders.map((each) => join(each.parentPath, each.name))])
      chmodSync(path, 0o755);
    const { code, stdout, stderr } = await asOtherUser(this, () => play("delete-everything", "--yes"));
    const [words, reason] = stderr.split("\n");
    assert.deepEqual([code, stdout], [5, ""]);
    assert.equal(
      words,
      "Some files couldn't be deleted. Close the programs that use them, or change their permissions, then try again.",
    );
    assert.match(reason ?? "", /^\S+archive: EACCES: /);
  });

  it("deletes the rest once it can be deleted, even if the archive is gone already", async function () {
    mkdirSync(at("data", "forms", "held"), { recursive: true });
    const mounted = await mountMemory(at("data", "forms", "held"), "size=64k");
    if (!mounted) skipBecause(this, "nothing can be mounted here");
    try {
      assert.equal((await play("delete-everything", "--yes")).code, 5);
      assert.equal(existsSync(at("data", "archive")), false);
    } finally {
      await mounted.unmount();
    }
    const { code, stderr } = await play("delete-everything", "--yes");
    assert.deepEqual([code, existsSync(at("data"))], [0, false], stderr);
  });

  it("deletes nothing that it has no name for, and nothing in a folder without an archive", async () => {
    writeFileSync(at("data", "notes.txt"), "mine");
    assert.equal((await play("delete-everything", "--yes")).code, 0);
    assert.deepEqual(readdirSync(at("data")), ["notes.txt"]);
    mkdirSync(at("project", "exports"), { recursive: true });
    mkdirSync(at("project", "archive"));
    writeFileSync(at("project", "archive", "thesis.md"), "mine");
    const elsewhere = await play("delete-everything", "--yes", "--data", at("project"));
    assert.deepEqual([elsewhere.code, elsewhere.stdout], [0, ""]);
    assert.match(elsewhere.stderr, /^Nothing is stored in .*project\.$/m);
    assert.deepEqual(readdirSync(at("project")), ["archive", "exports"]);
  });
});
