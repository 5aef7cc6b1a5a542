import type { AdRef } from "./ads";
import type { CreditsToday } from "./credits";
import type { ConnectionState, LoadMedia, PanelAct } from "./panel";

/** The only commands that a panel can start. */
export type PanelCommand =
  | "connect"
  | "setApiKey"
  | "useSampleLibrary"
  | "checkConnection"
  | "openSettings"
  | "showLog"
  | "showCredits"
  | "saveSearch"
  | "exportResults"
  | "exportPages"
  | "copyAsCurl";

/** Facts that the host pushes. None asks for an answer. */
export interface PanelFacts {
  connectionChanged: ConnectionState;
  creditsChanged: CreditsToday;
  loadMediaChanged: LoadMedia;
  /** What is owned grew or shrank, in any window: `ownedNow` says what that means for what is shown. */
  ownedChanged: true;
  /** A command wants this panel to show a query. */
  act: PanelAct;
  /** A command wants this panel to open an ad: ask `adDetail` for it (paid unless owned). */
  openAd: AdRef;
}
