import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { useCommandLine } from "../../support/commandLine";
import { shareLibrary } from "../../support/fixtures";
import { body } from "../../support/misbehavingReplies";
import { answerText } from "../features/export/someAnswers";

/** Reads a shape as `docs/cli.md` writes it, such as `{ file?, runs: [{ pages }] }`; `…` stands for further members. */
class ShapeText {
  private rest: readonly string[];

  constructor(text: string) {
    this.rest = text.match(/[\w]+\??|[[\]{}:,…]/g) ?? [];
  }

  schema(): z.ZodType {
    const token = this.take();
    if (token === "[") {
      const item = this.schema();
      this.take();
      return z.array(item).min(1);
    }
    assert.equal(token, "{");
    const members: Record<string, z.ZodType> = {};
    let isOpen = false;
    while (this.rest[0] !== "}") {
      const name = this.take();
      if (name === "…") isOpen = true;
      else if (name !== ",") {
        const value =
          this.rest[0] === ":" ? (this.take(), this.schema()) : z.unknown().refine((it) => it !== undefined);
        members[name.replace("?", "")] = name.endsWith("?") ? value.optional() : value;
      }
    }
    this.take();
    return isOpen ? z.looseObject(members) : z.strictObject(members);
  }

  private take(): string {
    const [token = "", ...rest] = this.rest;
    this.rest = rest;
    return token;
  }
}

/** Each command and its shape. */
const documented = readFileSync("docs/cli.md", "utf8")
  .split("| Command | Shape |\n| --- | --- |\n")[1]!
  .split("\n\n")[0]!
  .split("\n")
  .flatMap((row) => {
    const [, names = "", cell = ""] = /^\| (.+?) \| (.*) \|$/.exec(row) ?? [];
    const shape = /^`([[{].*?)`/.exec(cell)?.[1] ?? "";
    return names.split(", ").map((name) => [name.replaceAll("`", ""), shape] as const);
  });

