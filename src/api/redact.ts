/** Replaces a secret in a text, in every form in which a server, a proxy or an error may have written it. */
export type Redact = (text: string) => string;

/**
 * A redactor of one printable ASCII secret: each of its characters as it is, percent-encoded, or escaped as in JSON,
 * JavaScript or HTML; and the whole in hex or base64 (standard or URL-safe, at any offset); in any case of letters.
 */
export function redactorOf(secret: string | undefined): Redact {
  if (!secret) return (text) => text;
  const written = [...secret].map(anyWriting).join("");
  const encoded = [Buffer.from(secret).toString("hex"), ...base64Forms(secret)].map(literal);
  const pattern = new RegExp([written, ...encoded].join("|"), "gi");
  return (text) => text.replace(pattern, "[key]");
}

const literal = (text: string) => text.replace(/[^A-Za-z0-9]/g, "\\$&");
const entities: ReadonlyMap<string, string> = new Map([
  ["&", "amp"],
  ["<", "lt"],
  [">", "gt"],
  ['"', "quot"],
  ["'", "apos"],
]);

/** A pattern for one character in all its writings. */
function anyWriting(character: string): string {
  const code = character.charCodeAt(0);
  const hex = code.toString(16);
  const escapes = [`%${hex}`, `\\\\u00${hex}`, `\\\\x${hex}`, `&#0*${code};`, `&#x0*${hex};`];
  const entity = entities.get(character);
  if (entity !== undefined) escapes.push(`&${entity};`);
  if (/\W/.test(character)) escapes.push(`\\\\${literal(character)}`);
  return `(?:${[...escapes, literal(character)].join("|")})`;
}

/** The letters of base64 that the secret alone decides, for each of the three ways in which it can lie in the groups. */
function base64Forms(secret: string): readonly string[] {
  const forms = [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
    return bytes.toString("base64").slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6));
  });
  const urlSafe = forms.map((form) => form.replaceAll("+", "-").replaceAll("/", "_"));
  // A form of a few letters would cover innocent text.
  return [...forms, ...urlSafe].filter((form) => form.length > 3);
}
