import { sampleUrl } from "../../protocol/ads";
import type { StoredAnswer } from "../../protocol/bought";
import { AdLibrary, type AdLibraryOptions, RetryQuota } from "../../api";
import type { ApiVersion } from "../../protocol/apiVersion";
import type { PlatformSegments } from "../../protocol/platforms";
import { isBaseUrlProblem, parseBaseUrl } from "./baseUrl";
import { type Connected, type Connection, versionedName } from "./connection";
import { FeatureError } from "../failures";
import type { Settings } from "../settings";

/** A connected library with the client that talks to it. */
export interface LibraryClient {
  readonly connected: Connected;
  readonly api: AdLibrary;
  readonly version: ApiVersion;
}

/** Provides the client of the connected library. Ask again each time, so that a new key takes effect at once. */
export class LibraryClients {
  private readonly quota = new RetryQuota();
  /** Base URLs that answered like an ad library in this session. */
  private readonly worked = new Set<string>();

  constructor(
    private readonly connection: Connection,
    private readonly settings: () => Settings,
    private readonly onRequest: NonNullable<AdLibraryOptions["onRequest"]>,
  ) {}

  /** The permanent name of the connected library; needs no key, sends nothing. @throws {FeatureError} `noConnection` */
  libraryName(): string {
    const url = parseBaseUrl(this.settings().baseUrl);
    if (isBaseUrlProblem(url)) throw new FeatureError("noConnection");
    return url.text;
  }

  /** The same, or undefined if there is none. */
  nameIfKnown(): string | undefined {
    const url = parseBaseUrl(this.settings().baseUrl);
    return isBaseUrlProblem(url) ? undefined : url.text;
  }

  /** Names the connected version of the library. @throws {FeatureError} `noConnection` */
  formsName(): string {
    return versionedName(this.libraryName(), this.version);
  }

  /** Path segments in use, for reading the library's answers. */
  get segments(): PlatformSegments {
    return this.settings().segments;
  }

  /** Which version of the service is in use: part of the address of everything archived. */
  get version(): ApiVersion {
    return this.settings().apiVersion;
  }

  /** The base URL of the connected library, without a key. @throws {FeatureError} `noConnection` */
  async baseUrl(): Promise<string> {
    return (await this.connected()).baseUrl;
  }

  /** The origin of the connected library if it is one on this machine, without https. */
  async loopback(): Promise<string | undefined> {
    const connected = await this.connection.current().catch(() => undefined);
    return connected?.baseUrl.startsWith("http://") ? new URL(connected.baseUrl).origin : undefined;
  }

  /** An archived answer, ready to be shown: the sample library's pictures point to its current port. */
  async readable(stored: StoredAnswer): Promise<StoredAnswer> {
    if (this.nameIfKnown() !== sampleUrl) return stored;
    return { ...stored, text: withSampleMedia(stored.text, await this.baseUrl()) };
  }

  /** `version` overrides that of the connection. @throws {FeatureError} `noConnection` or `noKey` */
  async current(version?: ApiVersion): Promise<LibraryClient> {
    const connected = await this.connected();
    return this.of(version === undefined ? connected : { ...connected, version });
  }

  /** The client of a library that is or is about to be connected. @throws {FeatureError} `noKey` */
  async of(connected: Connected): Promise<LibraryClient> {
    const key = await connected.key();
    if (key === undefined)
      throw new FeatureError("noKey", this.connection.secretsFail ? { specifics: silentStorage } : {});
    const { segments, requestTimeoutSeconds, paidRetry } = this.settings();
    const api = new AdLibrary({
      baseUrl: connected.baseUrl,
      segments,
      version: connected.version,
      key: () => key,
      timeoutMs: requestTimeoutSeconds * 1000,
      paidRetry,
      quota: this.quota,
      worked: () => this.worked.has(connected.baseUrl),
      onRequest: (record) => {
        if (!record.failure) this.worked.add(connected.baseUrl);
        this.onRequest(record);
      },
    });
    return { connected, api, version: connected.version };
  }

  private async connected(): Promise<Connected> {
    const connected = await this.connection.current();
    if (!connected) throw new FeatureError("noConnection");
    return connected;
  }
}

const silentStorage = "the secret storage of this machine does not answer";

/**
 * The sample library may listen on a different port after each start: points the pictures in its archived answers to
 * the current one. For reading only; exports keep the answers unchanged.
 */
export function withSampleMedia(text: string, baseUrl: string): string {
  return text.replace(/http:\/\/127\.0\.0\.1:\d{1,5}(?=\/media\/)/g, () => new URL(baseUrl).origin);
}
