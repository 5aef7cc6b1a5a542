import type { BrowserContext, Page } from "playwright-core";
import type { AskFrame, HostFrame } from "../../src/protocol/envelope";
import { createPanelPageHost, type PanelPageHost } from "./panelPageHost";
import { startPanelPageServer, themeRules, type PanelPageServer } from "./panelPageServer";
import { themes, type ThemeName } from "./panelPageThemes";
import { sharedChromium } from "./vscode/browser.mjs";

/** One panel in a real browser, with its host. */
export interface PanelPage {
  readonly page: Page;
  readonly host: PanelPageHost;
  /** Pushes a frame as the host does. */
  push(frame: HostFrame): Promise<void>;
  /** Changes the theme in place, as VS Code does. */
  setTheme(theme: ThemeName): Promise<void>;
  /** What the page's policy refused so far, and what was thrown in it. */
  complaints(): Promise<readonly string[]>;
}

export interface PanelPageOptions {
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  /** Which page: the explorer without. */
  readonly panel?: "archive" | "comparison" | undefined;
  /** Changes the host's rows before the panel asks anything. */
  readonly prepare?: (host: PanelPageHost) => void;
  /** Comes between the page and its files before it is loaded. */
  readonly route?: (page: Page) => Promise<unknown>;
}

/** The pages of a test file: they share a server, and what the browser compiled. */
export class PanelPages {
  private constructor(
    private readonly context: BrowserContext,
    private readonly server: PanelPageServer,
  ) {}

  static async start(): Promise<PanelPages> {
    const context = await (await sharedChromium()).newContext({ reducedMotion: "reduce" });
    return new PanelPages(context, await startPanelPageServer());
  }

  async close(): Promise<void> {
    await this.context.close();
    await this.server.close();
  }

  /** Opens a panel in a window of its own; the test closes the page. */
  async open({
    theme = "dark",
    width = 1280,
    height = 900,
    panel,
    prepare,
    route,
  }: PanelPageOptions = {}): Promise<PanelPage> {
    const page = await this.context.newPage();
    await page.setViewportSize({ width, height });
    await route?.(page);
    const host = createPanelPageHost(this.server.origin);
    prepare?.(host);
    const thrown: string[] = [];
    page.on("pageerror", (error) => thrown.push(error.stack ?? error.message));
    const push = async (frame: HostFrame) => {
      if (!page.isClosed()) await page.evaluate(`window.postMessage(${JSON.stringify(frame)}, "*")`);
    };
    await page.exposeFunction("toHost", (frame: AskFrame) => host.take(frame, push));
    await page.goto(`${this.server.origin}/panel?theme=${theme}&panel=${panel ?? "explorer"}`);
    const complaints = async () => [...thrown, ...(await page.evaluate<string[]>("violations"))];
    const setTheme = (name: ThemeName) =>
      page.evaluate(
        async ([rules, kind]) => {
          document.querySelector("#theme")!.textContent = rules;
          document.body.className = kind;
          document.body.dataset.vscodeThemeKind = kind;
          // The toolkit notices the class and gives its elements their colors with the next frame.
          for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
        },
        [themeRules(name), themes[name].kind] as const,
      );
    return { page, host, push, setTheme, complaints };
  }
}
