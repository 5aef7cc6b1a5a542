import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { asCurl } from "../../../../src/features/search/requestText";
import { defaultSegments } from "../../../../src/protocol/platforms";
import { skipBecause } from "../../../support/skipping";
import { startMisbehaving, type Misbehaving } from "../../../support/misbehaving";
import { ok } from "../../../support/misbehavingReplies";
import { temporaryFolder } from "../../../support/temporaryFolder";

const run = promisify(execFile);

const hostile = [
  "it's",
  "'; touch PROOF; '",
  "$(touch PROOF)",
  "`touch PROOF`",
  '"$(touch PROOF)"',
  "\\' && touch PROOF #",
  "a\nb\r\n\ttouch PROOF",
  "!! !x %s %PATH% $HOME ${HOME} ~",
  "@/etc/passwd",
  "--output PROOF",
  "{a,b}[1-9]",
  "\u202egnp \u0007 \u2028 🧪 中文",
  "'\"'\"'",
  "",
];

describe("a search as a cURL command", function () {
  const folder = temporaryFolder();
  let recorder: Misbehaving;
  before(function () {
    if (process.platform === "win32") skipBecause(this, "it runs a POSIX shell");
  });
  beforeEach(async () => {
    recorder = await startMisbehaving(ok({}));
  });
  afterEach(() => recorder.close());

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
      assert.equal(existsSync(join(folder(), "PROOF")), false);
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
