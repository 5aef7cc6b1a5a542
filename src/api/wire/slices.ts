import { endOfString, stringOf } from "../integers";

/**
 * The exact text of each element of `data.ads` in an accepted search answer; as many as `readSearchPage` returns ads,
 * or at least the first `enough` of them.
 */
export function adSlices(text: string, enough = Infinity): readonly string[] {
  const cursor = new JsonCursor(text);
  let ads: string[] = [];
  cursor.member("data", () => {
    ads = [];
    cursor.member("ads", () => {
      ads = [];
      cursor.elements(() => {
        ads.push(cursor.take());
        if (ads.length === enough && !cursor.hasMore(repeated)) cursor.end();
      });
    });
  });
  return ads;
}

/** If the rest of an answer contains none of these, it has no second list of ads, however its names are escaped. */
const repeated: readonly string[] = ['"ads"', '"data"', "\\u"];

/** The exact text of `data` in an accepted answer. */
export function detailSlice(text: string): string {
  const cursor = new JsonCursor(text);
  let data = "";
  cursor.member("data", () => {
    data = cursor.take();
  });
  return data;
}

/**
 * Scans JSON text that `JSON.parse` has accepted, once and without making values; any depth works. On other text it
 * also ends somewhere, or throws a `SyntaxError`.
 */
export class JsonCursor {
  at = 0;

  constructor(private readonly text: string) {
    this.skipSpace();
  }

  /**
   * Passes over a value. If it is an object, calls `read` at each member of this name to pass over its value. Of
   * repeated members the last one counts, as in `JSON.parse`.
   */
  member(name: string, read: () => void): void {
    for (const key of this.members()) {
      if (key === name) read();
      else this.skip();
    }
  }

  /** Passes over a value. If it is a list, calls `read` at each element to pass over it. */
  elements(read: () => void): void {
    for (const list = this.parts("["); !list.next().done;) read();
  }

  /** The names of an object's members: at each one, the caller passes over its value. */
  *members(): Generator<string, void> {
    for (const start of this.parts("{")) {
      this.at = endOfString(this.text, start);
      const key = stringOf(this.text.slice(start, this.at));
      this.skipSpace();
      this.at += 1;
      this.skipSpace();
      yield key;
    }
  }

  /** Passes over a value and returns its text. */
  take(): string {
    const start = this.at;
    this.skip();
    return this.text.slice(start, this.at);
  }

  /** Whether the rest of the text contains one of these texts. */
  hasMore(texts: readonly string[]): boolean {
    return texts.some((each) => this.text.includes(each, this.at));
  }

  /** Passes over the rest. */
  end(): void {
    this.at = this.text.length;
  }

  /** Where each part of an object or a list begins; the caller passes over it. Passes over any other value. */
  *parts(opening: "{" | "["): Generator<number, void> {
    if (this.text[this.at] !== opening) return this.skip();
    this.at += 1;
    this.skipSpace();
    while (this.at < this.text.length && !/[}\]]/.test(this.text.charAt(this.at))) {
      yield this.at;
      this.skipSpace();
      if (this.text[this.at] === ",") this.at += 1;
      this.skipSpace();
    }
    this.at += 1;
  }

  /** Passes over a value. */
  skip(): void {
    const { text } = this;
    let depth = 0;
    let at = this.at;
    do {
      const character = text.charCodeAt(at);
      if (character === quote) at = endOfString(text, at);
      else if (character === openBrace || character === openBracket) [depth, at] = [depth + 1, at + 1];
      else if (character === closeBrace || character === closeBracket) [depth, at] = [depth - 1, at + 1];
      else if (depth > 0) at += 1;
      else at = endOfScalar(text, at);
    } while (
      depth > 0 &&
      // Stryker disable next-line EqualityOperator: one more step beyond the end of a truncated text changes no slice
      at < text.length
    );
    this.at = at;
  }

  private skipSpace(): void {
    while (" \t\n\r".includes(this.text[this.at] ?? "x")) this.at += 1;
  }
}

const [quote, openBrace, closeBrace, openBracket, closeBracket] = [0x22, 0x7b, 0x7d, 0x5b, 0x5d];

function endOfScalar(text: string, start: number): number {
  const end = /[,\]}\s]/g;
  end.lastIndex = start;
  return end.exec(text)?.index ?? text.length;
}
