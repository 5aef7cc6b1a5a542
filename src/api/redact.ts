/** Replaces a secret in a text, in every form in which a server, a proxy or an error may have written it. */
export type Redact = (text: string) => string;

/**
 * A redactor of one printable ASCII secret: each of its characters plain, percent-encoded, or escaped as in JSON,
 * JavaScript or HTML; and the whole in hex or base64 (standard or URL-safe, at any offset); ignoring case.
 */
export function redactorOf(secret: string | undefined): Redact {
  if (!secret) return (text) => text;
  let pattern: RegExp | undefined;
  // Made only when there is a text to redact: a valid answer has none.
  return (text) => text.replace((pattern ??= patternOf(secret)), "[key]");
}

function patternOf(secret: string): RegExp {
  const written = [...secret].map(anyWriting).join("");
  const encoded = [Buffer.from(secret).toString("hex"), ...base64Patterns(secret)];
  return new RegExp([written, ...encoded].join("|"), "gi");
}

const literal = (text: string) => text.replace(/[^A-Za-z0-9]/g, "\\$&");
const entities: ReadonlyMap<string, string> = new Map([
  ["&", "amp"],
  ["<", "lt"],
  [">", "gt"],
  ['"', "quot"],
  ["'", "apos"],
]);

/** A pattern for one character in all its spellings. */
function anyWriting(character: string): string {
  const code = character.charCodeAt(0);
  const hex = code.toString(16);
  const escapes = [`%${hex}`, `\\\\u00${hex}`, `\\\\x${hex}`, `&#0*${code};`, `&#x0*${hex};`];
  const entity = entities.get(character);
  if (entity !== undefined) escapes.push(`&${entity};`);
  return `(?:${[...escapes, `\\\\?${literal(character)}`].join("|")})`;
}

/** The secret in base64, for each of its three possible offsets within a group. */
function base64Patterns(secret: string): readonly string[] {
  return [0, 1, 2].flatMap((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
    const bits = bytes.length * 8;
    // The letters that depend on the secret alone.
    const own = bytes.toString("base64").slice(Math.ceil((offset * 8) / 6), Math.floor(bits / 6));
    // So few letters would also match harmless text.
    // Stryker disable next-line ArrayDeclaration: a text that nobody writes would be covered as well
    if (own.length <= 3) return [];
    // A letter on either side may hold bits of the secret as well.
    const [before, after] = [offset > 0 ? `${letter}?` : "", bits % 6 > 0 ? `(?:${letter}={0,2})?` : ""];
    const writings = [own, own.replaceAll("+", "-").replaceAll("/", "_")];
    return writings.map((writing) => `${before}${writing.replace(/\W/g, anyWriting)}${after}`);
  });
}

const letter = "[\\w+/-]";
