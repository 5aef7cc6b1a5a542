import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import { linkUrl, safeLink } from "../../features/details";
import { FeatureError, tellProblem } from "../../features/failures";
import type { BodyQuery } from "../../features/forms";
import { fitQuery } from "../../features/search";
import type { AdRef, Digits } from "../../protocol/ads";
import { csvRecord } from "../../protocol/csv";
import type { AnswerOf, Params } from "../../protocol/envelope";
import { prettyJson } from "../../protocol/exactJson";
import type { KnownSearch, LinkName } from "../../protocol/panel";
import type { PlatformToken } from "../../protocol/platforms";
import type { SearchQuery } from "../../protocol/search";
import { tick } from "../walkthrough";
import { libraryLabel } from "../words";
import { type Cancels, type Handlers, pickedUp, takeOff } from "./dispatch";
import { openPanel, shownFrom } from "./openPanel";
import { archiveHandlers, comparisonHandlers } from "./boughtHandlers";
import { asHandover, checkShownLibrary, boughtHere, pageForWebview, type PanelServices } from "./panelServices";
import { lastBought, searchHandlers } from "./searchHandlers";
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
    keep: ({ memory }) => {
      session.used ||= memory.used ?? false;
      return services.memories.keep(memory, session.beside ? session.panel : undefined);
    },
    form: ({ platform, anew }) => {
      session.platform = platform;
      if (anew) forms.forget(platform);
      onTitle(platform);
      return forms.formOrLast(platform);
    },
    filterItems: ({ platform, filter, text }, signal) => forms.items(platform, filter, text, signal),
    preview: async ({ query }) => {
      const body = await search.preview(query);
      // If it is unknown what is bought, the search itself says so.
      const bought = await lastBought(search, query).catch(() => undefined);
      return { body, ...(bought && { bought }) };
    },
    followed: () => Promise.resolve(),
    ...knownSearchHandlers(services),
    fit: async ({ query }) => {
      const fitted = fitQuery(query, await forms.form(query.platform));
      return { query: fitted.query, left: fitted.left.map(tellProblem) };
    },
    boughtPages: ({ query, lastHit }) => showBought(services, session, query, lastHit),
    boughtNow: ({ ads }) => boughtHere(services, session, ads),
    ...searchHandlers(services, session),
    ...archiveHandlers(services, session),
    ...comparisonHandlers(services, session),
    ...detailHandlers(services, session),
    run: ({ command, ads }) => services.runCommand(command, session, ads),
  };
}

type DetailQuestions = "adDetail" | "rejoinAd" | "readDetails" | "rawDetail" | "openLink" | "copyLink" | "copyText";

function detailHandlers(services: PanelServices, session: PanelSession): Pick<Handlers, DetailQuestions> {
  const { details } = services;
  const found = (ad: AdRef, link: LinkName) => linkUrl(link, session.card(ad), session.detail(ad));
  return {
    adDetail: (asked, signal, now) => {
      session.detailFlight = takeOff(asked, { signal, now }, (ends) => openDetail(services, session, asked, ends));
      return session.detailFlight.answer;
    },
    rejoinAd: (_, signal, now) => pickedUp(session.detailFlight, signal, now),
    readDetails: async ({ ads }) => {
      const read = await Promise.all(ads.map((ad) => details.bought(ad, session.source).catch(() => undefined)));
      return read.flatMap((bought) => bought ?? []);
    },
    rawDetail: async ({ ad, library }) => ({ text: prettyJson(await details.raw(ad, library)) }),
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
      const { csvSeparator } = services.settings();
      const copied = typeof text === "string" ? text : text.map((row) => csvRecord(row, csvSeparator)).join("");
      await vscode.env.clipboard.writeText(copied);
    },
  };
}

