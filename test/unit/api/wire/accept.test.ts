import assert from "node:assert/strict";
import * as z from "zod";
import type { PlatformToken } from "../../../../src/protocol/platforms";
import { accept } from "../../../../src/api/wire/accept";
import { keyOf } from "../../../../src/api/wire/filterItems";
import { amount, integer, text, truth, words } from "../../../../src/api/wire/leaves";
import { attachmentSchema, ownerSchema } from "../../../../src/api/wire/media";
import { segmentOf } from "../../../../src/api/wire/platformNames";
import { segments } from "../client";

describe("Accepting", () => {
  const schema = z.compile(
    z.object({
      id: integer(),
      count: amount(),
      title: text(),
      label: words(),
      active: truth(),
      owner: ownerSchema(),
      attachments: z.array(attachmentSchema()),
    }),
  );

  it("takes what fits as it is, whichever fields are absent or null, and whatever else it has", () => {
    const fitting: readonly object[] = [
      { owner: {}, attachments: [] },
      {
        id: 5,
        count: 1.5,
        title: "t",
        label: 5,
        active: false,
        owner: { id: 5n, name: "n" },
        attachments: [{}, { id: "7" }],
      },
      {
        id: null,
        count: null,
        title: null,
        label: null,
        active: null,
        owner: { id: null },
        attachments: [{ url: null }],
      },
      { count: "12", label: 5n, unknown: { of: ["any"] }, owner: { other: 1 }, attachments: [{ other: 1 }] },
    ];
    for (const value of fitting) {
      const accepted = accept(schema, value);
      assert.equal(accepted.value, value);
      assert.equal(accepted.repairs, 0);
    }
  });

  it("copies the parts that fit of what does not", () => {
    const value = { id: "x", count: {}, title: 5, active: "no", owner: [], attachments: [{ id: 5, url: 7 }, "x"] };
    assert.deepEqual(accept(schema, value), {
      value: {
        id: undefined,
        count: undefined,
        title: undefined,
        label: undefined,
        active: undefined,
        owner: { id: undefined, name: undefined, avatar_url: undefined, is_verified: undefined },
        attachments: [
          {
            id: 5,
            type: undefined,
            url: undefined,
            thumbnail: undefined,
            youtube_id: undefined,
            subtitle: undefined,
            duration: undefined,
          },
        ],
      },
      repairs: 7,
    });
  });

  it("counts what is unreadable, and not what is absent", () => {
    for (const [owner, attachments, repairs] of [
      [undefined, undefined, 0],
      [null, null, 0],
      [{ id: null }, [null, undefined], 0],
      [5, "none", 2],
      [[], {}, 2],
      [{ id: {} }, [null, 5, []], 3],
    ] as const) {
      const accepted = accept(schema, { ...(owner !== undefined && { owner }), attachments });
      assert.deepEqual([accepted.value.attachments, accepted.repairs], [[], repairs]);
    }
    assert.deepEqual(accept(schema, null).repairs, 0);
    assert.deepEqual(accept(schema, "card").repairs, 1);
  });

  it("leaves nothings out of a list in which something is unreadable", () => {
    const lists = z.object({ names: z.array(text()) });
    assert.deepEqual(accept(lists, { names: ["a", null, 5, "b"] }), { value: { names: ["a", "b"] }, repairs: 1 });
  });

  it("says so when a schema leaves it no way", () => {
    const noWay = { name: "TypeError", message: "a schema has a required field that cannot be left out" };
    assert.throws(() => accept(z.object({ id: z.number() }), {}), noWay);
  });
});

describe("Small parts", () => {
  it("know no key in a number that JSON cannot write", () => {
    assert.deepEqual([Infinity, Number.NaN, {}, null, undefined].map(keyOf), Array.from({ length: 5 }));
  });

  it("name a platform by its segment, and one that no table has by itself", () => {
    assert.equal(segmentOf("plat_social_a"), "facebook");
    assert.equal(segmentOf("native", { ...segments, native: "natif" }), "natif");
    assert.equal(segmentOf("newcomer" as PlatformToken), "newcomer");
  });
});
