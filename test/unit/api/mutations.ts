// Ways to damage an answer: every place in a JSON tree, and what can be put there.
import * as fc from "fast-check";

export type Path = readonly (string | number)[];

/** Every place in a tree, the root left out. */
export function pathsOf(tree: unknown, prefix: Path = []): readonly Path[] {
  if (typeof tree !== "object" || tree === null) return [];
  const keys = Array.isArray(tree) ? [...tree.keys()] : Object.keys(tree);
  return keys.flatMap((key) => {
    const path = [...prefix, key];
    return [path, ...pathsOf((tree as Record<string | number, unknown>)[key], path)];
  });
}

/** What a broken or hostile service may send in a field's place. */
export const junk = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e300,
    "",
    " ",
    "x",
    "12",
    "NaN",
    "<b>",
    [],
    {},
    [[]],
    [null],
  ),
  fc.constantFrom<unknown>({ __proto__: null, length: 3 }, JSON.parse('{"__proto__":{"x":1}}'), { constructor: 1 }),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 70n }).map(String),
  fc.string({ unit: "binary" }),
  fc.array(fc.oneof(fc.integer(), fc.string(), fc.constant({ label: "l", value: 1, key: "k" })), { maxLength: 4 }),
  fc.dictionary(fc.string(), fc.integer(), { maxKeys: 3 }),
);

export type Damage = { readonly at: Path } & (
  { readonly kind: "removed" } | { readonly kind: "replaced"; readonly by: unknown }
);

/** A damage at one of the places. */
export function damageAt(paths: readonly Path[]): fc.Arbitrary<Damage> {
  return fc
    .tuple(fc.constantFrom(...paths), fc.oneof(fc.constant(undefined), fc.record({ by: junk })))
    .map(([at, with_]) => (with_ ? { at, kind: "replaced" as const, by: with_.by } : { at, kind: "removed" as const }));
}

/** A damaged copy; a damage whose place is already gone does nothing. */
export function damaged(tree: unknown, damages: readonly Damage[]): unknown {
  const copy = { root: structuredClone(tree) };
  for (const damage of damages) {
    let holder: unknown = copy;
    const path = ["root", ...damage.at];
    for (const key of path.slice(0, -1)) holder = isHolder(holder) ? holder[key] : undefined;
    if (!isHolder(holder)) continue;
    const key = path.at(-1)!;
    if (damage.kind === "replaced") holder[key] = structuredClone(damage.by);
    else if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else delete holder[key];
  }
  return copy.root;
}

/** What is at a place. */
export function valueAt(tree: unknown, at: Path): unknown {
  return at.reduce((within, key) => (isHolder(within) ? within[key] : undefined), tree);
}

/** The places of all lists in a tree that are not empty. */
export function listsIn(tree: unknown): readonly Path[] {
  return pathsOf(tree).filter((at) => isFilledList(valueAt(tree, at)));
}

const isFilledList = (value: unknown) => Array.isArray(value) && value.length > 0;

/** What was read, without the counts of repairs. */
export function unrepaired(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (name, part: unknown) => (name === "repairs" ? 0 : part)));
}

/** A list as some programs write one with gaps. */
function listAsObject(list: readonly unknown[]): object {
  return Object.fromEntries(list.map((one, index) => [String(2 * index), one]));
}

/** A copy with the list at a place as an object. */
export function withObjectAt(tree: unknown, at: Path): unknown {
  return damaged(tree, [{ at, kind: "replaced", by: listAsObject(valueAt(tree, at) as readonly unknown[]) }]);
}

function isHolder(value: unknown): value is Record<string | number, unknown> {
  return typeof value === "object" && value !== null;
}
