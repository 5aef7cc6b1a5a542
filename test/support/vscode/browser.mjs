import { chromium } from "playwright-core";
import { findChromium } from "./chromium.mjs";

const quiet = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];
const closed = ["--disable-component-update", "--disable-sync", "--no-sandbox"];

/**
 * Less work for the processor where many windows are opened one after the other. What a window has compiled is kept for
 * the next one, so it is neither dropped over time, nor written to a cache, nor compiled again in the background while it
 * is loaded. Optimizing takes longer than a test gains from it.
 */
export const frugal = [
  "--v8-cache-options=none",
  `--js-flags=${[
    ...["--no-script-streaming", "--no-flush-bytecode", "--no-isolate-script-cache-ageing"],
    ...["--no-turbofan", "--no-maglev"],
  ].join()}`,
];

const shared = Symbol.for("adLibrary.tests.chromium");

/**
 * The Chromium of this process, in which its test files take turns (each is a bundle with its own copy of this module).
 * It ends with the process or by `closeSharedChromium`. Its pages share a renderer. As long as one page of the same
 * context stays open, the renderer does not compile again what any page has run.
 * @returns {Promise<import("playwright-core").Browser>}
 */
export function sharedChromium() {
  if (Reflect.get(globalThis, shared) === undefined)
    Reflect.set(globalThis, shared, launchChromium(["--renderer-process-limit=1", ...frugal]));
  return Reflect.get(globalThis, shared);
}

/**
 * Opens an empty page that stays until its context ends. It keeps the renderer with what that has compiled.
 * @param {import("playwright-core").BrowserContext} context
 * @param {string} origin of the pages to come
 * @returns {Promise<import("playwright-core").Page>}
 */
export async function keepRenderer(context, origin) {
  const page = await context.newPage();
  await page.goto(new URL("/version", origin).href);
  return page;
}

/**
 * Gives a page a new size and waits until everything in it is laid out for that size. The window has its size before its
 * page does, and what measures itself (charts, cards) is drawn anew in the frame after that.
 * @param {import("playwright-core").Page} page
 * @param {number} width
 * @param {number} [height]
 */
export async function resize(page, width, height = 900) {
  await page.setViewportSize({ width, height });
  // A text would be compiled again at each try, which the page's content policy forbids.
  await page.waitForFunction(
    (wanted) => globalThis.innerWidth === wanted.width && globalThis.innerHeight === wanted.height,
    { width, height },
  );
  await page.evaluate("new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame)))");
}

export async function closeSharedChromium() {
  /** @type {import("playwright-core").Browser | undefined} */
  const browser = await Reflect.get(globalThis, shared);
  Reflect.deleteProperty(globalThis, shared);
  await browser?.close();
}

/**
 * Starts a Chromium without a window.
 * @param {string[]} [args] additional arguments
 * @returns {Promise<import("playwright-core").Browser>}
 */
export async function launchChromium(args = []) {
  const executablePath = await findChromium();
  // Playwright must not handle signals: whoever starts a browser stops it together with the rest.
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  return chromium.launch({ executablePath, headless: true, args: [...quiet, ...closed, ...args], ...signals });
}
