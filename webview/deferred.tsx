import * as l10n from "@vscode/l10n";
import { type ComponentChildren, createContext } from "preact";
import { useContext, useLayoutEffect, useMemo, useReducer } from "preact/hooks";
import type { Failure } from "../src/protocol/failure";
import type * as deferredParts from "./deferredParts";
import { FailureAlert } from "./explorer/FailureAlert";
import { prices } from "../src/protocol/credits";
import { overBudget, Page } from "./panes";
import type { PageSession } from "./session";
import type { PanelState } from "./state";

/** The parts of the page that are not needed for its first paint. */
export type DeferredParts = typeof deferredParts;

/** Fetches the parts, and redraws what waits for them. */
export class DeferredLoader {
  /** Once they are loaded. */
  parts: DeferredParts | undefined;
  failed = false;
  private loading: Promise<void> | undefined;
  private readonly waiting = new Set<(change: undefined) => void>();

  /** Fetches the parts unless they are loaded or loading. Never rejects. */
  load(): Promise<void> {
    this.loading ??= Promise.all([import("./deferredParts"), loadStyle()])
      .then(([module]) => {
        this.parts = module;
        this.failed = false;
      })
      .catch(() => {
        this.failed = true;
        this.loading = undefined;
      })
      .finally(() => {
        for (const redraw of this.waiting) redraw(undefined);
      });
    return this.loading;
  }

  /** Tries again after a try that failed, or that is under way and fails. */
  async retry(): Promise<void> {
    await this.loading;
    await this.load();
  }

  /** Fetches the parts and prepares them for drawing. */
  async prepare(): Promise<void> {
    await this.load();
    requestIdleCallback(() => this.parts?.warmCards());
  }

  /** Redraws after each try to load the parts, until the returned function is called; fetches them if wanted. */
  follow(redraw: (change: undefined) => void, wanted: boolean): () => void {
    this.waiting.add(redraw);
    if (wanted && !this.parts) void this.load();
    return () => void this.waiting.delete(redraw);
  }
}

/** What fetches the parts for this page. Absent where a page is pre-rendered. */
const Loader = createContext<DeferredLoader | undefined>(undefined);

interface PageFrameProps {
  readonly deferred: DeferredLoader;
  readonly state: PanelState;
  readonly session: PageSession;
  readonly children: ComponentChildren;
}

/** What the content of every panel is drawn within. */
export function PageFrame({ deferred, state, session, children }: PageFrameProps) {
  const { loadMedia, mediaHosts } = state;
  const noBudget = overBudget(state, prices.adDetail);
  const page = useMemo(
    () => ({ session, loadMedia, mediaHosts, noBudget }),
    [session, loadMedia, mediaHosts, noBudget],
  );
  return (
    <Loader.Provider value={deferred}>
      <Page.Provider value={page}>{children}</Page.Provider>
    </Loader.Provider>
  );
}

/** The parts' style sheet, whose URL the host wrote into the page. */
function loadStyle(): Promise<void> {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = document.getElementById("app")?.dataset.deferred ?? "";
  return new Promise((resolve, reject) => {
    link.onload = () => {
      resolve();
    };
    link.onerror = () => {
      link.remove();
      reject(new Error("The style of the deferred parts could not be loaded"));
    };
    document.head.append(link);
  });
}

interface DeferredProps {
  /** Shown until the parts have loaded, in the same place and size. */
  readonly fallback: ComponentChildren;
  readonly children: (parts: DeferredParts) => ComponentChildren;
}

/** The parts once loaded; fetched if wanted. */
export function useParts(wanted = true): DeferredParts | undefined {
  const loader = useContext(Loader);
  const [, redraw] = useReducer((version: number) => version + 1, 0);
  // In the same tick as the drawing; otherwise, parts that arrive in between would go unnoticed.
  useLayoutEffect(() => loader?.follow(redraw, wanted), [loader, wanted]);
  return loader?.parts;
}

/** Draws with the deferred parts once they are loaded; reports if they cannot be. */
export function Deferred({ fallback, children }: DeferredProps) {
  const loader = useContext(Loader);
  const parts = useParts();
  if (parts) return <>{children(parts)}</>;
  if (!loader?.failed) return <>{fallback}</>;
  return <FailureAlert failure={notLoaded()} retryLabel={l10n.t("Try again")} onRetry={() => void loader.retry()} />;
}

/** An update of the extension removes the files this page came from. */
function notLoaded(): Failure {
  const message = l10n.t(
    "Part of this panel couldn't be loaded. Close the panel and open it again. What you bought is shown again for 0 credits.",
  );
  return { code: "unexpected", charge: "none", message };
}
