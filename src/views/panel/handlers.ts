import { checkShownLibrary, type PanelServices } from "./panelServices";
import vscode = require("vscode");
import { linkUrl, safeLink } from "../../features/details";
import { tellProblem } from "../../features/failures";
import { fitQuery } from "../../features/search";
import { prettyJson } from "../../features/text";
import type { AdRef, Digits } from "../../protocol/ads";
import type { AnswerOf } from "../../protocol/envelope";
import type { LinkName } from "../../protocol/panel";
import type { PlatformToken } from "../../protocol/platforms";
import type { SearchQuery } from "../../protocol/search";
import { openOutside } from "../openOutside";
import { archiveHandlers } from "./archiveHandlers";
import { comparisonHandlers } from "./comparisonHandlers";
import type { Handlers } from "./dispatch";
import { knownSearchHandlers } from "./knownSearches";
import { pageForWebview } from "./forWebview";
import { openPanel } from "./openPanel";
import { ownedHere } from "./ownedHere";
import { searchHandlers } from "./searchHandlers";
import type { PanelSession } from "./session";

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
    ...knownSearchHandlers(services),
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
        checkShownLibrary(services, library);
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
): Promise<AnswerOf<"ownedPages">> {
  const frozen = await services.search.freezeOwned(query);
  const pages = await services.search.ownedPages(frozen, lastHit);
  session.restored(frozen, lastHit, pages);
  return { pages: pages.map(pageForWebview), ...(await ownedHere(services, session)) };
}
