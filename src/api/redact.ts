import { writeExact } from "../protocol/exactJson";
import { exactIfJson, parseExact } from "./integers";

/**
 * Keeps one printable ASCII secret out of texts of the service, of proxies, and of errors: each of its characters plain,
 * percent-encoded, or escaped as in JSON, JavaScript or HTML, up to four times over; and the whole in hex or base64
 * (standard or URL-safe, at any offset); ignoring case.
 */
export class Redactor {
  /** Made at the first text. */
  private pattern: RegExp | undefined;

  constructor(private readonly secret: string) {}

  /** A whole text without the secret. */
  text(text: string): string {
    if (this.secret === "") return text;
    return text.replace((this.pattern ??= patternOf(this.secret)), "[key]");
  }

  /**
   * At most `length` characters of a whole text, its first or its last, as one printable line. Only this clips what comes
   * from outside: a secret that was clipped first would no longer be found.
   */
  excerpt(text: string, length: number, part: "start" | "end" = "start"): string {
    const clean = this.text(text).trim();
    const window = part === "start" ? clean.slice(0, 4 * length) : clean.slice(-length);
    const line = window.replace(/[\s\p{C}]+/gu, " ").trim();
    if (part === "end") return `…${line}`;
    return line.length <= length ? line : `${line.slice(0, length - 1)}…`;
  }

  /**
   * A whole answer without the secret: JSON stays JSON, so that nothing paid for is lost. Ads can contain a short secret
   * by chance, so it stays in them.
   */
  answer(text: string): string {
    if (this.secret.length < shortest) return text;
    // Only an escaped character could hide the secret from its pattern.
    if (!hiding.test(text) && this.text(text) === text) return text;
    return isJson(text) ? this.strings(text) : this.text(text);
  }

  /** JSON with each string read, redacted, and written again if the secret was in it. */
  private strings(json: string): string {
    const parts: string[] = [];
    let [copied, quote] = [0, -1];
    for (const { 0: sign, index } of json.matchAll(/\\.|"/g)) {
      if (sign !== '"') continue;
      if (quote !== -1) {
        const text = String(parseExact(json.slice(quote, index + 1)));
        const clean = this.text(text);
        if (clean !== text) {
          parts.push(json.slice(copied, quote), writeExact(clean));
          copied = index + 1;
        }
      }
      quote = quote === -1 ? index : -1;
    }
    return parts.join("") + json.slice(copied);
  }
}

/** A shorter secret is more likely a word of an ad, or the name of a field. */
const shortest = 12;
const hiding = /\\u00[2-7]/i;

const isJson = (text: string) => exactIfJson(text) !== undefined;

function patternOf(secret: string): RegExp {
  // What escapes the first character again may stay. Trying it everywhere would take seconds on a text of backslashes.
  const written = [...secret].map((character, at) => anyWriting(character, at === 0 ? 1 : 15)).join("");
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

/** A pattern for one character in all its spellings. What is escaped again has its own escapes escaped. */
function anyWriting(character: string, backslashes: number): string {
  const code = character.charCodeAt(0);
  const hex = code.toString(16);
  const names = [`#0*${code}`, `#x0*${hex}`, entities.get(character) ?? []].flat();
  const escapes = [
    `%(?:25){0,3}${hex}`,
    `\\\\{1,${backslashes}}(?:u00${hex}|u\\{0*${hex}\\}|x${hex})`,
    `&(?:amp;){0,3}(?:${names.join("|")});`,
  ];
  return `(?:${[...escapes, `\\\\{0,${backslashes}}${literal(character)}`].join("|")})`;
}

/** The secret in base64, for each of its three possible offsets within a group. */
function base64Patterns(secret: string): readonly string[] {
  return [0, 1, 2].flatMap((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
    const bits = bytes.length * 8;
    // The letters that depend on the secret alone.
    const own = bytes.toString("base64").slice(Math.ceil((offset * 8) / 6), Math.floor(bits / 6));
    // So few letters would also match harmless text.
    if (own.length <= 3) return [];
    // A letter on either side may hold bits of the secret as well.
    const [before, after] = [offset > 0 ? `${letter}?` : "", bits % 6 > 0 ? `(?:${letter}={0,2})?` : ""];
    const writings = [own, own.replaceAll("+", "-").replaceAll("/", "_")];
    return writings.map((writing) => `${before}${writing.replace(/\W/g, (sign) => anyWriting(sign, 15))}${after}`);
  });
}

const letter = "[\\w+/-]";
