// How long the panel takes in a whole window of the newest VS Code, from a command or a click until its result is
// painted, next to an extension that paints text. Ours runs as it ships, with a sample library in a process of its own.
import { fork } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { launchChromium } from "../support/vscode/browser.mjs";
import { installNeighbor } from "../support/vscode/neighbor.mjs";
import { calmSettings, startServer, writeSettings } from "../support/vscode/server.mjs";
import { Workbench } from "../support/workbenchPage.mjs";
import { installPlain, installShipped, Measured, withWork } from "./measure.mjs";

const text = "an empty webview that paints text";
const page = "the same page fetched, painted as text";
/** @type {Readonly<Record<string, import("./measure.mjs").About>>} */
const about = {
  "command to form, later": { floor: text, most: 1.4 },
  "command to form, first of a window": { floor: text, most: 1.5 },
  "command to form, first of a later window": { floor: text, most: 1.5 },
  "command to form, first click, nothing activated": { floor: text, most: 1.6 },
  "command to form, first after an update": { floor: text },
  "command to a click on it answered, later": { floor: text, most: 2 },
  "command to a click on it answered, first of a window": { floor: text, most: 2 },
  "command to a click on it answered, first of a later window": { floor: text, most: 2 },
  "command to a click on it answered, first click": { floor: text },
  "command to a click on it answered, first after an update": { floor: text },
  "command to form, later, ms": { floor: "–" },
  "command to form, first of a window, ms": { floor: "–" },
  "command to form, first of a later window, ms": { floor: "–" },
  "command to form, first click, nothing activated, ms": { floor: "–" },
  "command to form, first after an update, ms": { floor: "–" },
  "click to 18 cards": { floor: page, most: 2.5 },
  "click to 18 cards, ms": { floor: "–" },
  "click to 18 cards, the service's own time, ms": { floor: "–" },
};

/** An extension that fetches and paints only text. */
const floor = `
const vscode = require("vscode");
const page = '<!DOCTYPE html><html><body><p class="bench-text">Ready</p></body></html>';
const asking = \`<!DOCTYPE html><html><body><button>Search</button><script>
  const api = acquireVsCodeApi();
  document.querySelector("button").onclick = () => api.postMessage("search");
  addEventListener("message", ({ data }) => {
    const text = document.createElement("pre");
    text.className = "bench-page";
    text.textContent = data;
    document.querySelector("pre")?.remove();
    document.body.append(text);
  });
</script></body></html>\`;
const open = (html) => {
  const panel = vscode.window.createWebviewPanel("bench.text", "Text", vscode.ViewColumn.One, { enableScripts: true });
  panel.webview.html = html;
  return panel;
};
exports.activate = ({ subscriptions }) => {
  const command = (name, act) => subscriptions.push(vscode.commands.registerCommand(name, act));
  command("bench.text", () => void open(page));
  command("bench.pages", (url, key) => {
    const panel = open(asking);
    panel.webview.onDidReceiveMessage(async () => {
      const headers = { "x-api-key": key, "content-type": "application/json" };
      const answer = await fetch(url, { method: "POST", headers, body: '{"page":1}' });
      await panel.webview.postMessage(await answer.text());
    });
  });
};`;

/** An extension that runs other commands and returns when they began. It activates nothing by itself. */
const caller = `
const vscode = require("vscode");
exports.activate = ({ subscriptions }) => {
  const command = (name, act) => subscriptions.push(vscode.commands.registerCommand(name, act));
  command("bench.activate", async (id) => void (await vscode.extensions.getExtension(id).activate()));
  command("bench.from", (name, ...args) => {
    const from = Date.now();
    void vscode.commands.executeCommand(name, ...args);
    return from;
  });
};`;

/**
 * Runs in every document. In a webview's outer one, it notes when the page was painted with its form or text, presses
 * what is there at once, and notes when that was answered: `benchTimes`, in ms like `Date.now`.
 */
const watchPages = `if (/\\/pre\\/index[^/]*\\.html/.test(location.pathname)) (() => {
  const now = () => performance.timeOrigin + performance.now();
  const look = () => {
    const frame = document.querySelector("iframe#active-frame");
    const page = frame?.contentDocument;
    if (!page?.querySelector("form [data-filter], .bench-text")) return requestAnimationFrame(look);
    const seen = now();
    const painted = () => requestAnimationFrame(() => setTimeout(() => {
      const { performance: times } = frame.contentWindow;
      const first = times.getEntriesByName("first-contentful-paint")[0];
      if (!first) return painted();
      const at = Math.max(seen, times.timeOrigin + first.startTime);
      page.querySelector(".form-head .dropdown, .bench-text").click();
      const answered = () => page.querySelector(".form-head vscode-dropdown[open], .bench-text")
        ? setTimeout(() => (frame.contentWindow.benchTimes = { painted: at, answered: now() }))
        : requestAnimationFrame(answered);
      answered();
    }));
    painted();
  };
  look();
})();`;

