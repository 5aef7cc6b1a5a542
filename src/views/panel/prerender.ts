import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import vscode = require("vscode");
import { inTime } from "../../features/events";
import { toFailure } from "../../features/failures";
import type { FilterForm } from "../../protocol/filters";
import type { KnownStart, PrerenderExplorer } from "../../protocol/prerender";
import type { PanelMemory } from "../../protocol/panel";
import type { PlatformToken } from "../../protocol/platforms";
import type { PanelServices } from "./panelServices";
import { panelHtml, type PageHead, type PanelKind, type PanelPageParts } from "./html";
import { beginningOf, startHere } from "./openPanel";
import type { PanelSession } from "./session";

/** What panels are made of, apart from their content; read when the first one is made. */
export interface PageMakings {
  readonly head: () => Promise<PageHead>;
  readonly prerender: () => Promise<PrerenderExplorer>;
  /** The webview of a platform's explorer, if already made. */
  readonly prepared?: (platform: PlatformToken) => vscode.WebviewPanel | undefined;
}

interface PageSubject {
  readonly makings: PageMakings;
  readonly services: PanelServices;
  readonly extensionUri: vscode.Uri;
  readonly webview: vscode.Webview;
  readonly kind: PanelKind;
  readonly session: PanelSession;
  /** The panel's memory as VS Code stored it, if VS Code restored the panel. */
  readonly remembered: PanelMemory | undefined;
  /** Aborted when the panel is closed. */
  readonly gone: AbortSignal;
  readonly onFailure: (method: string, error: unknown) => void;
}

/** The page's HTML, with the explorer pre-rendered as far as it is known. A failure here only omits that. */
export async function pageHtml(subject: PageSubject, mediaOrigin: string | undefined): Promise<string> {
  const { makings, services, session, extensionUri, webview, kind, gone, onFailure } = subject;
  const rendering = kind === "explorer" ? prerenderedOf(subject) : Promise.resolve(undefined);
  const [head, prerendered] = await Promise.all([
    makings.head().catch((error: unknown) => onFailure("head", error)),
    rendering.catch((error: unknown) => onFailure("prerender", error)),
  ]);
  // The page's first question needs the live form, so it is asked for while VS Code loads the page.
  if (kind === "explorer")
    void delay(sendingMs, undefined, { signal: gone })
      .then(() => services.forms.form(beginningOf(services, session, subject.remembered).platform))
      .catch(() => undefined);
  const dist = vscode.Uri.joinPath(extensionUri, "dist");
  return panelHtml({
    kind,
    mediaOrigin,
    language: vscode.env.language,
    ...(vscode.l10n.bundle && { translation: vscode.l10n.bundle }),
    nonce: randomBytes(18).toString("base64"),
    cspSource: webview.cspSource,
    uri: (name) => webview.asWebviewUri(vscode.Uri.joinPath(dist, name)).toString(),
    broken: vscode.l10n.t("This panel could not be loaded. Close it and open it again."),
    ...(head && { head }),
    ...(prerendered && { prerendered }),
  });
}

async function prerenderedOf({
  makings,
  services,
  session,
  remembered,
}: PageSubject): Promise<PanelPageParts["prerendered"]> {
  const prerender = makings.prerender();
  prerender.catch(() => undefined);
  const { known, memory } = (await knownStart(services, session, remembered)) ?? {};
  return (
    known && { ...(await prerender)(known, vscode.l10n.bundle), ...(memory?.at !== undefined && { at: memory.at }) }
  );
}

/**
 * The available part of an explorer's first answer; undefined if the keyring is slow. It takes nothing that can be
 * handed over only once.
 */
async function knownStart(services: PanelServices, session: PanelSession, own: PanelMemory | undefined) {
  const wanted = beginningOf(services, session, own).platform;
  const asked = inTime(services.connectionState(), patienceMs);
  const [form, connection] = await Promise.all([formAtHand(services, wanted), asked]);
  if (!connection) return undefined;
  // By now, a command's wish for the panel is known.
  const { handover, platform, memory } = beginningOf(services, session, own);
  const { flight } = session;
  const start = {
    platform,
    ...(await startHere(services, connection)),
    ...(platform === wanted && form),
    ...(handover && { handover }),
    ...(memory && { memory }),
    ...(flight && !flight.ended && { running: flight.asked }),
  };
  const resultsCome =
    (handover?.run ?? handover?.showBought ?? memory?.shown ?? memory?.asked ?? session.shown) !== undefined;
  const known: KnownStart = { start, formComes: !("form" in start || "formFailure" in start), resultsCome };
  return { known, memory };
}

/**
 * How long VS Code needs to send the HTML, in ms. After that, the thread may be blocked: in the first request of a
 * window, VS Code reads the system's certificates.
 */
const sendingMs = 30;

/** How long it waits for missing data, in ms: about as long as VS Code takes to make a webview. */
const patienceMs = 150;

/** The form last seen, which is on the disk; else the live one if it arrives in time. */
async function formAtHand(
  { forms }: PanelServices,
  platform: PlatformToken,
): Promise<{ readonly form: FilterForm } | { readonly formFailure: ReturnType<typeof toFailure> } | undefined> {
  const seen = await Promise.resolve()
    .then(() => forms.seen(platform))
    .catch(() => undefined);
  if (seen) return { form: seen.form };
  return inTime(
    forms.form(platform).then(
      (form) => ({ form }),
      (error: unknown) => ({ formFailure: toFailure(error) }),
    ),
    patienceMs,
  );
}
