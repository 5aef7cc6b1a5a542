import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const pages = globSync(["*.md", "docs/**/*.md", ".github/**/*.md", "src/**/*.md", "media/**/*.md"]);
const read = (path: string) => readFileSync(path, "utf8");
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = ""]) => found);
const headings = (text: string) => matches(text, /^#+ (.+)$/gm);
/** The anchor that GitHub gives a heading. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");

describe("the documentation", () => {
  it("links to pages, headings, and pictures that exist", () => {
    let links = 0;
    for (const page of pages)
      for (const link of matches(read(page), /\]\(((?!https?:)[^)\s]+)\)/g)) {
        const [file = "", wanted] = link.split("#");
        const path = file === "" ? page : join(dirname(page), file);
        assert.ok(existsSync(path), `${page}: ${link}`);
        if (wanted !== undefined) assert.ok(headings(read(path)).map(anchor).includes(wanted), `${page}: ${link}`);
        links += 1;
      }
    assert.ok(links > 50);
  });

  it("and all other texts say that answers are bought, because own ads are those of one's own brand", () => {
    const files = globSync([
      "*.{md,yml}",
      "package*.json",
      "{docs,l10n,media,skills,src,webview}/**/*.{css,json,md,svg,ts,tsx}",
    ]);
    const other = /(?<![a-z])owned|Owned|\byou (?:already |don't |do not )?own\b/gi;
    const inJapanese = /所有/g;
    const told = files
      .filter((file) => file !== "package-lock.json")
      .map((file) => [file, read(file).match(file.includes(".ja.") ? inJapanese : other) ?? []]);
    assert.ok(told.length > 500);
    assert.deepEqual(
      told.filter(([, found]) => found!.length > 0),
      [],
    );
  });

  it("names tests that exist", () => {
    let names = 0;
    for (const page of pages)
      for (const name of matches(read(page), /`(test\/[\w./*-]+\.(?:ts|mjs))`/g)) {
        assert.notEqual(globSync(name).length, 0, `${page}: ${name}`);
        names += 1;
      }
    assert.ok(names > 50);
  });

  it("names each file that depends on the system in docs/portability.md", () => {
    const depends =
      /process\.(?:platform|kill)|"node:os"|\bdelimiter\b|\bsep\b.*"node:path"|\bSIG[A-Z]{3,}|\bshellWord\b|\bspawn(?:Sync)?\(|\.cmd\b|DatabaseSync|[^\w.]watch\(|chmod\(|readlink\(|replaceAll\("\\\\"|\}\\\\`/;
    const files = globSync(["src/**/*.{ts,tsx}", "action/*.mjs", "mcpb.mjs"]).map((file) => file.replaceAll("\\", "/"));
    // These only pass on what the files named there do.
    const passing = /\/index\.ts$|^src\/extension\.ts$/;
    const dependent = files.filter((file) => depends.test(read(file)) && !passing.test(file));
    assert.ok(dependent.length > 20);
    const page = read("docs/portability.md");
    assert.deepEqual(
      dependent.filter((file) => !page.includes(`\`${file}\``)),
      [],
    );
    for (const named of matches(page, /`((?:src|action)\/[\w./]+\.(?:ts|mjs))`/g)) assert.ok(existsSync(named), named);
  });

  it("names tests of threats that exist", () => {
    const threats = read("docs/security-tests.md").split("## Threat by threat")[1] ?? assert.fail();
    const names = matches(threats.split(/^## /m)[0] ?? "", /`((?:[a-z][\w.]*\/)+[\w.]+)`/g);
    assert.ok(names.length > 100);
    for (const name of names.filter((name) => !name.startsWith("docs/")))
      assert.ok(
        ["test/unit", "test"].some((folder) => existsSync(`${folder}/${name}.test.ts`)),
        name,
      );
  });

  it("names tests for each promise of docs/security.md", () => {
    const promises = read("docs/security.md").split("| Promise | Tests |\n| --- | --- |\n")[1]!.split("\n\n")[0]!;
    const sections = read("docs/security-tests.md").split(/^## /m);
    const rows = promises.split("\n");
    assert.ok(rows.length > 8);
    for (const row of rows) {
      const cited = matches(row, /\]\(security-tests\.md#([\w-]+)\)/g);
      assert.notEqual(cited.length, 0, row);
      for (const name of cited) {
        const section = sections.find((text) => anchor(text.split("\n")[0]!) === name) ?? assert.fail(name);
        assert.match(section, /`test\/[\w./*-]+\.ts`/, `${name} names no test`);
      }
    }
    const tables = sections.join("").matchAll(/^\| Promise \| Tested by \|\n\| --- \| --- \|\n((?:\|.*\n)+)/gm);
    const details = [...tables].flatMap(([, table = ""]) => table.trimEnd().split("\n"));
    assert.ok(details.length > 60);
    for (const row of details) assert.match(row, /`(?:test\/[\w./*-]+\.ts|npm run test:[^`]+)`[^|]*\|$/, row);
  });

  it("names files and functions in docs/architecture.md that exist", () => {
    const files = globSync("{src,webview,test,media,docs,*.*}/**").concat(globSync("*.*"), globSync(".*.mjs"));
    const sources = globSync(["{src,webview,test}/**/*.{ts,tsx,mjs}", "*.mjs", "package.json"]).map(read).join("\n");
    const text = read("docs/architecture.md");
    // In the steps of a search, the second column names the file, and a function in parentheses.
    const steps = matches(text, /^[^|\n`]{2,17} +((?:[a-z]+\/)*[a-zA-Z]+(?: \(\w+\))?) {2,}/gm).flatMap((step) =>
      matches(step, /([\w/]+)/g),
    );
    const names = [...matches(text, /`([\w./-]+)`/g), ...steps];
    assert.ok(names.length > 150 && steps.length > 12, `${names.length}, ${steps.length}`);
    const isFile = (name: string) => files.some((path) => `/${path}`.replace(/\.\w+$/, "").endsWith(`/${name}`));
    const isNamed = (name: string) => sources.includes(name) || files.some((path) => `/${path}`.includes(`/${name}`));
    const isMember = (name: string) => name.split(".").every((part) => new RegExp(`\\b${part}\\b`).test(sources));
    const unknown = names.filter((name) => !isFile(name) && !isNamed(name) && !isMember(name));
    assert.deepEqual(unknown, []);
  });

  it("has every section of docs/api.md that a comment cites", () => {
    const known = new Set(headings(read("docs/api.md")));
    const sources = globSync(["src/**/*.ts", "webview/**/*.{ts,tsx}", "test/**/*.{ts,mjs}"]);
    const cited = sources.flatMap((path) =>
      matches(read(path), /docs\/api\.md, ((?:"[^"]+"(?:, | and )?)+)/g).flatMap((list) => matches(list, /"([^"]+)"/g)),
    );
    assert.ok(cited.length > 40);
    for (const section of cited) assert.ok(known.has(section), section);
  });
});
