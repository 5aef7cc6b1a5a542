import { sampleUrl } from "../../protocol/ads";
import type { ApiVersion } from "../../protocol/apiVersion";
import type { ConnectionState } from "../../protocol/panel";
import { Listeners, onFirstUse, type Subscription } from "../events";
import { secretName, type ApiKey } from "./apiKey";
import { isBaseUrlProblem, parseBaseUrl, type BaseUrl, type BaseUrlProblem } from "./baseUrl";
import { Keyring, type SecretPort } from "./keyring";

/** The connection to a library at one moment. Ask again each time. */
export interface Connected {
  /** Where requests go; for the sample library, with its current port. */
  readonly baseUrl: string;
  /** The library's permanent name: its base URL, or `sample:`. */
  readonly library: string;
  readonly sample: boolean;
  readonly version: ApiVersion;
  /** The key for this library, read once; undefined if there is none. Rejects when the connection has changed since. */
  key(): Promise<string | undefined>;
  /** Aborted as soon as the key, base URL or version changes: a paid request on its way is finished nevertheless. */
  readonly signal: AbortSignal;
  /** Differs for each combination of base URL, version and key. */
  readonly generation: number;
}

/** The running sample library: its URL on this machine and the key it accepts. */
export interface SampleService {
  readonly url: string;
  readonly key: string;
}

/** The setting that holds the base URL: the user's own value, never a workspace's. */
interface BaseUrlPort {
  read(): string;
  write(text: string): PromiseLike<void>;
  onDidChange(listener: () => void): Subscription;
}

/** The setting that holds the version of the service; its changes are reported with those of the base URL. */
interface VersionPort {
  read(): ApiVersion;
  write(version: ApiVersion): PromiseLike<void>;
}

export interface ConnectionPorts {
  readonly secrets: SecretPort;
  readonly baseUrl: BaseUrlPort;
  readonly apiVersion: VersionPort;
  /** Starts the sample library; called at its first use only. */
  readonly startSample: () => Promise<SampleService>;
  /** Milliseconds after which an unresponsive secret storage counts as failing. */
  readonly secretPatienceMs?: number;
}

/** Which library is connected, with which version and key. */
export class Connection {
  private readonly listeners = new Listeners();
  private readonly keyring: Keyring;
  private readonly sample: { readonly get: () => Promise<SampleService> };
  private readonly subscriptions: readonly Subscription[];
  private count = 0;
  private now: Generation;

  constructor(private readonly ports: ConnectionPorts) {
    this.keyring = new Keyring(ports.secrets, ports.secretPatienceMs);
    this.sample = onFirstUse(async () => {
      const { url, key } = await ports.startSample();
      return { url: url.replace(/\/+$/, ""), key };
    });
    this.now = this.next();
    this.subscriptions = [
      ports.baseUrl.onDidChange(() => this.followSetting()),
      ports.secrets.onDidChange((name) => void this.followSecret(name)),
    ];
  }

  /** Notifies of changes to the base URL, the version or the key, in any window. */
  readonly onChanged = this.listeners.on;

  /** The connected library, or undefined when the base URL is empty or wrong (see `problem`). */
  async current(): Promise<Connected | undefined> {
    this.followSetting();
    const { now } = this;
    const { url } = now;
    if (isBaseUrlProblem(url)) return undefined;
    if (!url.sample) return connectedTo(now, url, url.text, () => this.keyOf(now, url));
    const { url: baseUrl, key } = await this.sample.get();
    return connectedTo(now, url, baseUrl, () => Promise.resolve(key));
  }

  /** For display; starts nothing. */
  async state(): Promise<ConnectionState> {
    this.followSetting();
    const { now } = this;
    if (isBaseUrlProblem(now.url)) return { kind: "none", hasKey: false };
    const version = now.version === "v1" ? { apiVersion: now.version } : {};
    const library = versionedName(now.url.text, now.version);
    if (now.url.sample) return { kind: "sample", hasKey: true, library, ...version };
    const key = now.known ? now.known.key : await this.keyring.read(now.url.text);
    return { kind: "service", origin: now.url.text, hasKey: key !== undefined, library, ...version };
  }

  /** What is wrong with the base URL in the settings, if anything. */
  problem(): BaseUrlProblem | undefined {
    this.followSetting();
    return isBaseUrlProblem(this.now.url) ? this.now.url : undefined;
  }

  /** Whether the secret storage fails: keys are then kept for this session only, and the user must be told so. */
  get secretsFail(): boolean {
    return this.keyring.storageFails;
  }

  /** Whether the key of the connected service is kept only in memory and ends with the window. */
  keyIsSessionOnly(): boolean {
    const library = this.service();
    return library !== undefined && this.keyring.isSessionOnly(library);
  }

  /** A connection to try out before anything is stored. */
  candidate(url: BaseUrl, { key }: ApiKey, version: ApiVersion = "v2"): Connected {
    return connectedTo({ ...this.next(), version }, url, url.text, () => Promise.resolve(key));
  }

  /** Stores the key for the library, then version and base URL. `session`: storage failed, key ends with the window. */
  async connect(url: BaseUrl, key: ApiKey, version: ApiVersion = "v2"): Promise<"stored" | "session"> {
    const kept = await this.keep(url.text, key);
    await this.useVersion(version);
    await this.ports.baseUrl.write(url.text);
    this.followSetting();
    return kept;
  }

