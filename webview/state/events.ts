import type { FormPlace, FreeAction, PanelState, WantedAd } from "./panelState";
import type { AdCard, AdRef } from "../../src/protocol/ads";
import type { CreditsToday } from "../../src/protocol/credits";
import type { Failure } from "../../src/protocol/failure";
import type { FilterForm } from "../../src/protocol/filters";
import type {
  ConnectionState,
  LoadMedia,
  BoughtDetail,
  BoughtHere,
  BoughtSearch,
  PanelMemory,
  PanelStart,
  ScrollPlace,
  ToldProblems,
  View,
} from "../../src/protocol/panel";
import type { AdCriteria } from "../../src/protocol/bought";
import type { PlatformToken } from "../../src/protocol/platforms";
import type { AdState } from "../../src/protocol/runs";
import type { Cursor, FilterValue, SearchPage, SearchQuery } from "../../src/protocol/search";
import type { TableLook } from "../../src/protocol/tableLook";

/** Everything that can happen to the panel. `request` numbers paid requests, so that late answers to older ones are told apart. */
export type PanelEvent =
  | { readonly type: "opened"; readonly start: PanelStart; readonly memory?: PanelMemory }
  | { readonly type: "openFailed"; readonly failure: Failure }
  | { readonly type: "connectionChanged"; readonly connection: ConnectionState }
  | { readonly type: "creditsChanged"; readonly credits: CreditsToday }
  | { readonly type: "loadMediaChanged"; readonly loadMedia: LoadMedia }
  | { readonly type: "mediaHostsChanged"; readonly mediaHosts: readonly string[] }
  | {
      readonly type: "formAsked";
      readonly platform: PlatformToken;
      readonly draft?: SearchQuery;
      readonly left?: ToldProblems;
    }
  | {
      readonly type: "formArrived";
      readonly form: FilterForm;
      /** The draft was given with the question: the form's defaults must not be added to it. */
      readonly exact?: boolean;
    }
  | { readonly type: "formFailed"; readonly platform: PlatformToken; readonly failure: Failure }
  | { readonly type: "chosen"; readonly filter: string; readonly value?: FilterValue }
  | {
      readonly type: "draftReplaced";
      readonly draft: SearchQuery;
      readonly left?: ToldProblems;
      /** The host wanted it, not the person at the form. */
      readonly handed?: boolean;
    }
  | { readonly type: "pagesWanted"; readonly pages: number }
  | { readonly type: "leftOutDismissed" }
  | { readonly type: "undoExpired" }
  | { readonly type: "formFolded"; readonly folded: boolean }
  | { readonly type: "formWanted"; readonly place: FormPlace }
  | { readonly type: "adWanted" }
  | {
      readonly type: "draftChecked";
      readonly draft: SearchQuery;
      readonly body?: string;
      readonly bought?: BoughtSearch | undefined;
      readonly problems: NonNullable<Failure["problems"]>;
    }
  | {
      readonly type: "offered";
      readonly request: number;
      readonly query: SearchQuery;
      readonly bought: readonly BoughtSearch[];
    }
  | { readonly type: "offerClosed" }
  | {
      readonly type: "searchStarted";
      readonly request: number;
      readonly query: SearchQuery;
      readonly cursor?: Cursor;
      /** ISO time at which it was requested, if known. */
      readonly at?: string;
    }
  | { readonly type: "searchStopping" }
  | { readonly type: "detailStopping" }
  | {
      readonly type: "pageArrived";
      readonly request: number;
      readonly page: SearchPage;
      readonly bought: BoughtHere;
    }
  | { readonly type: "searchFailed"; readonly request: number; readonly failure: Failure }
  | {
      readonly type: "pagesShown";
      readonly query: SearchQuery;
      readonly pages: readonly SearchPage[];
      readonly bought: BoughtHere;
    }
  | {
      readonly type: "boughtLearned";
      /** What was on the screen when it was requested. */
      readonly results: PanelState["results"];
      readonly bought: BoughtHere;
    }
  | { readonly type: "failureDismissed"; readonly of: "search" | "action" }
  | { readonly type: "actionFailed"; readonly action: FreeAction; readonly failure: Failure }
  | { readonly type: "actionDone"; readonly action: FreeAction }
  | { readonly type: "detailAsked"; readonly request: number; readonly ad: AdRef; readonly card?: AdCard }
  | { readonly type: "detailArrived"; readonly request: number; readonly bought: BoughtDetail }
  | { readonly type: "detailsRead"; /** By card key. */ readonly details: PanelState["details"] }
  | { readonly type: "detailFailed"; readonly request: number; readonly failure: Failure; readonly card?: AdCard }
  | { readonly type: "decided" }
  | {
      readonly type: "detailsLearned";
      /** The asked ads, and those of them that have bought details, by card key. */
      readonly of: readonly string[];
      readonly bought: readonly string[];
    }
  | { readonly type: "detailClosed"; /** What takes the focus. */ readonly then?: WantedAd }
  | { readonly type: "detailScrolled"; /** px. */ readonly top: number }
  | { readonly type: "viewChanged"; readonly view: View }
  | { readonly type: "filteringChosen"; readonly open: boolean }
  | { readonly type: "tableChanged"; readonly table: TableLook }
  | { readonly type: "archiveAsked"; readonly criteria: AdCriteria }
  | { readonly type: "comparedAsked"; readonly state: AdState }
  | { readonly type: "showingChosen"; readonly showing: PanelState["showing"] }
  | { readonly type: "selected"; readonly keys: readonly string[]; readonly on: boolean }
  | { readonly type: "libraryChanged"; /** The name of the former one. */ readonly before: string | undefined }
  | { readonly type: "layoutChosen"; readonly layout: PanelState["layout"] }
  | { readonly type: "scrolled"; readonly place: ScrollPlace | undefined };
