import fc from "fast-check";

/** A way to damage a file, chosen by fast-check. */
export type Damage = (good: Buffer) => Buffer;

/** Contents that are no file of ours. */
const foreign = [
  "",
  "\0",
  "{}",
  "[]",
  "null",
  "0",
  '"text"',
  '{"version":99}',
  "\ufeff{}",
  "{".repeat(100_000),
  "<html>",
  "x",
];

/** Replaces a member's value in a JSON text; of a list or an object, only the opening bracket. */
function otherMember(good: Buffer, at: number, to: string): Buffer {
  const text = good.toString();
  const members = [...text.matchAll(/:\s*("(?:[^"\\]|\\.)*"|-?[\d.]+|true|false|null|\[|\{)/g)];
  const member = members[at % Math.max(1, members.length)];
  if (!member) return Buffer.from(to);
  return Buffer.from(`${text.slice(0, member.index)}:${to}${text.slice(member.index + member[0].length)}`);
}

const members = [
  "null",
  "-1",
  "1e400",
  '""',
  "[]",
  "{}",
  '"../../x"',
  '"__proto__"',
  "99999999999999999999",
  `"${"x".repeat(9999)}"`,
  "truE",
];

/** Damages files: cuts, overwrites, extends, replaces, or edits them. */
export const damages: fc.Arbitrary<Damage> = fc.oneof(
  fc.nat().map(
    (at): Damage =>
      (good) =>
        good.subarray(0, at % good.length),
  ),
  fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })).map(([at, bits]): Damage => (good) => {
    const copy = Buffer.from(good);
    copy[at % good.length]! ^= bits;
    return copy;
  }),
  fc.tuple(fc.nat(), fc.nat({ max: 5000 }), fc.nat({ max: 255 })).map(([at, length, byte]): Damage => (good) => {
    const from = at % good.length;
    return Buffer.from(good).fill(byte, from, Math.min(good.length, from + 1 + length));
  }),
  fc.tuple(fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 64 })).map(([at, more]): Damage => (good) => {
    const from = at % good.length;
    return Buffer.concat([good.subarray(0, from), more, good.subarray(from)]);
  }),
  fc.constantFrom(...foreign).map(
    (text): Damage =>
      () =>
        Buffer.from(text),
  ),
  fc.tuple(fc.nat(), fc.constantFrom(...members)).map(
    ([at, to]): Damage =>
      (good) =>
        otherMember(good, at, to),
  ),
);
