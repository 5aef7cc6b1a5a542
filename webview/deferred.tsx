import * as l10n from "@vscode/l10n";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useReducer } from "preact/hooks";
import type { Failure } from "../src/protocol/failure";
import type * as deferredParts from "./deferredParts";
import { FailureAlert } from "./explorer/FailureAlert";
import type { Session } from "./session";

/** The parts of the page that are not needed for its first paint. */
type DeferredParts = typeof deferredParts;

let parts: DeferredParts | undefined;
let failed = false;
let loading: Promise<void> | undefined;
const waiting = new Set<(change: undefined) => void>();

/** Fetches the parts unless they are there or on their way; after a failure, again. Never rejects. */
export function loadDeferred(): Promise<void> {
  loading ??= import("./deferredParts")
    .then((module) => {
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

/** Fetches the parts, and has them ready to draw. */
export async function prepareDeferred(): Promise<void> {
  await loadDeferred();
  requestIdleCallback(() => parts?.warmCards());
}

interface DeferredProps {
  /** Stands there until the parts have come, in the same place and size. */
  readonly fallback: ComponentChildren;
  readonly onRun: Session["run"];
  readonly children: (parts: DeferredParts) => ComponentChildren;
}

/** The parts as soon as they are there; fetched where they are wanted. */
export function useParts(wanted = true): DeferredParts | undefined {
  const [, redraw] = useReducer((version: number) => version + 1, 0);
  // In the same turn as the drawing: parts that arrive between the two would never be heard of.
  useLayoutEffect(() => {
    waiting.add(redraw);
    if (wanted && !parts) void loadDeferred();
    return () => void waiting.delete(redraw);
  }, [wanted]);
  return parts;
}

/** Draws with the deferred parts as soon as they are there; says so where they cannot be loaded. */
export function Deferred({ fallback, onRun, children }: DeferredProps) {
  const parts = useParts();
  if (parts) return <>{children(parts)}</>;
  if (!failed) return <>{fallback}</>;
  return (
    <FailureAlert
      failure={notLoaded()}
      retryLabel={l10n.t("Try again")}
      onRetry={() => void loadDeferred()}
      onRun={onRun}
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
