import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import {
  type ApiKey,
  apiKeyProblemText,
  type BaseUrl,
  baseUrlProblemText,
  checkPlatforms,
  isApiKeyProblem,
  isBaseUrlProblem,
  type KeyFinding,
  type LibraryClient,
  parseApiKey,
  parseBaseUrl,
  type PlatformFinding,
  tryKey,
  withoutVersion,
} from "../../features/connection";
import { FeatureError } from "../../features/failures";
import { sampleUrl } from "../../protocol/ads";
import type { ApiVersion } from "../../protocol/apiVersion";
import { searchAct } from "../../features/search";
import { openSettings } from "../settings";
import { noIcons, plain } from "../words";
import type { CommandPorts, Handlers } from "./commandIds";
import { freeProgress } from "./progress";
import { askText, dress, ended, pickStep, type StepEnd, type StepOf } from "./steps";

/** Commands that choose the library and its key. None takes a base URL or a key from its caller. */
export const connectionCommands = {
  connect,
  setApiKey,
  removeApiKey,
  useSampleLibrary: useSample,
  checkConnection,
} satisfies Handlers;

async function useSample(ports: CommandPorts): Promise<void> {
  await ports.connection.useSample();
  // Not awaited: it ends only when the view is drawn, which is not part of connecting.
  void vscode.commands.executeCommand("adLibrary.platforms.focus");
  await showSampleAds(ports);
}

/** Shows ads of the sample library, which charges nothing. Whatever an explorer shows of it already stays. */
async function showSampleAds({ clients, panels, search }: CommandPorts): Promise<void> {
  // V1 can't search all platforms at once.
  const platform = clients.version === "v1" ? "native" : "mega";
  if (panels.hasResult(platform)) return void (await panels.show(platform));
  const frozen = await search.freeze({ platform, choices: [] });
  // Another library may have been connected meanwhile: only the sample library's own search is sent.
  if (!searchAct(frozen).sample) return;
  const [bought] = await search.bought(frozen);
  const panel = await panels.show(platform);
  const showBought = bought?.lastHit ?? (await search.search(frozen, undefined, new AbortController().signal)).lastHit;
  await panel.carryOut({ query: frozen.query, run: false, ...(showBought !== undefined && { showBought }) });
}

async function connect(ports: CommandPorts): Promise<void> {
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
    tellKept(await ports.connection.connect(base, key, version), base.text, version);
    return void vscode.commands.executeCommand("adLibrary.platforms.focus");
  }
}

