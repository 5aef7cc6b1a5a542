import { setImmediate as turn } from "node:timers/promises";
import type { PageContent, readSearchPage } from "./cards";
import { JsonCursor } from "./slices";

/** Shorter answers, including all that keep to the contract's 18 ads, are read in one go. */
const largeCharacters = 1_000_000;
/** At most this many ads of a larger answer are read, from at most this many characters. Its text still has all ads. */
const mostAds = 2000;
const mostCharacters = 4_000_000;
/** Characters to scan before other work gets a turn. */
const step = 1_000_000;

/** Reads the first ads of a large answer, scanning it in steps; reads others as `read` does. @throws as `read` does */
export function inParts(read: typeof readSearchPage): (...given: Parameters<typeof read>) => Promise<PageContent> {
  return async (text, ...rest) => {
    if (text.length < largeCharacters) return read(text, ...rest);
    const { part, all } = await firstAds(text);
    await turn();
    const content = read(part, ...rest);
    return all > content.ads.length ? { ...content, adsInAnswer: all } : content;
  };
}

/** An answer's text with only the first ads, and how many there are in total. Damaged text stays damaged. */
async function firstAds(text: string): Promise<{ readonly part: string; readonly all: number }> {
  const cursor = new JsonCursor(text);
  const parts: string[] = [];
  let [copied, all] = [0, 0];
  for (const member of cursor.members()) {
    if (member !== "data") cursor.skip();
    else
      for (const name of cursor.members()) {
        if (name !== "ads") {
          cursor.skip();
          continue;
        }
        const list = await firstElements(cursor);
        all = list.all;
        parts.push(text.slice(copied, list.enough));
        copied = list.end;
      }
  }
  return { part: parts.join("") + text.slice(copied), all };
}

/** Passes over a list: how many elements it has, where the last wanted one ends, and where the closing bracket is. */
async function firstElements(cursor: JsonCursor) {
  const start = cursor.at;
  let [all, enough, told] = [0, start, start];
  for (const list = cursor.parts("["); !list.next().done;) {
    cursor.skip();
    all += 1;
    if (all === 1 || (all <= mostAds && cursor.at - start <= mostCharacters)) enough = cursor.at;
    if (cursor.at - told < step) continue;
    told = cursor.at;
    await turn();
  }
  return all === 0 ? { all, enough: start, end: start } : { all, enough, end: cursor.at - 1 };
}

/** The exact text of each element of `data.ads`, as `adSlices` returns it, letting other work run in between. */
export async function adSlicesInSteps(text: string): Promise<readonly string[]> {
  const cursor = new JsonCursor(text);
  let ads: string[] = [];
  let told = 0;
  for (const member of cursor.members()) {
    if (member !== "data") {
      cursor.skip();
      continue;
    }
    ads = [];
    for (const name of cursor.members()) {
      if (name !== "ads") {
        cursor.skip();
        continue;
      }
      ads = [];
      for (const list = cursor.parts("["); !list.next().done;) {
        ads.push(cursor.take());
        if (cursor.at - told < step) continue;
        told = cursor.at;
        await turn();
      }
    }
  }
  return ads;
}
