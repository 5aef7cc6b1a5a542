// What holds for all readers of answers, wherever an answer is damaged or unusual.
import * as fc from "fast-check";
import assert from "node:assert/strict";
import { readAdDetailV1, readSearchPageV1 } from "../../../../src/api/v1/endpointsV1";
import { readFilterFormV1 } from "../../../../src/api/v1/formV1";
import { readSearchPage } from "../../../../src/api/wire/cards";
import { readAdDetail } from "../../../../src/api/wire/detail";
import { isObject } from "../../../../src/api/wire/fields";
import { readFilterForm, readFilterItems } from "../../../../src/api/wire/filters";
import { adSlices } from "../../../../src/api/wire/slices";
import { times } from "../../../support/long";
import { okText } from "../../../support/misbehavingReplies";
import { cardV1, detailV1, groupV1, pageV1 } from "../../../support/v1Answers";
import { wireCard, wireDetail, wireFilters, wireForm, wireItems, wirePage } from "../answers";
import {
  type Damage,
  damageAt,
  damaged,
  listsIn,
  type Path,
  pathsOf,
  unrepaired,
  valueAt,
  withObjectAt,
} from "../mutations";

/** A reader of answers, and what is particular to it. */
interface Reader {
  readonly wire: unknown;
  readonly read: (text: string) => { readonly repairs: number };
  /** Whether a number's digits must be kept. */
  readonly isExact?: (at: Path) => boolean;
}

/** A reader of V2, whose every field is known. */
interface FieldReader extends Reader {
  /** Whether something may be absent. */
  readonly isField: (at: Path) => boolean;
  /** Names of fields that may have any shape, so that nothing in them counts as damaged. */
  readonly open: readonly string[];
  /** The independent parts of what was read, by name. */
  readonly partsOf: (text: string) => Readonly<Record<string, unknown>>;
  /** The parts that a damage may change. */
  readonly partsAt: (damage: Damage) => readonly unknown[];
}

const ad = { platform: "facebook", id: "1" } as const;
const card = (id: number) => wireCard(id, { metadata: [{ tooltip: "Days", value: 12 }, { value: [{ label: [5] }] }] });
const page = (text: string) => {
  const read = readSearchPage(text, "mega", 1);
  assert.equal(adSlices(text).length, read.ads.length);
  return read;
};
const detail = (text: string) => readAdDetail(text, ad);
const form = (text: string) => readFilterForm(text, "native");

/** The fields of our nouns that a field of the wire decides, where that isn't one of the same name. */
const decides: Readonly<Record<string, readonly string[]>> = {
  id: ["id", "key"],
  platform: ["platform", "platformName", "key"],
  display_url: ["displayUrl"],
  similarweb: ["monthlyTraffic"],
  last_seen: ["lastSeen"],
  post_url: ["postUrl"],
  is_bookmarked: ["bookmarked"],
  card: ["title", "subtitle", "description", "callToAction", "bookmarked", "owner", "attachments"],
  targeting_detail: ["targeting"],
  engagement_data: ["engagement"],
  url_chain: ["urlChain"],
};
const decidedBy = (name: unknown) => [...(decides[String(name)] ?? [String(name)]), "repairs"];

const fieldReaders: Readonly<Record<string, FieldReader>> = {
  "search cards": {
    wire: wirePage([1, 2, 3].map(card)),
    read: page,
    isExact: (at) => at.length > 2,
    isField: (at) => at.length > 2,
    open: ["metadata value", "similarweb"],
    partsOf: (text) =>
      Object.fromEntries(
        page(text).ads.flatMap((one, index) =>
          Object.entries(one).map(([name, value]) => [`${index} ${name}`, value] as const),
        ),
      ),
    partsAt: ({ at: [, index, name] }) => decidedBy(name).map((part) => `${index} ${part}`),
  },
  "ad details": {
    wire: wireDetail,
    read: detail,
    // Another ID is another ad's answer, which is refused.
    isExact: (at) => at[0] !== "id",
    isField: (at) => at[0] !== "id",
    open: [],
    partsOf: (text) => ({ ...detail(text) }),
    partsAt: ({ at: [name] }) => decidedBy(name),
  },
  "filter forms": {
    wire: wireForm,
    read: form,
    // A default must be the key of an item, and a limit must fit the other one.
    isExact: (at) => !at.includes("default") && !at.includes("min"),
    isField: (at) => at.length > 2,
    open: ["default", "disable_other"],
    partsOf: (text) => Object.fromEntries(form(text).filters.map((filter) => [filter.key, filter])),
    // A damaged key may become that of another filter.
    partsAt: (damage) => [wireFilters[Number(damage.at[1])]?.key, damage.kind === "replaced" && damage.by],
  },
};