/** An untried key keeps its library's version; for a new library, that is V2. */
function versionFor({ settings }: CommandPorts, { text }: BaseUrl): ApiVersion {
  const { baseUrl, apiVersion } = settings();
  const current = parseBaseUrl(baseUrl);
  return !isBaseUrlProblem(current) && current.text === text ? apiVersion : "v2";
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
    detail: l10n.t("Only if the library's operator tells you to. Requests go to {0}", `${url.text}/v2/…`),
  };
  const chosen = await pickStep({
    title: l10n.t("The base URL ends in /{0}", bare.added),
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
  const entered = await askText({
    title: l10n.t("Connect Your Library"),
    placeholder: "https://api.example.com",
    prompt: l10n.t("Base URL of the Ad Library Search API, without /v2"),
    value,
    step: 1,
    totalSteps: 2,
    more: true,
    check,
  });
  const parsed = parseBaseUrl(entered ?? "");
  return isBaseUrlProblem(parsed) ? undefined : parsed;
}

/** Asks for a key and tries it with one version first; V1 instead of V2 only if the person agrees. */
async function askKey(
  ports: CommandPorts,
  base: BaseUrl,
  first: ApiVersion,
  step?: number,
): Promise<StepEnd<TakenKey>> {
  for (;;) {
    const taken = await askOneKey(ports, base, first, step);
    if (typeof taken === "string" || taken.value.version !== "v1" || first === "v1") return taken;
    const agreed = await offerV1(base.text);
    if (agreed === "left") return "left";
    if (agreed !== "back") return taken;
  }
}

function askOneKey({ clients, connection }: CommandPorts, base: BaseUrl, first: ApiVersion, step: number | undefined) {
  const { text, shortened } = base;
  const words = l10n.t("The key is tested with a free request, then kept in the secret storage for {0} only", text);
  return keyStep({
    title: l10n.t("API Key for {0}", text),
    placeholder: l10n.t("Paste the API key"),
    prompt: shortened ? `${l10n.t("Everything after ? or # in the base URL was removed.")} ${words}` : words,
    ...(step && { step, totalSteps: step }),
    trial: (key, signal) => tryKey((version) => clients.of(connection.candidate(base, key, version)), signal, first),
  });
}

/** A new key counts at once in all windows; nothing more is sent with the old one. The version stays if possible. */
async function setApiKey(ports: CommandPorts): Promise<void> {
  const base = parseBaseUrl(ports.settings().baseUrl);
  if (isBaseUrlProblem(base) || base.sample) return connect(ports);
  const { apiVersion } = ports.settings();
  const taken = await askKey(ports, base, apiVersion);
  if (typeof taken === "string") return;
  const { key, version = apiVersion } = taken.value;
  const kept = await ports.connection.setKey(base.text, key, version);
  if (kept) return tellKept(kept, base.text, version);
  void vscode.window.showWarningMessage(
    l10n.t("{0} is no longer connected, so the key was not stored. Connect to it again to set its key.", base.text),
  );
}

async function removeApiKey({ connection, settings }: CommandPorts): Promise<void> {
  const base = parseBaseUrl(settings().baseUrl);
  if (isBaseUrlProblem(base)) throw new FeatureError("noConnection");
  if (base.sample) {
    return void vscode.window.showInformationMessage(l10n.t("The sample library is connected. It needs no API key."));
  }
  const removed = await connection.removeKey(base.text);
  if (removed)
    void vscode.window.showInformationMessage(
      l10n.t("The API key for {0} was removed. You can still read what you bought.", base.text),
    );
  else
    void vscode.window.showWarningMessage(
      l10n.t("The secret storage did not respond, so it may still have the key. Remove the key again later."),
    );
}

function tellKept(kept: "stored" | "session", library: string, version: ApiVersion): void {
  if (kept === "stored")
    void vscode.window.showInformationMessage(
      version === "v1" ? l10n.t("Connected to {0} with V1.", library) : l10n.t("Connected to {0}.", library),
    );
  else
    void vscode.window.showWarningMessage(
      l10n.t(
        "The key is kept only until this window closes, because this machine's secret storage doesn't work. Connected to {0}.",
        library,
      ),
    );
}

/** Tries a key. */
type KeyTrial = (key: ApiKey, signal: AbortSignal) => Promise<KeyFinding>;

/** An accepted key, with the version it works with; without one, it was accepted although the trial failed. */
interface TakenKey {
  readonly key: ApiKey;
  readonly version?: ApiVersion;
}

/**
 * Asks for a key, masked, and tries it before accepting it: an error is shown below the box, which stays open for
 * correction. After a failure, a button accepts the key anyway. Leaving the box ends the trial.
 */
function keyStep(options: StepOf & { readonly prompt: string; readonly trial: KeyTrial }): Promise<StepEnd<TakenKey>> {
  const box = vscode.window.createInputBox();
  dress(box, options);
  box.prompt = options.prompt;
  box.password = true;
  const left = new AbortController();
  const anyway: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon("save"),
    tooltip: l10n.t("Keep this key anyway"),
  };
  const end = ended<TakenKey>(box, (done) => {
    box.onDidChangeValue(() => (box.validationMessage = undefined));
    box.onDidAccept(() => void tryTyped(box, options.trial, left.signal, anyway).then((taken) => taken && done(taken)));
    box.onDidTriggerButton((button) => {
      const key = button === anyway ? typedKey(box) : undefined;
      if (key) done({ key });
    });
  });
  return end.finally(() => left.abort());
}

/** The typed key if it is valid; otherwise the box says why not. */
function typedKey(box: vscode.InputBox): ApiKey | undefined {
  const parsed = parseApiKey(box.value);
  if (!isApiKeyProblem(parsed)) return parsed;
  box.validationMessage = apiKeyProblemText(parsed);
  return undefined;
}

