import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { Seen } from "./misbehaving";

/** A key that looks different in each encoding, so that every encoding of it is recognized. */
export const canaryKey = "CANARY+7f3a9b/0c1d2e4f&5a6b7c8d9e0f1a2b%3c=";

/**
 * All writings of a key: as it is, percent-encoded, in JSON, in hex, and in both kinds of base64 at any offset in a
 * text.
 */
function writingsOf(key: string): readonly string[] {
  const base64 = [0, 1, 2].map((before) => {
    const text = Buffer.from("x".repeat(before) + key).toString("base64");
    // The characters at both ends also encode bits of the neighboring text.
    return text.slice(before === 0 ? 0 : 4, -4);
  });
  const hex = Buffer.from(key).toString("hex");
  const all = [key, encodeURIComponent(key), encodeURI(key), JSON.stringify(key).slice(1, -1), hex, hex.toUpperCase()];
  return [...new Set([...all, ...base64, ...base64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"))])];
}

/** How many characters of a key are enough to give it away. */
const endLength = 12;

/** The names of the texts that contain the key in any writing, whole or with one end cut off. */
export function leaking(texts: Readonly<Record<string, string>>, key: string): readonly string[] {
  const ends = new Set(writingsOf(key).flatMap((writing) => [writing.slice(0, endLength), writing.slice(-endLength)]));
  return Object.keys(texts).filter((name) => [...ends].some((end) => texts[name]!.includes(end)));
}

/** Each recorded request as text, without the header that may carry the key. */
export function requestTexts(requests: readonly Seen[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    requests.map(({ method, target, headers, body }, at) => {
      const { "x-api-key": key, ...others } = headers;
      return [
        `request ${at}`,
        `${method} ${target}\n${JSON.stringify(others)}\n${body}${key === undefined ? " no key" : ""}`,
      ];
    }),
  );
}

/** The content of each file below a folder, byte for byte. */
export async function fileTexts(folder: string): Promise<Readonly<Record<string, string>>> {
  const texts: Record<string, string> = {};
  for (const name of await readdir(folder, { recursive: true })) {
    const path = join(folder, name);
    if ((await stat(path).catch(() => undefined))?.isFile()) texts[name] = await readFile(path, "latin1");
  }
  return texts;
}

const everythingKept = `(async () => {
  const answer = (request) => new Promise((resolve) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(undefined);
  });
  const found = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
  for (const { name } of await indexedDB.databases()) {
    const database = await answer(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const all = await answer(database.transaction(store).objectStore(store).getAll());
      found.push(JSON.stringify(all));
    }
    database.close();
  }
  return found.join("\\n");
})()`;

/** What each frame of a page shows and stores, and the clipboard. */
export async function pageTexts(page: Page): Promise<Readonly<Record<string, string>>> {
  const texts: Record<string, string> = { clipboard: await page.evaluate("navigator.clipboard.readText()") };
  for (const [at, frame] of page.frames().entries()) {
    const name = `frame ${at} (${new URL(frame.url()).pathname})`;
    texts[`DOM of ${name}`] = await frame.content().catch(() => "");
    texts[`store of ${name}`] = await frame.evaluate<string>(everythingKept).catch(() => "");
  }
  return texts;
}

/** Runs in each frame of a page: reports every message that is posted to it, or through one of its ports. */
const overhear = `(() => {
  const told = (data) => {
    try {
      globalThis.tellMessage(typeof data === "string" ? data : JSON.stringify(data));
    } catch {
      // A message that is no JSON is no message of a panel.
    }
  };
  for (const owner of [MessagePort.prototype, globalThis]) {
    const post = owner.postMessage;
    owner.postMessage = function (data, ...more) {
      told(data);
      return post.call(this, data, ...more);
    };
  }
})()`;

/**
 * Records the messages between webviews and their hosts, in the frames that a page loads from now on.
 * @returns all messages so far, as JSON
 */
export async function overhearWebviews(page: Page): Promise<readonly string[]> {
  const messages: string[] = [];
  await page.exposeFunction("tellMessage", (message: string) => void messages.push(message));
  await page.addInitScript(overhear);
  return messages;
}
