import * as l10n from "@vscode/l10n";
import type { FilterItem } from "../../src/protocol/filters";
import type { PanelMemory, PanelStart, ToldProblems } from "../../src/protocol/panel";
import type { PlatformToken } from "../../src/protocol/platforms";
import type { SearchQuery } from "../../src/protocol/search";
import { AskFailed, type Host } from "../host";
import { sentOf } from "../state/disablesOthers";
import type { PanelStore } from "../store";
import { failureOf } from "./failureOf";

/** The free actions around the form: opening, other platforms, items, preview, checks. */
export interface FormActions {
  /** Returns what a command handed over, if anything. */
  readonly openPanel: () => Promise<Pick<PanelStart, "handover" | "openAd" | "running">>;
  /** Shows the form of a platform; `draft` fills it, otherwise the draft last left there, otherwise its defaults. */
  readonly askForm: (platform: PlatformToken, draft?: SearchQuery, left?: ToldProblems, anew?: true) => Promise<void>;
  readonly filterItems: (filter: string, text: string, signal: AbortSignal) => Promise<readonly FilterItem[]>;
  /** Has the host check the draft, and keeps the body that it would send or its problems. */
  readonly checkDraft: () => Promise<void>;
}

/** A memory that the host cannot read must not prevent the panel from opening. */
async function askOpen(host: Host, memory?: PanelMemory): Promise<PanelStart> {
  try {
    return await host.ask("open", memory ? { memory } : {});
  } catch (error) {
    if (memory && error instanceof AskFailed && error.failure.code === "invalidRequest") return host.ask("open", {});
    throw error;
  }
}

/** The form's actions over a host and a store. */
export function formActions(host: Host, store: PanelStore): FormActions {
  return {
    openPanel: async () => {
      try {
        // The host does not return what it could not read; only what it returns is fit to be shown.
        const start = await askOpen(host, host.recall());
        const { memory } = start;
        if (start.words) l10n.config({ contents: start.words });
        store.dispatch({ type: "opened", start, ...(memory && { memory }) });
        return start;
      } catch (error) {
        store.dispatch({ type: "openFailed", failure: failureOf(error) });
        return {};
      }
    },
    askForm: async (platform, draft, left, anew) => {
      store.dispatch({ type: "formAsked", platform, ...(draft && { draft }), ...(left && { left }) });
      try {
        const form = await host.ask("form", { platform, ...(anew && { anew }) });
        store.dispatch({ type: "formArrived", form, exact: draft !== undefined });
      } catch (error) {
        store.dispatch({ type: "formFailed", platform, failure: failureOf(error) });
      }
    },
    filterItems: (filter, text, signal) =>
      host.ask("filterItems", { platform: store.state.draft.platform, filter, text }, signal),
    checkDraft: async () => {
      const { draft, form } = store.state;
      try {
        const query = sentOf(form, draft);
        const { body } = await host.ask("preview", { query, ...(query !== draft && { draft }) });
        store.dispatch({ type: "draftChecked", draft, body, problems: [] });
      } catch (error) {
        store.dispatch({ type: "draftChecked", draft, problems: failureOf(error).problems ?? [] });
      }
    },
  };
}