describe("--json prints what docs/cli.md says for", () => {
  const library = shareLibrary({ moments: true, adsPerPlatform: 100 });
  const { line, folder, at, env, play, run } = useCommandLine(library);
  // Each test begins with a copy of it: two checks would take longer than most tests.
  let begun: string;
  before(async () => {
    begun = mkdtempSync(join(tmpdir(), "ad-library-json-"));
    const newest = { advanced_order: { orderby: "newest", order: "desc" } };
    const write = (name: string, more: object) =>
      writeFileSync(
        join(begun, `${name}.adsearch.json`),
        JSON.stringify({ platform: "facebook", body: newest, ...more }),
      );
    write("ads", { pages: 2 });
    write("wrong", { pages: 2, body: { nonsense: 1 } });
    write("other", { pages: 2, body: { search_field: [{ type: "text", text: "a" }] } });
    const check = ["check", "ads.adsearch.json", "--max-credits", "1000"];
    await line().play(begun, env(), ...check);
    await library.nextMoment();
    await line().play(begun, env(), ...check);
  });
  after(() => rmSync(begun, { recursive: true, force: true, maxRetries: 3 }));
  beforeEach(() => cpSync(begun, folder(), { recursive: true }));

  /** A board with an ad whose answer is not there. */
  const board = () => {
    const source = { library: library.url, version: "v2", platform: "facebook", received: "2026-01-01T00:00:00.000Z" };
    const entries = [{ ad: "facebook:1", source, sha256: "0".repeat(64) }];
    writeFileSync(at("lost.adboard.json"), JSON.stringify({ entries }));
    return "lost.adboard.json";
  };
  const file = "ads.adsearch.json";
  /** An ad that is bought. */
  const ad = async () => (JSON.parse((await play("find", "a", "--json")).stdout.split("\n")[0]!) as { id: string }).id;
  const interrupted = () => play("run", "other.adsearch.json", "--max-credits", "100", "--out", "part.ndjson");
  const dataset = () => play("dataset", "--out", "set");
  /** The arguments of each command; what it needs comes first. */
  const commands: Readonly<Record<string, () => Promise<string[]> | string[]>> = {
    lint: () => ["lint", "wrong.adsearch.json"],
    plan: () => ["plan", file],
    run: () => ["run", file, "--fresh", "--max-credits", "500"],
    "resume FILE": async () => (await interrupted(), ["resume", "part.ndjson", "--max-credits", "500"]),
    resume: async () => (await interrupted(), ["resume"]),
    new: () => ["new", "tiktok", `Shoes ${Math.random()}`],
    doctor: () => ["doctor"],
    where: () => ["where"],
    "delete-everything": () => ["delete-everything"],
    check: () => ["check", file, "--max-credits", "500"],
    runs: () => ["runs", file],
    compare: () => ["compare", file],
    // Page 2 is not covered.
    news: async () => {
      await library.nextMoment();
      await play("check", file, "--max-credits", "100");
      return ["news", file];
    },
    filters: () => ["filters", "facebook"],
    find: () => ["find", "a"],
    "lens groups": () => ["lens", "groups", file],
    "lens share": () => ["lens", "share", file],
    "lens chains": () => ["lens", "chains", file],
    advertiser: async () => {
      const { owner } = JSON.parse((await play("find", "a", "--json")).stdout.split("\n")[0]!) as {
        owner: { name: string };
      };
      return ["advertiser", owner.name];
    },
    show: async () => ["show", "facebook", await ad()],
    details: async () => ["details", "facebook", await ad(), "--max-credits", "100"],
    dataset: () => ["dataset", "--out", "set"],
    "dataset compact": async () => (await dataset(), ["dataset", "compact", "set"]),
    "dataset adopt": async () => {
      await dataset();
      rmSync(at("set", "manifest.json"));
      return ["dataset", "adopt", "set"];
    },
    "dataset verify": async () => {
      await dataset();
      const table = at("set", "sightings");
      writeFileSync(join(table, readdirSync(table)[0]!, "other.parquet"), "");
      return ["dataset", "verify", "set"];
    },
    "convert request": () => {
      writeFileSync(at("v1.json"), JSON.stringify({ keyword: "shoes", country: ["DE"] }));
      return ["convert", "request", "v1.json", "--platform", "native"];
    },
    report: () => ["report", board(), "--out", "."],
    verify: async () => {
      await play("report", board(), "--out", ".");
      return ["verify", "lost.report.html"];
    },
    import: async () => {
      await play("import", "data", "--yes");
      return ["import"];
    },
    "import SOURCE": () => ["import", "data"],
    pack: () => ["pack", "--all", "--out", "all.zip"],
    credits: () => ["credits"],
  };

  for (const [name, shape] of documented)
    it(name, async () => {
      const args = await commands[name]?.();
      assert.ok(args, `${name} has no test`);
      // A process of its own, which must end by itself and print all of it.
      const { code, stdout, stderr } = await run(...args, "--json");
      assert.notEqual(code, null);
      assert.ok(stdout !== "", stderr);
      for (const line of name === "compare" ? [stdout] : stdout.trimEnd().split("\n")) {
        const read = new ShapeText(shape).schema().safeParse(JSON.parse(line));
        assert.ok(read.success, `${line.slice(0, 300)}\n${read.error ? z.prettifyError(read.error) : ""}`);
      }
    });

  it("filters with keys as values, every digit of keys and bounds, which are sent as they came", async () => {
    const [low, high, long] = ["-9223372036854775808", "9223372036854775807", "9007199254740993"];
    const number = `{"key":"n","component":"NumberMultiRange","min":${low},"max":${high}}`;
    const items = `[{"key":${long},"label":"Long"},{"key":"de","label":"German"}]`;
    const list = `{"key":"c","component":"StringMulti","items":${items},"default":["de"]}`;
    const form = `{"status":"ok","meta":{"code":1000},"data":{"filters":[${number},${list}]}}`;
    library.behave((asked) => (asked.seen.method === "GET" ? body(form) : library.usual)(asked));
    try {
      const all = (await play("filters", "tiktok", "--json")).stdout;
      assert.ok(all.includes(`"defaults":["de"]`) && all.includes(`"min":${low},"max":${high}`), all);
      assert.equal((await play("filters", "tiktok", "c", "--json")).stdout, `${items}\n`);
      const wide = `{"n":[7,${high}],"c":[${long}]}`;
      writeFileSync(at("wide.adsearch.json"), `{"platform":"tiktok","body":${wide}}`);
      const { code, stderr } = await play("run", "wide.adsearch.json", "--max-credits", "100");
      assert.equal(code, 4, stderr);
      assert.equal(library.paid().at(-1)?.body, `${wide.slice(0, -1)},"page":1}`);
    } finally {
      library.behave();
    }
  });

  it("the lens's sums and maxima with every digit, also of ads that it counts together", async () => {
    const wordy = "One long title that several ads of it share";
    const ad = (id: number, likes: string) =>
      `{"id":${id},"title":"${wordy}","stats":[{"tooltip":"Likes","value":${likes}},{"tooltip":"Share","value":0.5}]}`;
    const ads = [ad(1, "9007199254740993"), ad(2, "9007199254740995"), ad(3, "1")];
    library.next(body(answerText({ page: 1, ads, more: false })));
    writeFileSync(at("large.adsearch.json"), '{"platform":"tiktok","body":{}}');
    assert.equal((await play("run", "large.adsearch.json", "--max-credits", "100")).code, 0);
    const { stdout } = await play("lens", "groups", "large.adsearch.json", "--json");
    const likes = '{"name":"Likes","sum":"18014398509481989","max":"9007199254740995","ads":3}';
    assert.ok(stdout.includes(`"stats":[${likes},{"name":"Share","sum":1.5,"max":0.5,"ads":3}]`), stdout);
  });
});