/** @type {string} */
const benchTimes = `new Promise((done) => {
  const look = () => (window.benchTimes ? done(window.benchTimes) : requestAnimationFrame(look));
  look();
})`;

/** Runs in the page: measures the time from the next click until other ads, or the page as text, are painted, in ms. */
const watch = `window.bench = new Promise((done) => addEventListener("click", () => {
  const from = performance.now();
  const known = document.querySelector("article");
  const look = () => requestAnimationFrame(() => {
    const found = document.querySelector("article, .bench-page");
    if (!found || found === known) return look();
    setTimeout(() => done(performance.now() - from));
  });
  look();
}, { capture: true, once: true })); undefined`;

const ours = "ad-library-explorer.ad-library-explorer";
const platforms = ["facebook", "meta", "native", "display", "pinterest", "reddit"];

/** A window in which panels are opened and measured. */
class Window {
  /** @param {Workbench} workbench @param {{ url: string, key: string }} service */
  constructor(workbench, service) {
    this.workbench = workbench;
    this.service = service;
  }

  /** @param {string} extension whose panel is open */
  panel(extension) {
    const outer = `iframe.webview.ready[src*="extensionId=${extension}"]:visible`;
    return this.workbench.page.frameLocator(outer).frameLocator("iframe#active-frame");
  }

  /**
   * Measures the time from a command until its panel is painted (`form`) and until a click on it is answered (`click`),
   * in ms.
   * @param {string} extension @param {unknown[]} command with its arguments
   */
  async open(extension, ...command) {
    await this.close();
    const from = Number(await this.workbench.call("bench.from", ...command));
    await this.panel(extension).locator("form [data-filter], .bench-text").first().waitFor();
    /** @type {{ painted: number, answered: number }} */
    const { painted, answered } = await this.panel(extension).locator("body").evaluate(benchTimes);
    return { form: painted - from, click: answered - from };
  }

  /** Sets the service's key, which paid requests need. */
  async setKey() {
    await this.workbench.runCommand("Ad Library: Set API Key…");
    await this.workbench.answer(this.service.key, "API Key for");
    await this.workbench.quickInput().waitFor({ state: "hidden" });
  }

  /** Opens the window again: another extension host, with what the former one kept. */
  async reopen() {
    await this.workbench.load();
    await this.workbench.call("bench.activate", "bench.caller");
  }

  /** @param {string} extension */
  activate(extension) {
    return this.workbench.call("bench.activate", extension);
  }

  async close() {
    await this.workbench.call("workbench.action.closeAllEditors");
    await this.workbench.page.locator("iframe.webview").first().waitFor({ state: "detached" });
  }

  openOurs(platform = "facebook") {
    return this.open(ours, "adLibrary.openExplorer", { platform });
  }

  openText() {
    return this.open("bench.text", "bench.text");
  }

  /**
   * The time from a click on a button of a panel until the page of ads is painted, in ms.
   * @param {string} extension @param {string} button
   */
  async click(extension, button) {
    const panel = this.panel(extension);
    const press = panel.getByRole("button", { name: button, exact: true });
    await press.waitFor();
    await panel.locator("body").evaluate(watch);
    await press.click();
    return Number(await panel.locator("body").evaluate("bench"));
  }

  /**
   * Measures the same first page of a platform in our panel, in the floor's panel, and in the service itself.
   * @param {string} platform
   */
  async search(platform) {
    const { url, key } = this.service;
    const address = `${url}/v2/ads/${platform}/search`;
    // Beside ads of an earlier search, the form would be folded.
    await this.openOurs(platform);
    await this.workbench.call("adLibrary.openExplorer", { platform, body: {} });
    await this.workbench.explorer().locator('form[aria-busy="false"] vscode-dropdown').first().waitFor();
    const cards = await this.click(ours, "Search, 100 credits");
    await this.close();
    await this.workbench.call("bench.pages", address, key);
    const text = await this.click("bench.text", "Search");
    const from = Date.now();
    const headers = { "x-api-key": key, "content-type": "application/json" };
    await (await fetch(address, { method: "POST", headers, body: '{"page":1}' })).text();
    return {
      "click to 18 cards": cards / text,
      "click to 18 cards, ms": cards,
      "click to 18 cards, the service's own time, ms": Date.now() - from,
    };
  }
}

const compiledBundles = ["zod.compiled", "core.compiled", "sample.compiled"];

/** Has a window compile our bundles, as an earlier window would have. Returns the folder with the code. */
async function compile(/** @type {{ url: string, key: string }} */ service) {
  const folder = await mkdtemp(join(tmpdir(), "bench-compiled-"));
  const use = async (/** @type {Window} */ window, /** @type {string} */ dist) => {
    await window.openOurs();
    // Kept ten seconds after the explorer was made.
    const isKept = async () => (await readdir(dist)).filter((name) => compiledBundles.includes(name)).length === 3;
    for (let tries = 0; tries < 300 && !(await isKept()); tries += 1) await delay(100);
    for (const name of compiledBundles) await cp(join(dist, name), join(folder, name));
  };
  await inWindow(service, use, { baseUrl: "sample:" });
  return folder;
}

