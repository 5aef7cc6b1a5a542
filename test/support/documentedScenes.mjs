// The scenes that the documentation's pictures show. `test/run/screenshots.mjs` takes the pictures.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { loadedPictures } from "./loadedPictures.mjs";
import { testNode } from "./vscode/node.mjs";

/** @import { Workbench } from "./workbench.mjs" */

/** Wide enough for results and details side by side. */
const wide = { width: 1920, height: 1080 };
export const guide = { width: 1280, height: 760 };

/**
 * @typedef {object} Scene
 * @property {import("./themes.mjs").Theme} [theme] light if absent
 * @property {{ width: number, height: number }} [size]
 * @property {import("./vscode/server.mjs").Settings} [settings] if absent, the sample library is connected
 * @property {string} [language] English if absent
 * @property {(workbench: Workbench) => Promise<unknown>} play runs until the picture is on the screen
 */

/** @param {Workbench} workbench */
const part = (workbench) => {
  const page = workbench.explorer();
  return {
    /** @param {string | RegExp} name */
    button: (name) => page.getByRole("button", { name }).first(),
    /** @param {string} name */
    region: (name) => page.getByRole("region", { name }),
    page,
  };
};

/** @param {Workbench} workbench @param {string} [platform] */
async function search(workbench, platform = "Facebook") {
  await workbench.showAds(platform);
}

/**
 * Opens an ad that has run for months, whose charts have something to show, if one is in view.
 * @param {Workbench} workbench
 */
async function details(workbench) {
  const cards = part(workbench).page.getByRole("article");
  const old = cards.filter({ hasText: /Running for \d{3} days/ });
  const chosen = (await old.count()) > 0 ? old : cards;
  await chosen.first().getByRole("button", { name: "Details, 100 credits" }).click();
  await part(workbench).region("Ad details").getByRole("figure").first().waitFor();
}

/** @param {Workbench} workbench @param {string} name @param {object} file */
async function searchFile(workbench, name, file) {
  await writeFile(join(workbench.workspace, name), `${JSON.stringify(file, undefined, 2)}\n`);
}

/**
 * Opens a terminal and runs commands in it.
 * @param {Workbench} workbench @param {readonly string[]} lines
 */
async function enterInTerminal(workbench, lines) {
  await workbench.runCommand("Terminal: Create New Terminal");
  const terminal = workbench.page.locator(".terminal-wrapper.active");
  const ended = terminal.locator(".codicon-terminal-decoration-success");
  /** @param {string} line @param {number} count how many commands have ended with it */
  const enter = async (line, count) => {
    await workbench.page.keyboard.type(line);
    await workbench.page.keyboard.press("Enter");
    await ended.nth(count - 1).waitFor();
  };
  await terminal.locator(".xterm-screen").click();
  await enter("PS1='$ '", 1);
  await workbench.runCommand("Terminal: Clear");
  await ended.first().waitFor({ state: "hidden" });
  await terminal.locator(".xterm-screen").click();
  for (const [at, line] of lines.entries()) await enter(line, at + 1);
}

/**
 * Collects ads on a board and sorts them into columns, by keyboard.
 * @param {Workbench} workbench
 * @returns {Promise<string>} the board's path
 */
async function sortBoard(workbench) {
  const { page } = workbench;
  const file = join(workbench.workspace, "swipe.adboard.json");
  await search(workbench, "TikTok");
  const cards = part(workbench).region("Results").getByRole("article");
  for (const at of [0, 1, 2, 3]) {
    await cards.nth(at).focus();
    await page.keyboard.press("Space");
  }
  await page.keyboard.press("b");
  await workbench.saveAs(file);
  await workbench.notification("4 ads added").waitFor();
  await workbench.clearNotifications();
  await workbench.treeItem("swipe").hover();
  await workbench.treeItem("swipe").getByRole("button", { name: "Open Board (0 credits)" }).click();
  const column = (/** @type {string} */ name) => part(workbench).page.getByRole("region", { name, exact: true });
  const notes = { Hook: "Names the problem in the first line", Offer: "A price, and a reason to act now", Proof: "" };
  for (const name of Object.keys(notes)) {
    await part(workbench)
      .page.getByRole("textbox", { name: /^New column/ })
      .fill(name);
    await page.keyboard.press("Enter");
    await column(name).waitFor();
  }
  for (const [at, [name, note]] of Object.entries(notes).entries()) {
    await column("Not sorted").getByRole("article").first().focus();
    for (let moved = 0; moved <= at; moved += 1) await page.keyboard.press("Alt+ArrowRight");
    await column(name).getByRole("article").first().waitFor();
    if (note === "") continue;
    await page.keyboard.press("Enter");
    await page.keyboard.type(note);
    await page.keyboard.press("Escape");
  }
  await page.keyboard.press("Control+s");
  await page.getByRole("tab", { name: "swipe.adboard.json", exact: true }).waitFor();
  return file;
}

