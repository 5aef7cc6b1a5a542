import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import {
  type BaseUrl,
  baseUrlProblemText,
  type Connection,
  isBaseUrlProblem,
  type LibraryClients,
  parseBaseUrl,
  sampleUrl,
  tryKey,
  withoutVersion,
} from "../../features/connection";
import { FeatureError } from "../../features/failures";
import type { Settings } from "../../features/settings";
import type { ApiVersion } from "../../protocol/apiVersion";
import type { CommandHandler } from "./commandIds";
import { keyStep, type TakenKey } from "./keyStep";
import { offerV1 } from "./offerV1";
import { pickStep, textStep, type StepEnd } from "./steps";

export interface ConnectionCommandPorts {
  readonly connection: Connection;
  readonly clients: LibraryClients;
  readonly settings: () => Settings;
}

/** Commands that choose the library and its key. None takes a base URL or a key from its caller. */
export function connectionCommands(
  ports: ConnectionCommandPorts,
): Record<"connect" | "setApiKey" | "removeApiKey" | "useSampleLibrary", CommandHandler> {
  return {
    connect: () => connect(ports),
    setApiKey: () => setApiKey(ports),
    removeApiKey: () => removeApiKey(ports),
    useSampleLibrary: () => useSample(ports),
  };
}

async function useSample({ connection }: ConnectionCommandPorts): Promise<void> {
  await connection.useSample();
  // Not awaited: it ends only when the view is drawn, which is not part of connecting.
  void vscode.commands.executeCommand("adLibrary.platforms.focus");
}

async function connect(ports: ConnectionCommandPorts): Promise<void> {
  const current = ports.settings().baseUrl;
  let typed = current === sampleUrl ? "" : current;
  for (;;) {
    const entered = await askBaseUrl(typed);
    if (!entered) return;
    const chosen = await offerWithoutVersion(entered);
    if (chosen === "left") return;
    if (chosen === "back") continue;
    const { url: base, version: first } = chosen;
    if (base.sample) return useSample(ports);
    typed = base.text;
    const taken = await askKey(ports, base, first, 2);
    if (taken === "left") return;
    if (taken === "back") continue;
    const { key, version = versionFor(ports, base) } = taken.value;
    tellKept(await ports.connection.connect(base, key, version), base.origin, version);
    return void vscode.commands.executeCommand("adLibrary.platforms.focus");
  }
}

/** An untried key keeps its library's version; for a new library, that is V2. */
function versionFor({ settings }: ConnectionCommandPorts, { origin }: BaseUrl): ApiVersion {
  const { baseUrl, apiVersion } = settings();
  const current = parseBaseUrl(baseUrl);
  return !isBaseUrlProblem(current) && current.origin === origin ? apiVersion : "v2";
}

/** Offers a URL that ends in a version without it, before any key is sent: the routes add it themselves. */
async function offerWithoutVersion(
  url: BaseUrl,
): Promise<{ readonly url: BaseUrl; readonly version: ApiVersion } | "back" | "left"> {
  const as: ApiVersion = "v2";
  const bare = withoutVersion(url);
  if (!bare) return { url, version: as };
  const use = { label: bare.url.text, detail: l10n.t("Requests add /{0} automatically", bare.version) };
  const keep = {
    label: url.text,
    detail: l10n.t("Only if your operator says so. Requests go to {0}", `${url.text}/v2/…`),
  };
  const chosen = await pickStep({
    title: l10n.t("The base URL ends in /{0}", bare.version),
    placeholder: l10n.t("Choose the base URL. No key has been sent"),
    items: [use, keep],
  });
  if (typeof chosen === "string") return chosen;
  return chosen.value === use ? bare : { url, version: as };
}

async function askBaseUrl(value: string): Promise<BaseUrl | undefined> {
  const check = (text: string) => {
    const parsed = parseBaseUrl(text);
    return isBaseUrlProblem(parsed) ? baseUrlProblemText(parsed) : undefined;
  };
  const entered = await textStep({
    title: l10n.t("Connect Your Library"),
    placeholder: "https://api.example.com",
    prompt: l10n.t("Base URL of the Ad Library Search API, without /v2"),
    value,
    step: 1,
    totalSteps: 2,
    more: true,
    check,
  });
  if (typeof entered === "string") return undefined;
  const parsed = parseBaseUrl(entered.value);
  return isBaseUrlProblem(parsed) ? undefined : parsed;
}

/** Asks for a key and tries it with one version first; V1 instead of V2 only if the person agrees. */
async function askKey(
  ports: ConnectionCommandPorts,
  base: BaseUrl,
  first: ApiVersion,
  step?: number,
): Promise<StepEnd<TakenKey>> {
  for (;;) {
    const taken = await askOneKey(ports, base, first, step);
    if (typeof taken === "string" || taken.value.version !== "v1" || first === "v1") return taken;
    const agreed = await offerV1(base.origin);
    if (agreed === "left") return "left";
    if (agreed !== "back") return taken;
  }
}

function askOneKey(
  { clients, connection }: ConnectionCommandPorts,
  base: BaseUrl,
  first: ApiVersion,
  step: number | undefined,
) {
  const { text, origin, shortened } = base;
  const words = l10n.t("The key is tested with a free request, then kept in the secret storage for {0} only", origin);
  return keyStep({
    title: l10n.t("API Key for {0}", text),
    placeholder: l10n.t("Paste the API key"),
    prompt: shortened ? `${l10n.t("Everything after ? or # in the base URL was removed.")} ${words}` : words,
    ...(step && { step, totalSteps: step }),
    trial: (key, signal) => tryKey((version) => clients.of(connection.candidate(base, key, version)), signal, first),
  });
}

/** A new key counts at once in all windows; requests with the old one are aborted. The version stays if possible. */
async function setApiKey(ports: ConnectionCommandPorts): Promise<void> {
  const base = parseBaseUrl(ports.settings().baseUrl);
  if (isBaseUrlProblem(base) || base.sample) return connect(ports);
  const { apiVersion } = ports.settings();
  const taken = await askKey(ports, base, apiVersion);
  if (typeof taken === "string") return;
  const { key, version = apiVersion } = taken.value;
  const kept = await ports.connection.setKey(key, version);
  if (kept) tellKept(kept, base.origin, version);
}

async function removeApiKey({ connection, settings }: ConnectionCommandPorts): Promise<void> {
  const base = parseBaseUrl(settings().baseUrl);
  if (isBaseUrlProblem(base)) throw new FeatureError("noConnection");
  if (base.sample) {
    return void vscode.window.showInformationMessage(l10n.t("The sample library is connected. It needs no API key."));
  }
  const removed = await connection.removeKey();
  if (removed)
    void vscode.window.showInformationMessage(
      l10n.t("The API key for {0} was removed. You can still read what you own.", base.origin),
    );
  else
    void vscode.window.showWarningMessage(
      l10n.t("The secret storage did not respond, so it may still have the key. Remove the key again later."),
    );
}

function tellKept(kept: "stored" | "session", origin: string, version: ApiVersion): void {
  if (kept === "stored")
    void vscode.window.showInformationMessage(
      version === "v1" ? l10n.t("Connected to {0} with V1.", origin) : l10n.t("Connected to {0}.", origin),
    );
  else
    void vscode.window.showWarningMessage(
      l10n.t(
        "The key is kept only until this window closes, because this machine's secret storage doesn't work. Connected to {0}.",
        origin,
      ),
    );
}
