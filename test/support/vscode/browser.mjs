import { chromium } from "playwright-core";
import { findChromium } from "./chromium.mjs";

const quiet = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];
const closed = ["--disable-component-update", "--disable-sync", "--no-sandbox"];

const shared = Symbol.for("adLibrary.tests.chromium");

/**
 * The Chromium of this process: its test files, each a bundle with its own copy of this module, take turns in it. It
 * ends with the process, or by `closeSharedChromium`.
 * @returns {Promise<import("playwright-core").Browser>}
 */
export function sharedChromium() {
  if (Reflect.get(globalThis, shared) === undefined) Reflect.set(globalThis, shared, launchChromium());
  return Reflect.get(globalThis, shared);
}

export async function closeSharedChromium() {
  /** @type {import("playwright-core").Browser | undefined} */
  const browser = await Reflect.get(globalThis, shared);
  Reflect.deleteProperty(globalThis, shared);
  await browser?.close();
}

/**
 * Starts a Chromium without a window.
 * @returns {Promise<import("playwright-core").Browser>}
 */
export async function launchChromium() {
  const executablePath = await findChromium();
  // Signals are ours: whoever starts a browser stops it together with the rest.
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  return chromium.launch({ executablePath, headless: true, args: [...quiet, ...closed], ...signals });
}