async function openDetail(
  services: PanelServices,
  session: PanelSession,
  { ad, refresh, library }: Params<"adDetail">,
  { signal, now }: Pick<Cancels, "signal" | "now">,
): Promise<AnswerOf<"adDetail">> {
  try {
    checkShownLibrary(services, library);
    const agreed = session.agreedLibraryOf(ad) ?? library;
    checkShownLibrary(services, agreed);
    // A comparison has ads of one library alone, whichever its page takes for connected.
    if (session.comparison && shownFrom(services, session).shownFrom !== undefined)
      throw new FeatureError("otherLibrary");
    const bought = await services.details.detail(ad, refresh ?? false, signal, agreed, now);
    session.rememberDetail(bought.detail);
    session.settleAd(ad, bought);
    tick.openedAd();
    return bought;
  } finally {
    session.settleAd(ad, undefined);
  }
}

async function showBought(
  services: PanelServices,
  session: PanelSession,
  query: SearchQuery,
  lastHit: Digits,
): Promise<AnswerOf<"boughtPages">> {
  const frozen = await services.search.freezeBought(query);
  const pages = await services.search.boughtPages(frozen, lastHit);
  session.restored(frozen, lastHit, pages);
  return {
    pages: pages.map(pageForWebview),
    ...shownFrom(services, session),
    ...(await boughtHere(services, session)),
  };
}

/** The most searches of each kind: enough to start from, and few enough to see at once. */
const most = 5;

/** Answers about the searches that a person may begin with. They request at most a form. */
function knownSearchHandlers(
  services: Pick<PanelServices, "saved" | "recent" | "search" | "clients">,
): Pick<Handlers, "knownSearches" | "readSearch"> {
  const { search, clients } = services;
  return {
    knownSearches: async () =>
      Promise.all(
        (await known(services)).map(async ({ search: asked, library, ...each }) => {
          const [bought] = await search.boughtOf(asked).catch(() => []);
          return {
            ...{ ...each, platform: asked.platform },
            ...(bought && { bought: { pages: bought.pages, fetchedAt: bought.fetchedAt } }),
            ...(library !== undefined && library !== clients.nameIfKnown() && { otherLibrary: libraryLabel(library) }),
          };
        }),
      ),
    readSearch: async ({ kind, id }) => {
      const found = (await known(services)).find((each) => each.kind === kind && each.id === id);
      if (!found) throw new FeatureError("notFound", { specifics: l10n.t("This search is gone.") });
      const frozen = await search.ofBody(found.search);
      const [bought] = await search.bought(frozen).catch(() => []);
      const { query, left = [] } = asHandover(frozen);
      return { query, left, ...(bought && { showBought: bought.lastHit }) };
    },
  };
}

type Known = Omit<KnownSearch, "platform"> & { readonly search: BodyQuery; readonly library?: string };

async function known({ saved, recent }: Pick<PanelServices, "saved" | "recent">): Promise<readonly Known[]> {
  const [kept, ran] = await Promise.all([saved.list(), recent.list()]);
  return [
    ...kept.slice(0, most).map(({ id, name, query, lastRun, library }) => ({
      ...({ kind: "saved", id, name, search: query } as const),
      ...(lastRun && { ranAt: lastRun.at }),
      ...(library !== undefined && { library }),
    })),
    ...ran.slice(0, most).map(({ platform, body, at, label, library }) => ({
      ...({ kind: "recent", id: at, search: { platform, body }, ranAt: at } as const),
      // A search that asks for all ads is labeled with its platform.
      ...(label !== platform && { name: label }),
      ...(library !== undefined && { library }),
    })),
  ];
}

/** Hosts whose ports VS Code forwards in a remote window, as `URL` writes them. */
const forwarded = /^(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\])$/;

/**
 * Opens a URL in the person's browser, exactly as it is written. `vscode.open` passes a string through;
 * `vscode.env.openExternal` takes a `Uri`, and that turns `%3F` into `?`. In a remote window VS Code replaces the URL
 * of a local port, so it is copied instead.
 */
async function openOutside({ href, hostname }: URL): Promise<void> {
  if (vscode.env.remoteName === undefined || !forwarded.test(hostname)) {
    await vscode.commands.executeCommand("vscode.open", href);
    return;
  }
  await vscode.env.clipboard.writeText(href);
  void vscode.window.showInformationMessage(
    l10n.t(
      "This link points to a local port. In a remote window, VS Code would open a different address, so the exact one was copied to the clipboard instead.",
    ),
  );
}
