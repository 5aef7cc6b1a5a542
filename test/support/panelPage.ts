import assert from "node:assert/strict";
import type { BrowserContext, Locator, Page } from "playwright-core";
import type { AskFrame, HostFrame, Method } from "../../src/protocol/envelope";
import type { PanelMemory, PanelStart } from "../../src/protocol/panel";
import type { Prerendered } from "../../src/protocol/prerender";
import { patienceInMs } from "./hostOutput.mjs";
import { createPanelPageHost, type PanelPageHost } from "./panelPageHost";
import { startPanelPageServer, themeRules, type PanelPageServer } from "./panelPageServer";
import { themes, type ThemeName } from "./panelPageThemes";
import { keepRenderer, sharedChromium } from "./vscode/browser.mjs";

/** One panel in a real browser, with its host. */
export interface PanelPage {
  readonly page: Page;
  readonly host: PanelPageHost;
  /** Sends a frame to the page as the host does. */
  push(frame: HostFrame): Promise<void>;
  /** Changes the theme in place, as VS Code does. */
  setTheme(theme: ThemeName): Promise<void>;
  /** What the page's content security policy has refused so far, and what was thrown in the page. */
  complaints(): Promise<readonly string[]>;
}

export interface PanelPageOptions {
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  /** The page to open; the explorer if absent. */
  readonly panel?: "archive" | "comparison" | "board" | undefined;
  /** What is shown before the page is live. */
  readonly prerendered?: Prerendered;
  /** What the host remembers of the panel. */
  readonly memory?: PanelMemory;
  /** What the answer to `open` has besides the usual. */
  readonly start?: Partial<PanelStart> | undefined;
  /** Changes the host before the panel asks anything. */
  readonly prepare?: (host: PanelPageHost) => void;
  /** Gives the page a clock that the test moves, and its own browser context: the pages of a context share one clock. */
  readonly clock?: true;
  /** Is given the page before it is loaded, to intercept its files or add scripts. */
  readonly route?: (page: Page) => Promise<unknown>;
}

const shared = Symbol.for("adLibrary.tests.panelPages");

/** Panel pages that share a server and a browser context. */
export class PanelPages {
  private constructor(
    private readonly context: BrowserContext,
    private readonly server: PanelPageServer,
  ) {}

  static async start(browser = sharedChromium(), dist?: string): Promise<PanelPages> {
    const context = await (await browser).newContext({ reducedMotion: "reduce" });
    context.setDefaultTimeout(patienceInMs);
    return new PanelPages(context, await startPanelPageServer(dist));
  }

  /** The pages that all test files of this process share, with their renderer. They end with the browser. */
  static async shared(): Promise<PanelPages> {
    const kept = globalThis as { [shared]?: Promise<PanelPages> };
    kept[shared] ??= PanelPages.start().then(async (pages) => {
      await keepRenderer(pages.context, pages.server.origin);
      return pages;
    });
    // Each test file is a bundle with its own copy of the classes that its hosts throw.
    const { context, server } = await kept[shared];
    return new PanelPages(context, server);
  }

  async close(): Promise<void> {
    await this.context.close();
    await this.server.close();
  }

  /** Opens a panel in a window of its own. The test closes its page. */
  async open({
    theme = "dark",
    width = 1280,
    height = 900,
    panel,
    prerendered,
    memory,
    start,
    prepare,
    clock,
    route,
  }: PanelPageOptions = {}): Promise<PanelPage> {
    const page = await (clock ? this.context.browser()!.newPage({ reducedMotion: "reduce" }) : this.context.newPage());
    page.setDefaultTimeout(patienceInMs);
    await page.setViewportSize({ width, height });
    if (clock) await page.clock.install();
    await route?.(page);
    const host = createPanelPageHost(this.server.origin);
    const { open } = host.rows;
    host.rows.open = async (asked, signal) => ({ ...(await open(memory ? { memory } : asked, signal)), ...start });
    prepare?.(host);
    const thrown: string[] = [];
    page.on("pageerror", (error) => thrown.push(error.stack ?? error.message));
    const push = async (frame: HostFrame) => {
      // As a text: code with large objects takes long to compile.
      if (!page.isClosed()) await page.evaluate((text) => postMessage(JSON.parse(text), "*"), JSON.stringify(frame));
    };
    this.server.prerendered = prerendered;
    await page.exposeFunction("toHost", (frame: AskFrame) => host.take(frame, push));
    await page.goto(`${this.server.origin}/panel?theme=${theme}&panel=${panel ?? "explorer"}`);
    const complaints = async () => [...thrown, ...(await page.evaluate<string[]>("violations"))];
    const setTheme = (name: ThemeName) =>
      page.evaluate(
        async ([rules, kind]) => {
          document.querySelector("#theme")!.textContent = rules;
          document.body.className = kind;
          document.body.dataset.vscodeThemeKind = kind;
          // The toolkit notices the class and colors its elements with the next frame.
          for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
        },
        [themeRules(name), themes[name].kind] as const,
      );
    return { page, host, push, setTheme, complaints };
  }
}

/** The page that each test of a file opens, and what tests do with it. */
export interface PanelInUse extends PanelPage {
  /**
   * Opens a page in place of the one before. After the test it is closed; the test fails if the page had complaints.
   */
  readonly show: (options?: PanelPageOptions) => Promise<void>;
  /** Does the same, and waits for the explorer's form. */
  readonly open: (options?: PanelPageOptions) => Promise<void>;
  readonly button: (name: string | RegExp) => Locator;
  readonly results: () => Locator;
  /** Searches with the form as it is, and waits for the first page. */
  readonly search: () => Promise<void>;
  /** The questions that may cost credits, in order. */
  readonly paid: () => PanelPageHost["asked"];
  /** What the page asked by a method, once it asked this often (once if absent). */
  readonly asked: (method: Method, count?: number) => Promise<readonly unknown[]>;
}

/** Gives each test of the enclosing suite a page of its own. */
export function usePanel(): PanelInUse {
  let panel: PanelPage | undefined;
  const current = () => panel ?? assert.fail("No page was opened.");
  const close = async () => {
    if (panel === undefined) return;
    const [closing, complaints] = [panel, await panel.complaints()];
    panel = undefined;
    await closing.page.close();
    assert.deepEqual(complaints, []);
  };
  afterEach(close);
  const used: PanelInUse = {
    get page() {
      return current().page;
    },
    get host() {
      return current().host;
    },
    push: (frame) => current().push(frame),
    setTheme: (theme) => current().setTheme(theme),
    complaints: () => current().complaints(),
    show: async (options) => {
      await close();
      panel = await (await PanelPages.shared()).open(options);
    },
    open: async (options) => {
      await used.show(options);
      await used.page.getByRole("form", { name: "Search ads" }).waitFor();
    },
    button: (name) => used.page.getByRole("button", { name, exact: true }),
    results: () => used.page.getByRole("region", { name: "Results" }),
    search: async () => {
      await used.button("Search, 100 credits").click();
      await used.results().getByText("18 ads, 1 page").waitFor();
    },
    paid: () => used.host.asked.filter(({ method, free }) => (method === "search" && !free) || method === "adDetail"),
    asked: (method, count = 1) => current().host.questions(method, count),
  };
  return used;
}
