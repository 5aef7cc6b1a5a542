// The scenes that the documentation's pictures show. `test/run/screenshots.mjs` takes the pictures.
import { spawn } from "node:child_process";
import { once } from "node:events";
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

const shoes = {
  $schema: "adlibrary-schema:/search.json",
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
  "guide-terminal": {
    play: async (workbench) => {
      await searchFile(workbench, "shoes.adsearch.json", shoes);
      await workbench.openView();
      await workbench.treeItem("Running shoes").click();
      await workbench.runCommand("Terminal: Create New Terminal");
      await workbench.page.locator(".terminal-wrapper.active .xterm-screen").click();
      const ended = workbench.page.locator(".terminal-wrapper.active .codicon-terminal-decoration-success");
      /** @param {string} line @param {number} count how many commands have ended with it */
      const enter = async (line, count) => {
        await workbench.page.keyboard.type(line);
        await workbench.page.keyboard.press("Enter");
        await ended.nth(count - 1).waitFor();
      };
      await enter("PS1='$ '", 1);
      await workbench.runCommand("Terminal: Clear");
      await ended.first().waitFor({ state: "hidden" });
      await workbench.page.locator(".terminal-wrapper.active .xterm-screen").click();
      await enter("ad-library plan shoes.adsearch.json", 1);
      await enter("ad-library run shoes.adsearch.json --max-credits 200 --out - > shoes.ndjson", 2);
      await enter("ad-library plan shoes.adsearch.json", 3);
      await workbench.page.locator(".codelens-decoration a", { hasText: "Show owned results" }).waitFor();
    },
  },
  "guide-runs": {
    settings: {},
    play: async (workbench) => {
      const library = await standingLibrary();
      try {
        await runs(workbench, library);
      } finally {
        library.stop();
      }
    },
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
      await workbench.page.getByRole("treeitem", { name: "new-per-week.sql" }).dblclick();
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

/** @param {Workbench} workbench @param {Awaited<ReturnType<typeof standingLibrary>>} library */
async function runs(workbench, library) {
  await workbench.runCommand("Ad Library: Connect…");
  await workbench.answer(library.url, "Base URL of the Ad Library Search API");
  await workbench.answer(library.key, "API Key for");
  await workbench.notification("Connected to").waitFor();
  await workbench.clearNotifications();
  await search(workbench);
  await workbench.runCommand("Ad Library: Save Search…");
  await workbench.answer("Competitors");
  await workbench.treeItem("Competitors").waitFor();
  for (const round of ["baseline", "check"]) {
    await workbench.runCommand("Ad Library: Check for New Ads…");
    await workbench.answer("500", "The most credits to spend");
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
