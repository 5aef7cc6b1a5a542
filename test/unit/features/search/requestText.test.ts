import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import * as l10n from "@vscode/l10n";
import { AdLibraryError } from "../../../../src/api/errors";
import { queryLabel } from "../../../../src/features/search/queryLabel";
import { asCurl, requestLine } from "../../../../src/features/search/requestText";
import type { FilterForm } from "../../../../src/protocol/filters";
import { defaultSegments } from "../../../../src/protocol/platforms";
import type { SearchQuery } from "../../../../src/protocol/search";
import { useService } from "../../../support/fixtures";
import { ok } from "../../../support/misbehavingReplies";
import { skipBecause } from "../../../support/skipping";
import { temporaryFolder } from "../../../support/temporaryFolder";

const run = promisify(execFile);

const hostile = [
  ...["it's", "'; touch PROOF; '", "$(touch PROOF)", "`touch PROOF`", '"$(touch PROOF)"', "\\' && touch PROOF #"],
  ...["a\nb\r\n\ttouch PROOF", "!! !x %s %PATH% $HOME ${HOME} ~", "@/etc/passwd", "--output PROOF", "{a,b}[1-9]"],
  ...["\u202egnp \u0007 \u2028 🧪 中文", "'\"'\"'", ""],
];

describe("a search as a cURL command", function () {
  const folder = temporaryFolder();
  const recorder = useService(ok({}));
  before(function () {
    if (process.platform === "win32") skipBecause(this, "it runs a POSIX shell");
  });

  async function sent(text: string, key: string, base = recorder.url) {
    const body = JSON.stringify({ search_field: [{ type: "text", text }], [`key ${text}`]: 1 });
    const command = asCurl(base, "v2", { platform: "native", body }, defaultSegments);
    assert.equal(command.includes(key), false);
    await run("sh", ["-c", command], { cwd: folder(), env: { PATH: process.env.PATH, AD_LIBRARY_API_KEY: key } });
    return { body, seen: recorder.requests.at(-1)! };
  }

  for (const text of hostile) {
    it(`sends the identical body and runs nothing for ${JSON.stringify(text)}`, async () => {
      const { body, seen } = await sent(text, "k3y");
      assert.equal(seen.body, `${body.slice(0, -1)},"page":1}`);
      assert.equal(seen.method, "POST");
      assert.equal(seen.target, "/v2/ads/native/search");
      assert.equal(seen.headers["content-type"], "application/json");
      assert.equal(existsSync(folder("PROOF")), false);
    });
  }

  it("takes the key from the shell variable, whatever it contains", async () => {
    const key = `a'b"c$d\`e\\f!g`;
    assert.equal((await sent("x", key)).seen.headers["x-api-key"], key);
  });

  it("escapes a base URL's special characters for shells and cURL", async () => {
    const { seen } = await sent("x", "k3y", `${recorder.url}/it's/{a,b}/[1-3]/$HOME`);
    assert.match(decodeURIComponent(seen.target), /^\/it's\/\{a,b\}\/\[1-3\]\/\$HOME\/v2\/ads\/native\/search$/);
  });
});

describe("a line of the log", () => {
  const record = {
    method: "POST",
    path: "/v2/ads/native/search",
    attempts: 1,
    ms: 12.6,
    bytes: 9,
    repairs: 0,
  } as const;

  it("has method, path, status, attempts, time, and credits", () => {
    const line = requestLine({ ...record, status: 200, credits: 100 });
    assert.equal(line, "POST /v2/ads/native/search | HTTP 200 | 1 attempt | 13 ms | 9 bytes | 100 credits");
  });

  it("says how a request failed, why, and what it may have cost at most", () => {
    const failure = new AdLibraryError("rejected", { charge: "unknown", serviceCode: 1009 });
    const line = requestLine({ ...record, attempts: 3, credits: 300, repairs: 2, failure });
    assert.match(
      line,
      /\| no answer \| rejected 1009 \| 3 attempts \|.*\| up to 300 credits \| 2 unreadable .* \| The library answered/,
    );
  });
});

describe("a search in a few words", () => {
  it("names texts first, then what was chosen, then the order", () => {
    const query = {
      platform: "native",
      choices: [
        { filter: "advanced_order", value: { kind: "order", by: "newest", direction: "desc" } },
        { filter: "target_age", value: { kind: "range", from: 18, to: 30 } },
        { filter: "days", value: { kind: "range", from: 7 } },
        { filter: "gender", value: { kind: "items", items: [{ key: "1", label: "Women" }, { key: '"m"' }] } },
        { filter: "active", value: { kind: "flag", on: true } },
        { filter: "search_field", value: { kind: "texts", texts: [{ type: "text", text: "shoes" }] } },
      ],
    } as const;
    assert.equal(queryLabel(query), "shoes, Target age 18 – 30, Days from 7, Women, m, Active, Newest ↓");
    assert.equal(queryLabel({ platform: "native", choices: [] }), "");
  });

  it("says which texts must not occur, as the form's chips do", () => {
    const texts = [
      { type: "text", text: "shoes" },
      { type: "without_owner", text: "Acme" },
    ];
    const value = { kind: "texts", texts } as const;
    const label = queryLabel({ platform: "native", choices: [{ filter: "search_field", value }] });
    assert.equal(label, "shoes, not “Acme”");
  });

  it("writes numbers in the language of the texts", () => {
    const choices = [{ filter: "days", value: { kind: "range", from: 1000 } }] as const;
    l10n.config({ contents: { en: "de", "from {0}": "ab {0}" } });
    try {
      assert.equal(queryLabel({ platform: "native", choices }), "Days ab 1.000");
    } finally {
      l10n.config({ contents: {} });
    }
  });

  it("leaves out what the form chooses by default, and uses the form's words", () => {
    const filter = { componentName: "", items: [], repairs: 0 };
    const form: FilterForm = {
      platform: "native",
      repairs: 0,
      filters: [
        { ...filter, key: "advanced_order", items: [{ key: '"newest"', label: "Latest" }], defaults: ['"newest"'] },
        { ...filter, key: "target_age", label: "Age", defaults: ["13", "65"] },
        { ...filter, key: "gender", items: [{ key: "3", label: "Everybody" }], defaults: ["3"] },
        { ...filter, key: "active", label: "Runs now", defaults: ["true"] },
      ],
    };
    const label = (value: SearchQuery["choices"][number]["value"], filter: string) =>
      queryLabel({ platform: "native", choices: [{ filter, value }] }, form);
    assert.equal(label({ kind: "order", by: "newest", direction: "desc" }, "advanced_order"), "");
    assert.equal(label({ kind: "order", by: "newest", direction: "asc" }, "advanced_order"), "Latest ↑");
    assert.equal(label({ kind: "range", from: 13, to: 65 }, "target_age"), "");
    assert.equal(label({ kind: "range", to: 1000 }, "target_age"), "Age up to 1,000");
    assert.equal(label({ kind: "items", items: [{ key: "3" }] }, "gender"), "");
    assert.equal(label({ kind: "items", items: [{ key: "3" }, { key: "4" }] }, "gender"), "Everybody, 4");
    assert.equal(label({ kind: "flag", on: true }, "active"), "");
  });
});