/** The typed key once it worked; a failure is shown below the box, with an offer to accept the key anyway. */
async function tryTyped(
  box: vscode.InputBox,
  trial: KeyTrial,
  left: AbortSignal,
  anyway: vscode.QuickInputButton,
): Promise<TakenKey | undefined> {
  const key = box.busy ? undefined : typedKey(box);
  if (!key) return undefined;
  [box.busy, box.enabled, box.validationMessage] = [true, false, undefined];
  const found = await trial(key, left);
  if (left.aborted) return { key };
  if ("version" in found) return { key, version: found.version };
  [box.busy, box.enabled] = [false, true];
  box.validationMessage = plain(found.failure.message);
  if (!box.buttons.includes(anyway)) box.buttons = [...box.buttons, anyway];
  return undefined;
}

/** Offers V1 for a key that works only there. `back`: enter another key. */
async function offerV1(library: string): Promise<StepEnd<true>> {
  const use = {
    label: l10n.t("Connect with V1"),
    detail: l10n.t("The same ads, but V1 can't search all platforms at once."),
  };
  const other = {
    label: l10n.t("Enter another key"),
    detail: l10n.t("Ask the operator of the library to enable your key for V2."),
  };
  const chosen = await pickStep({
    title: l10n.t("This key works with V1 of {0} only", library),
    placeholder: l10n.t("Free test requests show that your key is not enabled for V2"),
    items: [use, other],
  });
  if (typeof chosen === "string") return chosen;
  return chosen.value === use ? { value: true } : "back";
}

/** Calls the free filter route of every platform and shows what each answered. */
async function checkConnection({ clients, connection, forms, log }: CommandPorts): Promise<unknown> {
  const client = await clients.current();
  const findings = await freeProgress(l10n.t("Checking all platforms (0 credits)…"), (signal) =>
    checkPlatforms((platform) => forms.fetch(client, platform, signal), clients.segments),
  );
  for (const { platform, works, words } of findings) log[works ? "info" : "warn"](`${platform.label}: ${words}`);
  showFindings(client, findings, connection.keyIsSessionOnly());
  return findings.map(({ platform: { token: platform }, segment, works, ms, words }) => {
    return { platform, segment, works, ms, words };
  });
}

/** One row per platform, as a quick pick: readable by keyboard and screen reader, gone with Escape. */
function showFindings(
  { connected, version }: LibraryClient,
  findings: readonly PlatformFinding[],
  sessionOnly: boolean,
): void {
  const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { readonly settles?: true }>();
  const working = findings.filter(({ works }) => works).length;
  const name = connected.sample ? l10n.t("Sample library") : connected.library;
  const library = version === "v1" ? l10n.t("{0} with V1", name) : name;
  pick.title = l10n.t("{0}: {1} of {2} platforms work. 0 credits.", library, working, findings.length);
  if (findings.some(({ segmentInDoubt }) => segmentInDoubt))
    pick.placeholder = l10n.t("To correct a platform's name, select it and press Enter");
  pick.items = [...(sessionOnly ? [sessionRow()] : []), ...findings.map(rowOf)];
  pick.matchOnDetail = true;
  pick.ignoreFocusOut = true;
  pick.onDidHide(() => pick.dispose());
  pick.onDidAccept(() => {
    const [chosen] = pick.selectedItems;
    pick.hide();
    if (chosen?.settles) void openSettings("adLibrary.platformSegments");
  });
  pick.show();
}

function rowOf({ platform, works, segment, ms, words, segmentInDoubt }: PlatformFinding) {
  return {
    label: `$(${works ? "pass" : "error"}) ${platform.label}`,
    description: l10n.t("/{0}, {1} ms", segment, ms),
    detail: noIcons(words),
    ...(segmentInDoubt && { settles: true as const }),
  };
}

function sessionRow(): vscode.QuickPickItem {
  return {
    label: `$(warning) ${l10n.t("The key lasts only for this window")}`,
    detail: l10n.t("This machine's secret storage doesn't work, so the key is kept in memory only."),
  };
}
