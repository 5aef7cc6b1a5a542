import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readSearchPage } from "../../src/api/wire/cards";
import { exportPages } from "../../src/features/export/exportPages";
import { localTarget } from "../../src/features/export/targets";
import { openArchive } from "../support/openArchive";
import { skipBecause } from "../support/skipping";
import { temporaryFolder } from "../support/temporaryFolder";

/** The oldest Python here of those that the documents name, or any other. */
function python(): string | undefined {
  for (const name of ["python3.9", "python3"])
    try {
      const version = execFileSync(name, ["-c", "import sys; print(sys.version_info >= (3, 9))"], {
        ...{ encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
      });
      if (version.trim() === "True") return name;
    } catch {
      // Not this one.
    }
  return undefined;
}

/** The first Python code in a document. */
const recipeOf = (guide: string) =>
  /```python[^\n]*\n([\s\S]*?)```/.exec(readFileSync(`docs/${guide}.md`, "utf8"))![1]!;

/** Runs the code it is given, which must be valid for the oldest Python that the documents name. */
const asOldest = "import ast, sys; ast.parse(sys.argv[1], feature_version=(3, 9)); exec(sys.argv[1], {})";

const titles = ["=1+1", "a;'b", "'quoted'", "x\ty", "one\ntwo", "日本\u2028語"];
const answer = JSON.stringify({
  status: "ok",
  meta: { code: 1000 },
  data: { ads: titles.map((title, at) => ({ id: `n${at}`, platform: "native", title })), last_hit: 5 },
}).replaceAll(/"n(\d)"/g, "900719925474099$1");
const ids = titles.map((_, at) => `900719925474099${at}`);

describe("the documents' Python code", () => {
  const folder = temporaryFolder();
  const run = (guide: string) =>
    execFileSync(python()!, ["-c", asOldest, recipeOf(guide)], {
      ...{ cwd: folder(), encoding: "utf8", env: { ...process.env, PYTHONIOENCODING: "utf-8" } },
    });

  it("reads the archive's files", async function () {
    try {
      execFileSync("zstd", ["--version"]);
    } catch {
      skipBecause(this, "zstd is not installed");
    }
    if (python() === undefined) skipBecause(this, "there is no Python 3.9 or newer");
    const archive = openArchive(join(folder(), "archive"));
    const address = { origin: "https://ads.example", version: "v2", platform: "native", body: "{}" } as const;
    await archive.storePage(address, "5", 1, { text: answer, receivedAt: "2026-01-02T03:04:05.678Z" });
    await archive.close();
    const [first, ...rest] = run("archive-format").split("\n");
    assert.equal(first, `native 5 0001 ${ids[0]} =1+1`);
    assert.equal(rest.join("\n").match(/^native 5 0001 /gm)?.length, titles.length - 1);
  });

  it("reads the files of an export, with exact numbers and texts", async function () {
    if (python() === undefined) skipBecause(this, "there is no Python 3.9 or newer");
    const about = { platform: "native", origin: "https://ads.example", body: "{}", startedAt: "2026-01-02T03:04:05Z" };
    for (const format of ["json", "ndjson", "csv"] as const) {
      const pages = (async function* () {
        const content = readSearchPage(answer, "native", 1, "5");
        const fetchedAt = "2026-01-02T03:04:05.678Z";
        yield await Promise.resolve({ page: 1, text: answer, content, fetchedAt, lastHit: "5" });
        return "end" as const;
      })();
      const target = localTarget(join(folder(), `ads.${format}`));
      await exportPages(target, format, { version: "v2", ...about, platform: "native" }, pages);
    }
    const [json, ndjson, csv] = run("export-format").split("\n");
    assert.equal(json, `True [${ids.join(", ")}]`);
    assert.equal(ndjson, json);
    assert.equal(
      csv,
      execFileSync(python()!, ["-c", `import json; print(json.loads(${JSON.stringify(JSON.stringify(titles))}))`], {
        encoding: "utf8",
        env: { ...process.env, PYTHONIOENCODING: "utf-8" },
      }).trimEnd(),
    );
  });
});