/** Buys 15 pages of three platforms in a terminal. @param {Workbench} workbench */
async function buySneakers(workbench) {
  const body = { search_field: [{ type: "text", text: "sneaker" }] };
  for (const platform of ["facebook", "pinterest", "tiktok"])
    await searchFile(workbench, `${platform}.adsearch.json`, {
      ...{ name: `Sneakers on ${platform}`, platform, body, pages: 5 },
    });
  await enterInTerminal(workbench, ["ad-library run *.adsearch.json --max-credits 1500"]);
}

const shoes = {
  name: "Running shoes, newest",
  platform: "tiktok",
  body: {
    search_field: [{ type: "text", text: "a" }],
    advanced_order: { orderby: "newest", order: "desc" },
  },
  pages: 2,
};

/** @type {Record<string, Scene>} */
export const scenes = {
  screenshot: {
    theme: "dark",
    size: wide,
    play: async (workbench) => {
      await search(workbench);
      await details(workbench);
    },
  },
  "results-light": { size: wide, play: (workbench) => search(workbench, "TikTok") },
  "high-contrast": {
    theme: "high contrast",
    size: wide,
    play: async (workbench) => {
      await search(workbench, "Pinterest");
      await details(workbench);
    },
  },
  "guide-connect": {
    settings: {},
    play: async (workbench) => {
      await workbench.openView();
      await workbench.page.getByRole("button", { name: "Connect Your Library" }).waitFor();
    },
  },
  "guide-search": { play: (workbench) => search(workbench, "TikTok") },
  "guide-overview": {
    play: async (workbench) => {
      await search(workbench, "All platforms");
      await part(workbench)
        .button(/^Overview of loaded ads/)
        .click();
      await part(workbench).page.getByRole("figure").first().waitFor();
    },
  },
  "guide-compare": {
    play: async (workbench) => {
      await search(workbench);
      for (const at of [0, 1])
        await part(workbench).page.getByRole("article").nth(at).getByRole("checkbox").check({ force: true });
      await part(workbench).button("Side by side").click();
      await part(workbench).page.getByText("Days running", { exact: true }).first().waitFor();
    },
  },
  "guide-archive": {
    play: async (workbench) => {
      await search(workbench);
      await details(workbench);
      await workbench.runCommand("Ad Library: Search Archive…");
      await part(workbench).page.getByRole("form", { name: "Search the archive" }).waitFor();
      await part(workbench).page.getByRole("textbox", { name: "Keywords" }).fill("a");
      await loadedPictures(part(workbench).page, 4);
    },
  },
  "guide-creatives": {
    play: async (workbench) => {
      await buySneakers(workbench);
      await workbench.runCommand("View: Hide Panel");
      await workbench.runCommand("Ad Library: Search Archive…");
      await part(workbench).page.getByRole("textbox", { name: "Keywords" }).fill("sneaker");
      await part(workbench).button("Creatives").click();
      await part(workbench).page.getByRole("treegrid").getByRole("row").nth(5).waitFor();
    },
  },
  "guide-export": {
    play: async (workbench) => {
      await search(workbench);
      await workbench.runCommand("Ad Library: Export Pages…");
      await workbench.quickPick("All pages…").waitFor();
    },
  },
  "guide-credits": {
    play: async (workbench) => {
      await search(workbench);
      await details(workbench);
      await workbench.runCommand("Ad Library: Show Credits");
      await workbench.page.getByRole("tab", { name: "Preview credits.md" }).waitFor();
      const preview = workbench.page.frameLocator("iframe.webview.ready:visible").frameLocator("iframe#active-frame");
      await preview.getByRole("table").first().waitFor();
    },
  },
  "guide-search-file": {
    play: async (workbench) => {
      await searchFile(workbench, "shoes.adsearch.json", shoes);
      await workbench.openView();
      await workbench.treeItem("Running shoes").click();
      await workbench.page.locator(".codelens-decoration a", { hasText: "Export…" }).waitFor();
      // An unknown gender: the mistake shows before anything is paid for.
      const wrong = { ...shoes, body: { ...shoes.body, gender: ["nobody"] } };
      await searchFile(workbench, "mistake.adsearch.json", { ...wrong, name: "With a mistake" });
      await workbench.treeItem("With a mistake").click();
      await workbench.page.locator(".squiggly-error").first().waitFor();
      await workbench.runCommand("Go to Next Problem (Error, Warning, Info)");
      await workbench.page.locator(".marker-widget").waitFor();
    },
  },
  "guide-board": {
    size: { width: 1600, height: 940 },
    play: (workbench) => sortBoard(workbench),
  },
  "guide-report": {
    size: { width: 1100, height: 940 },
    play: async (workbench) => {
      const board = await sortBoard(workbench);
      const report = board.replace(".adboard.json", ".report.html");
      await workbench.call("adLibrary.writeReport", { board, file: report });
      await workbench.page.goto(`file://${report}`);
    },
  },
  "guide-terminal": {
    play: async (workbench) => {
      await searchFile(workbench, "shoes.adsearch.json", shoes);
      await workbench.openView();
      await workbench.treeItem("Running shoes").click();
      await enterInTerminal(workbench, [
        "ad-library plan shoes.adsearch.json",
        "ad-library run shoes.adsearch.json --max-credits 200 --out - > shoes.ndjson",
        "ad-library plan shoes.adsearch.json",
      ]);
      await workbench.page.locator(".codelens-decoration a", { hasText: "Show bought results" }).waitFor();
    },
  },
  "guide-runs": {
    settings: {},
    play: (workbench) => withStandingLibrary((library) => runs(workbench, library)),
  },
  "guide-watch": {
    size: { width: 960, height: 560 },
    settings: {},
    play: (workbench) => withStandingLibrary((library) => watchCompetitors(workbench, library)),
  },
  "guide-news": {
    settings: {},
    play: (workbench) => withStandingLibrary((library) => readNews(workbench, library)),
  },
  "guide-news-german": {
    settings: {},
    language: "de",
    play: (workbench) => withStandingLibrary((library) => readNews(workbench, library, translations("de"))),
  },
  "guide-dataset": {
    settings: { "adLibrary.baseUrl": "sample:", "files.exclude": { "**/.neighbor": true } },
    play: async (workbench) => {
      await search(workbench);
      await workbench.call("workbench.action.closeAllEditors");
      const folder = join(workbench.workspace, "dataset");
      const written = workbench.call("adLibrary.writeDataset", { folder });
      await workbench.notification("Added to the dataset").waitFor();
      await workbench.clearNotifications();
      await written;
      await workbench.runCommand("View: Show Explorer");
      for (const name of ["dataset", "queries"])
        await workbench.page.getByRole("treeitem", { name, exact: true }).click();
      await workbench.page.getByRole("treeitem", { name: "first-bought-per-week.sql" }).dblclick();
      await workbench.page.locator(".view-line", { hasText: "date_trunc" }).first().waitFor();
    },
  },
  "guide-assistants": {
    settings: { "adLibrary.baseUrl": "sample:", "adLibrary.assistantAllowance": 200 },
    play: async (workbench) => {
      await workbench.openView();
      const body = JSON.stringify({ search_field: [{ type: "text", text: "running shoes" }] });
      const told = String(
        await workbench.call("lm.invokeTool", "adlibrary_plan_purchase", { platform: "tiktok", body }),
      );
      const plan_id = /plan_id "([^"]+)"/.exec(told)?.[1];
      workbench.call("lm.invokeTool", "adlibrary_buy_plan", { plan_id }).catch(() => undefined);
      await workbench.dialog().getByText("Spend up to 100").first().waitFor();
    },
  },
};

