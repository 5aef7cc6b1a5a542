import { mkdir, mkdtemp, readFile, rename, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { loadedPictures } from "./loadedPictures.mjs";
import { themes } from "./themes.mjs";
import { callNeighbor, forgetNeighbor } from "./vscode/neighbor.mjs";
import { writeSettings } from "./vscode/server.mjs";

const pageOfAds = 18;

/** The folder for screenshots. */
export const artifacts = resolve("out/artifacts");

/**
 * @typedef {object} Place
 * @property {import("playwright-core").Page} page
 * @property {string} folder of the server's data
 * @property {string} workspace the open folder
 * @property {string} origin of the server
 * @property {() => Promise<import("playwright-core").Page>} newPage for another window
 * @property {(() => Promise<unknown>)[]} undo steps that end the workbench
 */

/** A running workbench, with the few things that tests do to VS Code itself. They do the rest through `page`. */
export class Workbench {
  /** @type {Place | undefined} */
  #opened;
  /** @type {Workbench[]} */
  #others = [];

  /** @param {Place} [place] absent until `open` */
  constructor(place) {
    this.#opened = place;
  }

  /** @param {Place} place */
  open(place) {
    this.#opened = place;
  }

  get #place() {
    if (this.#opened === undefined) throw new Error("The window is not open yet.");
    return this.#opened;
  }

  get page() {
    return this.#place.page;
  }

  /** The absolute path of the open folder. */
  get workspace() {
    return this.#place.workspace;
  }

  /** The folder of the server's data: `data/User/globalStorage` holds what the extension keeps. */
  get dataFolder() {
    return this.#place.folder;
  }

  /**
   * Loads the page (or reloads it) and waits until the extension's view can be opened.
   * @param {string} [workspaceFile] a `.code-workspace` file to open instead of the folder
   */
  async load(workspaceFile) {
    const { origin, workspace } = this.#place;
    const what = workspaceFile
      ? `workspace=${encodeURIComponent(workspaceFile)}`
      : `folder=${encodeURIComponent(workspace)}`;
    await forgetNeighbor(workspace);
    await this.page.goto(`${origin}/?${what}`, { waitUntil: "commit" });
    await this.viewTab().waitFor();
  }

  /**
   * Opens another window of the same person, on a folder of its own. It ends with this one.
   * @returns {Promise<Workbench>}
   */
  async anotherWindow() {
    const workspace = await mkdtemp(`${this.#place.workspace}-`);
    const another = new Workbench({ ...this.#place, page: await this.#place.newPage(), workspace, undo: [] });
    this.#others.push(another);
    await another.load();
    return another;
  }

  /**
   * Makes another extension run a command.
   * @template T
   * @param {string} command
   * @param {...unknown} args as JSON carries them
   * @returns {Promise<T>} what the command answers
   */
  call(command, ...args) {
    return callNeighbor(this.workspace, command, args);
  }

  /**
   * Does the same for a command that may cost credits: the person agrees to each question that comes. A search whose
   * last answer can't be read has two.
   * @template T
   * @param {string} command
   * @param {...unknown} args as JSON carries them
   * @returns {Promise<T>} what the command answers
   */
  async callAgreed(command, ...args) {
    let over = false;
    const ended = this.call(command, ...args).finally(() => (over = true));
    const agree = async () => {
      while (!over) {
        const spend = await this.dialog()
          .getByRole("button", { name: /^Spend [\d,]+ Credits$/ })
          .elementHandle();
        if (over) return;
        await spend?.click();
        await spend?.waitForElementState("hidden");
      }
    };
    agree().catch(() => undefined);
    return ended;
  }

  /** The extension's tab in the activity bar. */
  viewTab() {
    return this.page.getByRole("tab", { name: "Ad Library", exact: true });
  }

  /** Opens the Ad Library view, if it is not open. */
  async openView() {
    if ((await this.viewTab().getAttribute("aria-selected")) !== "true") await this.viewTab().click();
    await this.page
      .getByRole("tree", { name: "Platforms" })
      .or(this.page.locator(".welcome-view-content"))
      .first()
      .waitFor();
  }

  /** Opens the Ad Library view and enters the key of the library in the settings. @param {string} key */
  async connect(key) {
    await this.openView();
    await this.runCommand("Ad Library: Set API Key…");
    await this.answer(key);
    await this.notification("Connected to").waitFor();
  }

  /**
   * Searches a platform as a person does, and waits until the first page of ads is on the screen with its pictures.
   * @param {string} platform
   * @returns {Promise<number>} the number of ads on a page
   */
  async showAds(platform) {
    await this.openView();
    await this.treeItem(platform).click();
    await this.explorer().getByRole("button", { name: "Search, 100 credits" }).click();
    await loadedPictures(this.explorer(), pageOfAds);
    return pageOfAds;
  }

  /** Unfolds the form, which a search folds where there is little room. */
  async showFilters() {
    await this.explorer().getByRole("button", { name: "Show filters", exact: true }).click();
  }

  /**
   * An entry of the tree views.
   * @param {string} name what its label starts with
   */
  treeItem(name) {
    return this.page.getByRole("treeitem", { name: new RegExp(`^${escape(name)}`) });
  }

  /**
   * Runs a command as a person does: opens the command palette, types its title, and presses Enter.
   * @param {string} title with its category, such as `Ad Library: Search Ads…`
   */
  async runCommand(title) {
    await tried(async (patience) => {
      await this.#openPalette(title, patience);
      await this.quickPick(title).click(patience);
    });
    // A question of the command would appear in the same field, which may be filled only once the palette is gone.
    await this.page.waitForFunction(`![...document.querySelectorAll(".quick-input-widget input")]
      .some((field) => field.checkVisibility() && field.value.startsWith(">"))`);
  }

  /**
   * Runs a command that shows a list, and clicks a row there. The list must stay when VS Code, as the palette closes,
   * gives the focus back to the panel.
   * @param {string} title with its category
   * @param {string} text of the row
   */
  async runAndChoose(title, text) {
    await this.runCommand(title);
    await this.page.locator(".quick-input-list .monaco-list-row", { hasText: text }).click();
  }

  /**
   * Chooses an entry of a row's menu and, if it shows a list, an option there.
   * @param {string} row what its label starts with
   * @param {string} entry
   * @param {string} [option] what it starts with
   */
  async chooseFromMenu(row, entry, option) {
    await this.treeItem(row).click({ button: "right" });
    // A menu takes a click only once the mouse has rested on it.
    await this.page.getByRole("menuitem", { name: entry }).hover();
    await this.page.locator(".monaco-menu .action-item.focused").filter({ hasText: entry }).waitFor();
    await this.page.keyboard.press("Enter");
    if (option !== undefined) await this.quickPick(option).click();
  }

  /**
   * Whether the command palette has a command.
   * @param {string} title with its category
   */
  async offers(title) {
    await tried((patience) => this.#openPalette(title, patience));
    const rows = this.page.locator(".quick-input-widget:visible");
    const none = rows.getByText("similar commands").or(rows.getByText("No matching commands"));
    await this.quickPick(title).or(none).first().waitFor();
    const offered = (await this.quickPick(title).count()) > 0;
    await this.page.keyboard.press("Escape");
    await this.quickInput().waitFor({ state: "hidden" });
    return offered;
  }

  /**
   * Opens the palette and types into it. An editor that takes the focus as it opens closes the palette; then the caller
   * has to try again. A page of a panel may keep the focus and the key, so it loses the focus before that.
   * @param {string} text
   * @param {{ timeout?: number }} patience
   */
  async #openPalette(text, patience) {
    await this.page.keyboard.press("F1");
    await this.quickInput()
      .fill(`>${text}`, patience)
      .catch(async (/** @type {unknown} */ error) => {
        await this.page.evaluate("document.activeElement?.blur()");
        throw error;
      });
  }

  /** The text field of the quick input (palette, input box, pick list). */
  quickInput() {
    return this.page.locator(".quick-input-widget:visible .quick-input-box input");
  }

  /**
   * A row of the quick pick.
   * @param {string} label what it starts with
   */
  quickPick(label) {
    return this.page
      .locator(".quick-input-widget")
      .getByRole("option", { name: new RegExp(`^${escape(label)}`) })
      .first();
  }

  /**
   * Answers the quick input with a text.
   * @param {string} text
   * @param {string} [question] its prompt or title, if several questions follow each other
   */
  async answer(text, question) {
    if (question !== undefined) await this.page.locator(".quick-input-widget:visible").getByText(question).waitFor();
    await this.quickInput().fill(text);
    await this.page.keyboard.press("Enter");
  }

  /** As if a search had been watched since last week. @param {string} [name] all of them if absent */
  async makeWatchesDue(name) {
    const storage = "data/User/globalStorage/ad-library-explorer.ad-library-explorer";
    const file = join(this.dataFolder, storage, "watches/watches.json");
    /** @type {{ watches: { name: string }[] }} */
    const state = JSON.parse(await readFile(file, "utf8"));
    const from = new Date(Date.now() - 8 * 86_400_000).toISOString();
    const isIt = (/** @type {{ name: string }} */ one) => name === undefined || one.name === name;
    const watches = state.watches.map((each) => (isIt(each) ? { ...each, from } : each));
    await writeFile(`${file}.new`, JSON.stringify({ ...state, watches }));
    await rename(`${file}.new`, file);
  }

  /** Names the file in the dialog that asks where to save. @param {string} file its absolute path */
  saveAs(file) {
    return this.#enterPath(file, "[.](?:json|ndjson|csv|zip)$", "OK");
  }

  /**
   * The text of the clipboard, once it contains this part. The page must be allowed to read it.
   * @param {string} part
   * @returns {Promise<string>}
   */
  async copied(part) {
    for (;;) {
      const text = await this.page.evaluate("navigator.clipboard.readText()");
      if (String(text).includes(part)) return String(text);
    }
  }

  /**
   * Names the file in the dialog that asks which to open.
   * @param {string} file its absolute path
   * @param {string} button what the dialog's button says
   */
  openFile(file, button) {
    return this.#enterPath(file, "/$", button);
  }

  /**
   * Types a path into VS Code's own file dialog. It replaces the path by what it proposes if it reads the folder late, so
   * this tries again until the dialog is gone.
   * @param {string} file
   * @param {string} proposed pattern of the path that it fills in first
   * @param {string} button
   */
  async #enterPath(file, proposed, button) {
    await this.page.waitForFunction(`[...document.querySelectorAll(".quick-input-widget input")]
      .some((field) => field.checkVisibility() && new RegExp(${JSON.stringify(proposed)}).test(field.value))`);
    const accept = this.page.locator(".quick-input-widget:visible").getByRole("button", { name: button, exact: true });
    await tried(async (patience) => {
      if (await accept.isHidden()) return;
      await this.quickInput().fill(file, patience);
      await accept.click(patience);
      await accept.waitFor({ state: "hidden", ...patience });
    });
  }

  /**
   * Drags a row of the tree onto another one. A tree that is drawn again meanwhile ends the drag, so this tries again.
   * @param {string} label
   * @param {string} onto the other one's label
   */
  async dragRow(label, onto) {
    const { mouse } = this.page;
    await tried(async (patience) => {
      // Also ends a drag that was left hanging.
      await mouse.up();
      await this.treeItem(label).hover(patience);
      await mouse.down();
      const box = await this.treeItem(onto).boundingBox();
      for (const y of [4, 6, 8]) await mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + y);
      await this.page.locator(".drop-target").waitFor(patience);
      await mouse.up();
    });
  }

  /**
   * A notification that contains a text.
   * @param {string | RegExp} text
   */
  notification(text) {
    return this.page.locator(".notification-list-item").filter({ hasText: text }).first();
  }

  /** Clears all notifications. */
  async clearNotifications() {
    await this.call("notifications.clearAll");
    await this.page.locator(".notification-list-item").first().waitFor({ state: "hidden" });
  }

  /**
   * An entry of the status bar.
   * @param {string | RegExp} text that it contains
   */
  statusBar(text) {
    return this.page.locator(".statusbar-item").filter({ hasText: text }).first();
  }

  /** The modal dialog. */
  dialog() {
    return this.page.locator(".monaco-dialog-box");
  }

  /** The document of the explorer panel that is on the screen: a webview is an iframe in an iframe. */
  explorer() {
    const outer = 'iframe.webview.ready[src*="extensionId=ad-library-explorer.ad-library-explorer"]:visible';
    return this.page.frameLocator(outer).frameLocator("iframe#active-frame");
  }

  /**
   * Waits until VS Code has stored something for this workspace. It stores now and then, and when the person turns to
   * another window, as here, but not when its page is left.
   * @param {string | RegExp} part of its JSON
   * @param {"extension" | "editors"} [of] whose storage: what the extension keeps, or what its panels remember
   */
  async stored(part, of = "extension") {
    const key = of === "extension" ? "ad-library-explorer.ad-library-explorer" : "memento/workbench.parts.editor";
    for (;;) {
      await this.page.evaluate(lookAway);
      // JSON inside JSON is escaped once more at each level.
      const texts = (await this.page.evaluate(storedUnder, key)).map((kept) => kept.replaceAll("\\", ""));
      if (texts.some((text) => (typeof part === "string" ? text.includes(part) : part.test(text)))) return;
      await delay(100);
    }
  }

  /**
   * Leaves the page as if it had ended before VS Code stored what its panels remember. `load` brings the window back.
   * @param {string} [stored] what VS Code had stored about its editors by then (`editorsStored`); if absent, nothing
   * about panels
   */
  async endSuddenly(stored) {
    await this.page.goto(`${this.#place.origin}/version`);
    await this.page.evaluate(forgetPanelMemories, stored);
  }

  /** What VS Code has stored about its editors. */
  async editorsStored() {
    const kept = await this.page.evaluate(storedUnder, "memento/workbench.parts.editor");
    return kept.find((one) => one.includes("mainThreadWebview")) ?? "";
  }

  /** Changes the color theme and waits until it is on the screen. @param {import("./themes.mjs").Theme} theme */
  async setTheme(theme) {
    await writeSettings(this.dataFolder, { "workbench.colorTheme": themes[theme].name });
    await this.page.locator(`.monaco-workbench.${themes[theme].class}`).waitFor();
  }

  /** Changes settings of the person, as the settings editor does. @param {Record<string, unknown>} settings */
  change(settings) {
    return this.call("settings.update", settings);
  }

  /** Saves a screenshot of the window in `out/artifacts`. @param {string} name without extension */
  async screenshot(name) {
    await mkdir(artifacts, { recursive: true });
    await this.page.screenshot({ path: join(artifacts, `${name}.png`) });
  }

  /**
   * After a failed test: saves a screenshot of each window, and prints what VS Code asks and tells, including
   * notifications that it has hidden.
   * @param {{ title: string, isFailed(): boolean } | undefined} test
   */
  async keepFailure(test) {
    if (!test?.isFailed()) return;
    const name = `failed-${test.title.slice(0, 40).replaceAll(/\W+/g, "-")}`;
    for (const [at, window] of [this, ...this.#others].entries()) await window.#keepAs(`${name}-${at + 1}`);
  }

  /** @param {string} name */
  async #keepAs(name) {
    await this.screenshot(name);
    const told = this.page.locator(".quick-input-widget:visible, .notification-list-item, .monaco-dialog-box");
    const texts = async () => (await told.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " "));
    console.log("On the screen:", await texts());
    // Including those that VS Code has hidden.
    const bell = this.page.locator(".statusbar-item").locator(".codicon-bell, .codicon-bell-dot").first();
    await bell.click({ timeout: 4_000 }).catch(() => undefined);
    console.log("With hidden notifications:", await texts());
  }

  /** Ends the workbench and removes what it stored. */
  async dispose() {
    for (const step of this.#opened?.undo.splice(0) ?? []) await step();
  }
}

/**
 * Tries an act a few times: briefly at first, and the last time for as long as tests wait for anything.
 * @param {(patience: { timeout?: number }) => Promise<void>} act
 */
async function tried(act) {
  for (let left = 4; left > 0; left -= 1) {
    const done = await act({ timeout: 4_000 }).then(
      () => true,
      () => false,
    );
    if (done) return;
  }
  await act({});
}

/** @param {string} text */
const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Runs in the page: as if the person turned to another window and back, upon which VS Code stores what is open. */
function lookAway() {
  const { document, Event } = globalThis;
  for (const focused of [false, true]) {
    document.hasFocus = () => focused;
    document.dispatchEvent(new Event("visibilitychange"));
  }
  Reflect.deleteProperty(document, "hasFocus");
}

/** Runs in the page: finds what VS Code has stored under a key. @param {string} key */
async function storedUnder(key) {
  /** @type {<T>(request: IDBRequest<T>) => Promise<T>} */
  const answer = (request) =>
    new Promise((answered) => request.addEventListener("success", () => answered(request.result)));
  const found = [];
  for (const { name } of await globalThis.indexedDB.databases()) {
    if (!name?.startsWith("vscode-web-state-db")) continue;
    const database = await answer(globalThis.indexedDB.open(name));
    const items = database.transaction("ItemTable").objectStore("ItemTable");
    found.push(String(await answer(items.get(key))));
    database.close();
  }
  return found;
}

/** Runs in a page of the same origin: removes what panels remember from what VS Code has stored about its editors. */
/** @param {string} [stored] */
async function forgetPanelMemories(stored) {
  /** @type {<T>(request: IDBRequest<T>) => Promise<T>} */
  const answer = (request) =>
    new Promise((answered) => request.addEventListener("success", () => answered(request.result)));
  /** @type {(name: string, value: unknown) => unknown} */
  const withoutMemory = (name, value) => {
    if (name !== "value" || typeof value !== "string" || !value.includes("mainThreadWebview")) return value;
    return JSON.stringify({ ...JSON.parse(value), state: undefined });
  };
  const key = "memento/workbench.parts.editor";
  for (const { name } of await globalThis.indexedDB.databases()) {
    if (!name?.startsWith("vscode-web-state-db")) continue;
    const database = await answer(globalThis.indexedDB.open(name));
    const items = () => database.transaction("ItemTable", "readwrite").objectStore("ItemTable");
    const kept = await answer(items().get(key));
    const left = stored ?? (kept && JSON.stringify(JSON.parse(kept, withoutMemory)));
    if (kept) await answer(items().put(left, key));
    database.close();
  }
}