  /** Connects the sample library: no key, nothing charged. */
  async useSample(): Promise<void> {
    await this.ports.baseUrl.write(sampleUrl);
    this.followSetting();
  }

  /** Afterwards, no library is connected. Keys stay. */
  async disconnect(): Promise<void> {
    await this.ports.baseUrl.write("");
    this.followSetting();
  }

  /** Forgets the keys of all libraries. Returns false if the storage may still have one. */
  async forgetKeys(): Promise<boolean> {
    const library = this.service();
    const removed = library === undefined || (await this.removeKey(library));
    return (await this.keyring.removeAll()) && removed;
  }

  /** Replaces the key and the version of this service; undefined if it is not, or no longer, the connected one. */
  async setKey(library: string, key: ApiKey, version = this.now.version): Promise<"stored" | "session" | undefined> {
    this.followSetting();
    if (this.service() !== library) return undefined;
    const kept = await this.keep(library, key);
    await this.useVersion(version);
    return kept;
  }

  /** Forgets the key of a service. Returns false if the storage failed and may still have it. */
  async removeKey(library: string): Promise<boolean> {
    if (this.service() === library && this.now.known?.key !== undefined) this.begin({ key: undefined });
    const removed = await this.keyring.remove(library);
    if (this.service() === library) this.learn(undefined);
    return removed;
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
    this.listeners.dispose();
    endGeneration(this.now);
  }

  private async useVersion(version: ApiVersion): Promise<void> {
    if (this.ports.apiVersion.read() !== version) await this.ports.apiVersion.write(version);
    this.followSetting();
  }

  private async keep(library: string, { key }: ApiKey): Promise<"stored" | "session"> {
    const kept = await this.keyring.write(library, key);
    if (this.service() === library) this.learn(key);
    return kept;
  }

  private async keyOf(generation: Generation, url: BaseUrl): Promise<string | undefined> {
    if (!generation.known) {
      const key = await this.keyring.read(url.text);
      // A storage that failed may have a key after all, so it is asked again next time.
      if (!this.keyring.storageFails || key !== undefined) generation.known ??= { key };
      else return undefined;
    }
    generation.end.signal.throwIfAborted();
    return generation.known.key;
  }

  private service(): string | undefined {
    const { url } = this.now;
    return isBaseUrlProblem(url) || url.sample ? undefined : url.text;
  }

  private followSetting(): void {
    if (!isAsSet(this.now, this.ports)) this.begin();
  }

  private async followSecret(name: string): Promise<void> {
    const library = this.service();
    if (library === undefined || name !== secretName(library)) return;
    const stored = await this.keyring.readStored(library);
    if (this.service() !== library) return;
    if (stored) this.learn(stored.key);
    else this.begin();
  }

  /** Records the key of the current library, and starts a new generation if it has changed. */
  private learn(key: string | undefined): void {
    if (!this.now.known || this.now.known.key !== key) this.begin({ key });
  }

  private begin(known?: { readonly key: string | undefined }): void {
    const former = this.now;
    this.now = { ...this.next(), ...(known && { known }) };
    endGeneration(former);
    this.listeners.fire();
  }

  private next(): Generation {
    this.count += 1;
    return generationNow(this.count, this.ports);
  }
}

/** The time from one change of base URL, version or key to the next. */
interface Generation {
  readonly number: number;
  readonly end: AbortController;
  readonly url: BaseUrl | BaseUrlProblem;
  readonly version: ApiVersion;
  /** The key, once it has been read. */
  known?: { readonly key: string | undefined };
}

/** A new generation from the current settings. */
function generationNow(number: number, { baseUrl, apiVersion }: ConnectionPorts): Generation {
  return { number, end: new AbortController(), url: parseBaseUrl(baseUrl.read()), version: apiVersion.read() };
}

function connectedTo(
  { version, end: { signal }, number: generation }: Generation,
  { text: library, sample }: BaseUrl,
  baseUrl: string,
  key: Connected["key"],
): Connected {
  return { baseUrl, library, sample, version, key, signal, generation };
}

/** Whether the settings are still the same as when the generation began. */
function isAsSet({ url, version }: Generation, { baseUrl, apiVersion }: ConnectionPorts): boolean {
  return nameOf(parseBaseUrl(baseUrl.read())) === nameOf(url) && apiVersion.read() === version;
}

const nameOf = (url: BaseUrl | BaseUrlProblem) => (isBaseUrlProblem(url) ? url : url.text);

/** Aborts the free requests of one generation, and keeps its paid ones from being sent. */
function endGeneration({ end }: Generation): void {
  end.abort(new DOMException("The connection has changed. Try again.", "AbortError"));
}

/** The name of one version of a library: forms and the contents of a panel belong to it. */
export function versionedName(library: string, version: ApiVersion): string {
  return version === "v1" ? `${library} v1` : library;
}

/** The library and version that such a name stands for. */
export function libraryNamed(name: string): { readonly origin: string; readonly version: ApiVersion } {
  const origin = name.replace(/ v1$/, "");
  return { origin, version: origin === name ? "v2" : "v1" };
}