const readers: Readonly<Record<string, Reader>> = {
  ...fieldReaders,
  "bare lists of filters": { wire: wireFilters, read: form },
  "filter items": { wire: wireItems, read: readFilterItems },
  "V1 search cards": {
    wire: pageV1([cardV1(1, { stats: [{ tooltip: "Likes", value: 3 }] }), cardV1(2)]),
    read: (text) => readSearchPageV1(text, "facebook", 1),
    isExact: (at) => at.length > 2,
  },
  "V1 ad details": { wire: detailV1, read: (text) => readAdDetailV1(text, ad) },
  "V1 filter forms": { wire: groupV1, read: (text) => readFilterFormV1(text, "facebook") },
};

/** Lists that the readers count if they arrive as objects. */
const counted = /^(?:ads|filters|items|attachments|stats|metadata|cards|tabs|datasets|metrics|url_chains?)$/;

for (const [name, { wire, read, isExact }] of Object.entries(readers))
  describe(`Unusual ${name}`, () => {
    it("are read with lists that are objects with whole-number names", () => {
      const whole = unrepaired(read(okText(wire)));
      for (const at of Array.isArray(wire) ? [[], ...listsIn(wire)] : listsIn(wire)) {
        const found = read(okText(withObjectAt(wire, at)));
        assert.deepEqual(unrepaired(found), whole, at.join("."));
        const isCounted = at.length === 0 || counted.test(String(at.at(-1)));
        // V1's groups are found before anything is counted.
        if (wire !== groupV1) assert.equal(found.repairs, isCounted ? 1 : 0, at.join("."));
      }
    });

    if (!isExact) return;
    it("keep the digits of every number", () => {
      const digits = "9007199254740993";
      for (const at of pathsOf(wire).filter((path) => isExact(path) && typeof valueAt(wire, path) === "number")) {
        const text = okText(damaged(wire, [{ at, kind: "replaced", by: "big" }])).replace('"big"', digits);
        assert.ok(JSON.stringify(read(text)).includes(digits), at.join("."));
      }
    });
  });

for (const [name, { wire, read, isField, open, partsOf, partsAt }] of Object.entries(fieldReaders))
  describe(`Damaged ${name}`, () => {
    const fields = pathsOf(wire).filter(isField);

    it("treat null as absent, in every place", () => {
      for (const at of fields) {
        const removed = read(okText(damaged(wire, [{ at, kind: "removed" }])));
        assert.deepEqual(read(okText(damaged(wire, [{ at, kind: "replaced", by: null }]))), removed, at.join("."));
      }
    });

    it("count what has the wrong type, and show nothing of it", () => {
      const isOpen = (at: Path) => open.some((names) => names.split(" ").every((field) => at.includes(field)));
      for (const at of fields.filter((place) => !isOpen(place))) {
        const by = isObject(valueAt(wire, at)) ? ["junk"] : { junk: {} };
        const found = read(okText(damaged(wire, [{ at, kind: "replaced", by }])));
        assert.ok(found.repairs > 0 && !JSON.stringify(found).includes("junk"), at.join("."));
      }
    });

    it("lose nothing that isn't damaged", () => {
      const whole = Object.entries(partsOf(okText(wire)));
      fc.assert(
        fc.property(fc.array(damageAt(fields), { minLength: 1, maxLength: 4 }), (damages) => {
          const parts = partsOf(okText(damaged(wire, damages)));
          const hurt = new Set(damages.flatMap(partsAt));
          for (const [part, value] of whole) if (!hurt.has(part)) assert.deepEqual(parts[part], value, part);
        }),
        { numRuns: times(500, 10_000) },
      );
    });
  });
