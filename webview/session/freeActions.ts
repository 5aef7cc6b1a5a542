import type { AdRef, AdSighting } from "../../src/protocol/ads";
import type { Params } from "../../src/protocol/envelope";
import type { AdCriteria } from "../../src/protocol/owned";
import type { LinkName, PanelCommand } from "../../src/protocol/panel";
import type { Host } from "../host";
import type { FreeAction } from "../state/panelState";
import type { PanelStore } from "../store";
import { failureOf } from "./failureOf";

/** Actions that neither cost nor change what the panel shows. */
export interface FreeActions {
  readonly run: (command: PanelCommand, ads?: readonly AdRef[]) => void;
  readonly openLink: (ad: AdRef, link: LinkName) => void;
  readonly copyLink: (ad: AdRef, link: LinkName) => void;
  readonly copyText: (text: string) => void;
  /** Opens the archive's panel with criteria. */
  readonly findOwned: (criteria: AdCriteria) => void;
  /** Writes a table of owned ads to a place that a person chooses. */
  readonly saveTable: (table: Params<"saveTable">) => void;
  /** All fetches in which an ad was seen, oldest first. */
  readonly adHistory: (ad: AdRef) => Promise<readonly AdSighting[]>;
  /** The owned answer as the service sent it, pretty-printed. */
  readonly rawDetail: (ad: AdRef) => Promise<string>;
}

/** The free actions over a host. A failure is shown until an action of its kind succeeds. */
export function freeActions(host: Host, store: PanelStore): FreeActions {
  const tell = (action: FreeAction, asked: Promise<unknown>) => {
    asked.then(
      () => store.dispatch({ type: "actionDone", action }),
      (error: unknown) => store.dispatch({ type: "actionFailed", action, failure: failureOf(error) }),
    );
  };
  return {
    run: (command, ads) => tell("command", host.ask("run", { command, ...(ads && { ads }) })),
    openLink: (ad, link) => tell("link", host.ask("openLink", { ad, link })),
    copyLink: (ad, link) => tell("copy", host.ask("copyLink", { ad, link })),
    copyText: (text) => tell("copy", host.ask("copyText", { text })),
    findOwned: (criteria) => tell("command", host.ask("findOwned", { criteria })),
    saveTable: (table) => tell("command", host.ask("saveTable", table)),
    adHistory: (ad) => host.ask("adHistory", { ad }),
    rawDetail: async (ad) => (await host.ask("rawDetail", { ad })).text,
  };
}