/** @typedef {{ url: string, key: string, nextMoment(): Promise<unknown> }} StandingLibrary */

/** @param {(library: StandingLibrary) => Promise<void>} play */
async function withStandingLibrary(play) {
  const { stop, ...library } = await standingLibrary();
  try {
    await play(library);
  } finally {
    stop();
  }
}

/** Starts a sample library that stands still until `nextMoment`. */
async function standingLibrary() {
  const server = spawn(await testNode(), ["dist/cli.js", "sample", "--moments"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface(server.stdout), "line");
  /** @type {{ url: string, key: string }} */
  const { url, key } = JSON.parse(String(line));
  const nextMoment = () => fetch(new URL("/next-moment", url), { method: "POST" });
  return { url, key, nextMoment, stop: () => server.kill() };
}

/** Our texts as another language has them. @param {string} language */
function translations(language) {
  /** @param {string} file @returns {Record<string, string>} */
  const read = (file) => JSON.parse(readFileSync(file, "utf8"));
  const [english, translated] = [read("package.nls.json"), read(`package.nls.${language}.json`)];
  const titles = Object.entries(english).map(([key, text]) => [text, translated[key] ?? text]);
  /** @type {Record<string, string>} */
  const all = { ...read(`l10n/bundle.l10n.${language}.json`), ...Object.fromEntries(titles) };
  return (/** @type {string} */ text) => all[text] ?? text;
}
/** @param {string} text */
const english = (text) => text;

/** @param {Workbench} workbench @param {StandingLibrary} library */
async function connect(workbench, library, say = english) {
  await workbench.runCommand(`Ad Library: ${say("Connect…")}`);
  await workbench.answer(library.url, say("Base URL of the Ad Library Search API, without /v2"));
  await workbench.answer(library.key, say("API Key for {0}").split("{0}")[0]);
  await workbench.notification(say("Connected to {0}.").split("{0}")[0] ?? "").waitFor();
  await workbench.clearNotifications();
}

const competitors = {
  facebook: "Running shoes",
  meta: "Sneaker drops",
  tiktok: "Trail gear",
  pinterest: "Yoga wear",
  youtube: "Cycling",
};

/**
 * Watches five searches until they are due on a Monday.
 * @param {Workbench} workbench @param {StandingLibrary} library
 */
async function watchCompetitors(workbench, library, say = english) {
  await connect(workbench, library, say);
  for (const [platform, name] of Object.entries(competitors)) {
    const body = { advanced_order: { orderby: "newest", order: "desc" } };
    const searched = workbench.call("adLibrary.search", { platform, body });
    await workbench
      .dialog()
      .getByRole("button", { name: say("Spend {0} Credits").replace("{0}", "100") })
      .click();
    await searched;
    await workbench.call("adLibrary.saveSearch", { name });
    await workbench.treeItem(name).waitFor();
    await workbench.chooseFromMenu(name, say("Watch…"), say("every Monday"));
    await workbench.answer("300", say("The most credits of one check, at 100 per page"));
    await workbench.quickPick(say("Ask Before Each Check")).click();
    await workbench.notification(name).waitFor();
    await workbench.clearNotifications();
  }
  for (let days = 0; days < 7; days += 1) await library.nextMoment();
  await workbench.call("workbench.action.closeAllEditors");
  await workbench.makeWatchesDue();
  await workbench.page.locator(".activitybar .badge-content", { hasText: "5" }).first().waitFor();
  await workbench.notification(say("{0} watched searches are due.").replace("{0}", "5")).waitFor();
}

/** @param {Workbench} workbench @param {StandingLibrary} library */
async function readNews(workbench, library, say = english) {
  await watchCompetitors(workbench, library, say);
  await workbench
    .notification(say("{0} watched searches are due.").replace("{0}", "5"))
    .getByRole("button", {
      name: say("Check {0} Searches, Up to {1} Credits").replace("{0}", "5").split("{1}")[0] ?? "",
    })
    .click();
  const [, checked = ""] = say("{0} watched searches checked: {1}, {2} credits.").split(/\{\d\}/);
  const done = workbench.notification(checked.trim());
  await done.getByRole("button", { name: say("What's New") }).click();
  const preview = workbench.page.frameLocator("iframe.webview.ready:visible").frameLocator("#active-frame");
  await preview.getByRole("table").first().waitFor();
  await workbench.clearNotifications();
}

/** @param {Workbench} workbench @param {StandingLibrary} library */
async function runs(workbench, library) {
  await connect(workbench, library);
  await search(workbench);
  await workbench.runCommand("Ad Library: Save Search…");
  await workbench.answer("Competitors");
  await workbench.treeItem("Competitors").waitFor();
  for (const round of ["baseline", "check"]) {
    await workbench.runCommand("Ad Library: Check for New Ads…");
    await workbench.answer("500", "Credit limit for this");
    await workbench.notification(/Checked \d+ pages/).waitFor();
    if (round === "check") break;
    await workbench.clearNotifications();
    await library.nextMoment();
  }
  await workbench
    .notification(/Checked \d+ pages/)
    .getByRole("button", { name: "Compare With Earlier Run" })
    .click();
  await part(workbench).page.getByRole("group", { name: "Show" }).waitFor();
  await workbench.clearNotifications();
}
