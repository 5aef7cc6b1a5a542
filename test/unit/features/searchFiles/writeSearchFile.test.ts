import assert from "node:assert/strict";
import { parseExact } from "../../../../src/api/integers";
import { editSearchFile, writeSearchFile } from "../../../../src/features/searchFiles/writeSearchFile";

describe("a search file that is changed", () => {
  const body = (json: string) => parseExact(json) as Record<string, unknown>;
  const text = `{
  // Whom we watch.
  "platform": "facebook", // not the family
  "body": {
    "interests": [
      9007199254740993, // Running
      7 // Yoga
    ],
    "os": [1, 2], /* phones */
    "gender": [1]
  },
  "pages": 2
}
`;

  it("keeps its comments, blanks and digits around what changes", () => {
    const edited = editSearchFile(text, {
      body: body('{"interests":[9007199254740993,7,9007199254740995],"os":[2],"target_age":[18,34]}'),
    });
    assert.equal(
      edited,
      `{
  // Whom we watch.
  "platform": "facebook", // not the family
  "body": {
    "interests": [
      9007199254740993, // Running
      7, // Yoga
      9007199254740995
    ],
    "os": [2], /* phones */
    "target_age": [18, 34]
  },
  "pages": 2
}
`,
    );
  });

  it("gets another platform and name in place, and stays unchanged if broken", () => {
    const edited = editSearchFile(text, { name: "Phones", platform: "tiktok" })!;
    assert.match(edited, /"platform": "tiktok", \/\/ not the family/);
    assert.match(edited, /"name": "Phones"/);
    assert.equal(editSearchFile(edited, { name: "" })?.includes("name"), false);
    assert.equal(editSearchFile(text.slice(0, -3), { name: "x" }), undefined);
  });

  it("is written with one line per filter, wrapped if long", () => {
    const long = Array.from({ length: 30 }, (_, at) => `country ${at}`);
    const written = writeSearchFile({
      name: "A “name”",
      platform: "tiktok",
      body: {
        ...body('{"interests":[9007199254740993],"advanced_order":{"orderby":"newest","order":"desc"}}'),
        countries: long,
      },
      pages: 5,
      snapshot: "1769904000",
    });
    assert.equal(
      written,
      `{
  "name": "A “name”",
  "platform": "tiktok",
  "body": {
    "interests": [9007199254740993],
    "advanced_order": { "orderby": "newest", "order": "desc" },
    "countries": [
${long.map((one) => `      "${one}"`).join(",\n")}
    ]
  },
  "pages": 5,
  "snapshot": "1769904000"
}
`,
    );
  });
});