/**
 * @param {{ url: string, key: string }} service
 * @param {(window: Window, dist: string) => Promise<void>} use also gets the folder of our bundles
 * @param {{ baseUrl?: string, compiled?: string | undefined }} [options] `compiled`: the folder with the bundles' code
 */
async function inWindow(service, use, { baseUrl = service.url, compiled } = {}) {
  const folder = await mkdtemp(join(tmpdir(), "bench-window-"));
  const workspace = join(folder, "workspace");
  await mkdir(workspace);
  // Without this, six searches within ten minutes would bring a question.
  await writeSettings(folder, { ...calmSettings, "adLibrary.baseUrl": baseUrl, "adLibrary.confirmAbove": 1_000_000 });
  const dist = join(folder, "extensions/ours/dist");
  await installShipped(join(folder, "extensions/ours"));
  if (compiled) await cp(compiled, dist, { recursive: true });
  const own = ["text", "pages"].map((name) => ({ command: `bench.${name}`, title: name }));
  await installPlain(join(folder, "extensions/text"), floor, { activationEvents: [], contributes: { commands: own } });
  await installPlain(join(folder, "extensions/caller"), caller);
  await installNeighbor(folder);
  const server = await startServer({ version: "newest", dataFolder: folder, whole: true });
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    context.setDefaultTimeout(60_000);
    await context.addInitScript(watchPages);
    const workbench = new Workbench({
      page: await context.newPage(),
      folder,
      workspace,
      origin: server.origin,
      newPage: () => context.newPage(),
      undo: [],
    });
    const window = new Window(workbench, service);
    await workbench.load();
    await workbench.call("bench.activate", "bench.caller");
    await use(window, dist);
  } finally {
    await browser.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * A first panel: whether the extension is activated before, whether an earlier window opened the same panel, and whether
 * the extension is new, so that nothing is compiled.
 */
const firstPanels = [
  { activated: true, again: false, isNew: false, panel: "first of a window", clicked: "first of a window" },
  { activated: true, again: true, isNew: false, panel: "first of a later window", clicked: "first of a later window" },
  { activated: false, again: false, isNew: false, panel: "first click, nothing activated", clicked: "first click" },
  { activated: true, again: false, isNew: true, panel: "first after an update", clicked: "first after an update" },
];

/**
 * Measures the first panel of fresh windows, ours and the floor's.
 * @param {{ url: string, key: string }} service @param {Measured} measured @param {number} round
 * @param {string} compiled the folder with the bundles' code
 */
async function firsts(service, measured, round, compiled) {
  for (const { activated, again, isNew, panel: name, clicked } of firstPanels) {
    /** @type {Record<string, { form: number, click: number }>} */
    const times = {};
    for (const which of round % 2 === 0 ? [ours, "bench.text"] : ["bench.text", ours]) {
      const measure = async (/** @type {Window} */ window) => {
        const open = () => (which === ours ? window.openOurs() : window.openText());
        if (again) await open().then(() => window.reopen());
        if (activated) await window.activate(which);
        times[which] = await open();
      };
      await inWindow(service, measure, { baseUrl: "sample:", compiled: isNew ? undefined : compiled });
    }
    const [panel, text] = [times[ours], times["bench.text"]];
    if (!panel || !text) throw new Error("A window has not been measured.");
    measured.take({
      [`command to form, ${name}`]: panel.form / text.form,
      [`command to form, ${name}, ms`]: panel.form,
      [`command to a click on it answered, ${clicked}`]: panel.click / text.form,
    });
  }
}

/**
 * Measures panels of a window that has had one before, and searches.
 * @param {Window} window @param {Measured} measured
 */
async function laters(window, measured) {
  await window.setKey();
  await window.openOurs();
  for (let turn = 0; turn < 5; turn += 1) {
    const text = await window.openText();
    const { form, click } = await window.openOurs();
    measured.take({
      "command to form, later": form / text.form,
      "command to a click on it answered, later": click / text.form,
      "command to form, later, ms": form,
    });
  }
  for (const platform of platforms) measured.take(await window.search(platform));
}

/** @type {import("./measure.mjs").Bench} */
const bench = ({ full }) =>
  withWork(["windowWork.ts"], async (pathOf) => {
    const measured = new Measured();
    const child = fork(pathOf("windowWork.ts"));
    let compiled = "";
    try {
      const [service] = await once(child, "message");
      compiled = await compile(service);
      for (let round = 0; round < (full ? 5 : 2); round += 1) {
        await firsts(service, measured, round, compiled);
        await inWindow(service, (window) => laters(window, measured), { compiled });
      }
    } finally {
      child.kill();
      if (compiled) await rm(compiled, { recursive: true, force: true });
    }
    return measured.rows(about);
  });
export default bench;
