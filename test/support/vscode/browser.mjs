import { chromium } from "playwright-core";
import { findChromium } from "./chromium.mjs";

const quiet = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];
const closed = ["--disable-component-update", "--disable-sync", "--no-sandbox"];

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
