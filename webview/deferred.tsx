import * as l10n from "@vscode/l10n";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useReducer } from "preact/hooks";
import type { Failure } from "../src/protocol/failure";
import type * as deferredParts from "./deferredParts";
import { FailureAlert } from "./explorer/FailureAlert";
import type { PageSession } from "./session";

/** The parts of the page that are not needed for its first paint. */
type DeferredParts = typeof deferredParts;

let parts: DeferredParts | undefined;
let failed = false;
let loading: Promise<void> | undefined;
const waiting = new Set<(change: undefined) => void>();

/** Fetches the parts unless they are loaded or loading; retries after a failure. Never rejects. */
export function loadDeferred(): Promise<void> {
  loading ??= Promise.all([import("./deferredParts"), loadStyle()])
    .then(([module]) => {
      parts = module;
      failed = false;
    })
    .catch(() => {
      failed = true;
      loading = undefined;
    })
    .finally(() => {
      for (const redraw of waiting) redraw(undefined);
    });
  return loading;
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

/** Fetches the parts and prepares them for drawing. */
export async function prepareDeferred(): Promise<void> {
  await loadDeferred();
  requestIdleCallback(() => parts?.warmCards());
}

interface DeferredProps {
  /** Shown until the parts have loaded, in the same place and size. */
  readonly fallback: ComponentChildren;
  readonly onCommand: PageSession["run"];
  readonly children: (parts: DeferredParts) => ComponentChildren;
}

/** The parts once loaded; fetched if wanted. */
export function useParts(wanted = true): DeferredParts | undefined {
  const [, redraw] = useReducer((version: number) => version + 1, 0);
  // In the same turn as the drawing; otherwise, parts that arrive in between would go unnoticed.
  useLayoutEffect(() => {
    waiting.add(redraw);
    if (wanted && !parts) void loadDeferred();
    return () => void waiting.delete(redraw);
  }, [wanted]);
  return parts;
}

/** Draws with the deferred parts once they are loaded; reports if they cannot be. */
export function Deferred({ fallback, onCommand, children }: DeferredProps) {
  const parts = useParts();
  if (parts) return <>{children(parts)}</>;
  if (!failed) return <>{fallback}</>;
  return (
    <FailureAlert
      failure={notLoaded()}
      retryLabel={l10n.t("Try again")}
      onRetry={() => void loadDeferred()}
      onCommand={onCommand}
    />
  );
}

/** An update of the extension removes the files this page came from. */
function notLoaded(): Failure {
  const message = l10n.t(
    "Part of this panel couldn't be loaded. Close the panel and open it again. What you own is shown again for 0 credits.",
  );
  return { code: "unexpected", charge: "none", message };
}
