import * as vscode from "vscode";
import type { AdDetails } from "../../features/adDetails";
import { tellProblem } from "../../features/failures";
import type { FilterForms } from "../../features/filterForms";
import { fitQuery } from "../../features/fitQuery";
import { linkUrl, safeLink } from "../../features/links";
import type { LibraryClients } from "../../features/libraryClient";
import type { OwnedAds } from "../../features/ownedAds";
import { prettyJson } from "../../features/prettyJson";
import type { Runs } from "../../features/runs/runs";
import type { FrozenSearch, SearchAds } from "../../features/searchAds";
import type { Settings } from "../../features/settings";
import type { Wallet } from "../../features/wallet/wallet";
import type { AdRef, Digits } from "../../protocol/ads";
import type { Answer } from "../../protocol/envelope";
import type { ConnectionState, LinkName, PanelCommand } from "../../protocol/panel";
import type { PlatformToken } from "../../protocol/platforms";
import type { SearchPage, SearchQuery } from "../../protocol/search";
import { openOutside } from "../openOutside";
import { archiveHandlers } from "./archiveHandlers";
import { comparisonHandlers } from "./comparisonHandlers";
import { checkLibrary } from "./checkLibrary";
import type { Handlers } from "./dispatch";
import { pageForPage } from "./forPage";
import type { KeptMemories } from "./keptMemories";
import { openPanel } from "./openPanel";
import { ownedHere } from "./ownedHere";
import { searchHandlers } from "./searchHandlers";
import type { PanelSession } from "./session";

export interface PanelServices {
  readonly forms: FilterForms;
  readonly search: SearchAds;
  readonly details: AdDetails;
  readonly ownedAds: OwnedAds;
  readonly wallet: Wallet;
  readonly runs: Runs;
  readonly clients: LibraryClients;
  readonly settings: () => Settings;
  /** The name of the connected library and version. @throws {FeatureError} `noConnection` */
  readonly library: () => string;
  /** What closed explorers remembered. */
  readonly memories: KeptMemories;
  readonly connectionState: () => Promise<ConnectionState>;
  /** Told of every page that a panel's search brought. */
  readonly onPage: (frozen: FrozenSearch, page: SearchPage) => void;
  /** Runs a command on behalf of the panel that asked. */
  readonly runCommand: (
    command: PanelCommand,
    session: PanelSession,
    ads: readonly AdRef[] | undefined,
  ) => Promise<void>;
}

/** The answers to a panel's questions, over one session. */
export function panelHandlers(
  services: PanelServices,
  session: PanelSession,
  onTitle: (platform: PlatformToken) => void,
): Handlers {
  const { forms, search } = services;
  return {
    open: ({ memory }) => openPanel(services, session, memory, onTitle),
    keep: async ({ memory }) => {
      await services.memories.keep(memory);
      return true;
    },
    form: ({ platform, anew }) => {
      session.platform = platform;
      if (anew) forms.forget(platform);
      onTitle(platform);
      return forms.formOrLast(platform);
    },
    filterItems: ({ platform, filter, text }, signal) => forms.items(platform, filter, text, signal),
    preview: async ({ query }) => ({ body: await search.preview(query) }),
    followed: () => Promise.resolve(true),
    fit: async ({ query }) => {
      const fitted = fitQuery(query, await forms.form(query.platform));
      return { query: fitted.query, left: fitted.left.map(tellProblem) };
    },
    ownedPages: ({ query, lastHit }) => showOwned(services, session, query, lastHit),
    ownedNow: ({ ads }) => ownedHere(services, session, ads),
    ...searchHandlers(services, session),
    ...archiveHandlers(services, session),
    ...comparisonHandlers(services, session),
    ...detailHandlers(services, session),
    run: async ({ command, ads }) => {
      await services.runCommand(command, session, ads);
      return true;
    },
  };
}

type DetailQuestions = "adDetail" | "rawDetail" | "openLink" | "copyLink" | "copyText";

function detailHandlers(services: PanelServices, session: PanelSession): Pick<Handlers, DetailQuestions> {
  const { details } = services;
  const found = (ad: AdRef, link: LinkName) => linkUrl(link, session.card(ad), session.detail(ad));
  return {
    adDetail: async ({ ad, refresh, library }, signal) => {
      try {
        checkLibrary(services, library);
        const owned = await details.detail(ad, refresh ?? false, signal, library);
        session.rememberDetail(owned.detail);
        session.settleAd(ad, owned);
        return owned;
      } finally {
        session.settleAd(ad, undefined);
      }
    },
    rawDetail: async ({ ad }) => ({ text: prettyJson(await details.raw(ad)) }),
    openLink: async ({ ad, link }) => {
      const url = safeLink(found(ad, link) ?? "");
      if (url !== undefined) await openOutside(url);
      return url !== undefined;
    },
    copyLink: async ({ ad, link }) => {
      const url = found(ad, link);
      if (url !== undefined) await vscode.env.clipboard.writeText(url);
      return url !== undefined;
    },
    copyText: async ({ text }) => {
      await vscode.env.clipboard.writeText(text);
      return true;
    },
  };
}

async function showOwned(
  services: PanelServices,
  session: PanelSession,
  query: SearchQuery,
  lastHit: Digits,
): Promise<Answer<"ownedPages">> {
  const frozen = await services.search.freezeOwned(query);
  const pages = await services.search.ownedPages(frozen, lastHit);
  session.restored(frozen, lastHit, pages);
  return { pages: pages.map(pageForPage), ...(await ownedHere(services, session)) };
}
