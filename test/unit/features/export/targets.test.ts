import assert from "node:assert/strict";
import * as fc from "fast-check";
import { suggestName } from "../../../../src/features/export/targets";
import { times } from "../../../support/long";

const date = new Date(2026, 0, 31, 23, 59, 59);
const allowed = /^[^\\/:*?"'`$&;,()<>|%\p{Zs}\p{Zl}\p{Zp}\p{C}]+$/u;
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

describe("suggested names", () => {
  it("have the local day", () => {
    const zone = process.env.TZ;
    try {
      for (const [there, day] of [
        ["Pacific/Auckland", "2026-02-01"],
        ["America/Los_Angeles", "2026-01-31"],
      ] as const) {
        process.env.TZ = there;
        assert.equal(suggestName("tiktok", "", new Date("2026-02-01T02:00:00.000Z"), "csv"), `tiktok-${day}.csv`);
      }
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  it("say what is inside", () => {
    assert.equal(suggestName("tiktok", "Summer shoes", date, "json"), "tiktok-summer-shoes-2026-01-31.json");
    assert.equal(
      suggestName("meta", "O'Neill & Söhne, target age 13–65, newest ↓", date, "json"),
      "meta-o-neill-söhne-target-age-13-65-newest-2026-01-31.json",
    );
    assert.equal(suggestName("mega", "", date, "csv"), "mega-2026-01-31.csv");
    assert.equal(suggestName("", "", date, "csv"), "ads-2026-01-31.csv");
    assert.equal(
      suggestName("reddit", "東京 タワー / 夜景", date, "ndjson"),
      "reddit-東京-タワー-夜景-2026-01-31.ndjson",
    );
  });

  it("are valid file names on every system", () => {
    const hostile = fc.constantFrom(
      ...[
        "../../etc/passwd",
        "..\\..\\x",
        "C:\\x",
        "//host/x",
        "CON",
        "nul.txt",
        "com1",
        "lpt¹",
        ".hidden",
        "-rf",
        "a .",
      ],
      ...[
        "safe\u202Egnp.exe",
        "a\u0000b",
        "a\nb",
        "\u2028",
        "x".repeat(500),
        "👨‍👩‍👧".repeat(60),
        "é".repeat(200),
        "%2e%2e%2f",
        "\ud800",
      ],
    );
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string({ unit: "binary" })), hostile, (platform, about) => {
        for (const name of [suggestName(platform, about, date, "json"), suggestName("", platform, date, "json")]) {
          assert.match(name, allowed);
          assert.doesNotMatch(name, reserved);
          assert.match(name, /^[^.\- ].*-2026-01-31\.json$|^ads-2026-01-31\.json$/u);
          assert.ok(Buffer.byteLength(name) <= 120, name);
          assert.equal(Buffer.from(name).toString(), name);
        }
      }),
      { numRuns: times(100, 1000) },
    );
  });
});
