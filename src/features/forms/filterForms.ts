import { createHash } from "node:crypto";
import { join } from "node:path";
import * as z from "zod";
import { versions } from "../../api";
import type { ApiVersion } from "../../protocol/apiVersion";
import type { FilterForm, FilterItem } from "../../protocol/filters";
import type { PlatformToken } from "../../protocol/platforms";
import type { LibraryClient, LibraryClients } from "../connection";
import { StateFile } from "../disk";
import { inTime, Listeners } from "../events";

interface FilterFormPorts {
  readonly clients: LibraryClients;
  readonly store: FormStore;
  /** Notified when the service sends a form that differs from the one before. */
  readonly changes: { note(place: FormPlace, before: KeptForm, after: KeptForm): Promise<void> };
  /** Called when a form could not be kept for later; the form itself is still returned. */
  readonly onNotStored: (error: unknown) => void;
  readonly now: () => Date;
}

/** How long a form counts as the live one, in ms. */
const freshMs = 3_600_000;

/** A platform's filters, and when they were last received. */
export interface KnownForm {
  readonly form: FilterForm;
  /** ISO time at which the service last sent them; absent if it sent them in this session. */
  readonly asOf?: string;
  /** Why the service did not send them in this session; absent if it took too long. */
  readonly failure?: unknown;
}

/** The filter forms of the connected library: each fetched once an hour per platform and connection (free). */
export class FilterForms {
  /** By connection, version, and platform, with the time in ms at which it was asked for. */
  private readonly asked = new Map<string, { readonly form: Promise<FilterForm>; readonly at: number }>();
  /** The form that the service last sent in this session, by library, version and platform. */
  private readonly latest = new Map<string, FilterForm>();

  private readonly listeners = new Listeners();
  /** The forms that are being kept for later, one after the other. */
  private keeping: Promise<void> = Promise.resolve();

  constructor(private readonly ports: FilterFormPorts) {}

  /** Notifies when the service has sent a form. */
  readonly onReceived = this.listeners.on;

  /** The version that the library is connected with. */
  get version(): ApiVersion {
    return this.ports.clients.version;
  }

  /**
   * The live form, of the connected version by default: at most an hour old.
   * @throws {AdLibraryError | FeatureError} and does not cache the failure, so that the next call asks again
   */
  async form(platform: PlatformToken, version?: ApiVersion): Promise<FilterForm> {
    const client = await this.ports.clients.current(version);
    const known = this.asked.get(askedName(client, platform));
    // A clock that was set back makes nothing fresh.
    if (known && Math.abs(this.ports.now().getTime() - known.at) < freshMs) return known.form;
    return this.fetch(client, platform);
  }

  /** Asks the service for a form, even if it has just sent it. @throws {AdLibraryError | FeatureError} */
  fetch(client: LibraryClient, platform: PlatformToken, signal?: AbortSignal): Promise<FilterForm> {
    const name = askedName(client, platform);
    const asked = { form: this.ask(client, platform, signal), at: this.ports.now().getTime() };
    this.asked.set(name, asked);
    asked.form.catch(() => {
      if (this.asked.get(name) === asked) this.asked.delete(name);
    });
    return asked.form;
  }

  /** Makes the next call ask the service again for a platform's form, for instance if a filter had no choices. */
  forget(platform: PlatformToken): void {
    for (const name of this.asked.keys()) if (name.endsWith(`:${platform}`)) this.asked.delete(name);
  }

  /**
   * The form last seen, in this session or an earlier one: enough to address what is bought, without service or key.
   * Asks the service only if no form was ever seen. @throws {AdLibraryError | FeatureError}
   */
  async lastForm(platform: PlatformToken): Promise<FilterForm> {
    return (await this.seen(platform))?.form ?? this.form(platform);
  }

  /**
   * The live form; if it fails or takes too long, the form last seen. Paid requests are checked against `form`.
   * @throws {AdLibraryError | FeatureError} if no form was ever seen
   */
  async formOrLast(platform: PlatformToken, patienceMs = 3000): Promise<FilterForm> {
    return (await this.known(platform, patienceMs)).form;
  }

  /** The same form with its age. @throws {AdLibraryError | FeatureError} if no form was ever seen */
  async known(platform: PlatformToken, patienceMs = 3000): Promise<KnownForm> {
    const live = this.form(platform).then((form): KnownForm => ({ form }));
    try {
      return (await inTime(live, patienceMs)) ?? (await this.seen(platform)) ?? (await live);
    } catch (error) {
      const seen = await this.seen(platform);
      if (seen) return { ...seen, failure: error };
      throw error;
    }
  }

  /** Items of a remote filter that match a text (docs/api.md, "Get filter items"). Free and never cached. */
  async items(
    platform: PlatformToken,
    filter: string,
    text: string,
    signal: AbortSignal,
    version?: ApiVersion,
  ): Promise<readonly FilterItem[]> {
    const { api, connected } = await this.ports.clients.current(version);
    return (await api.filterItems(platform, filter, text, AbortSignal.any([signal, connected.signal]))).value;
  }

  /** The form last seen, with its age, without asking the service. Undefined if none was ever seen. */
  async seen(platform: PlatformToken): Promise<KnownForm | undefined> {
    const { clients, store } = this.ports;
    const library = clients.nameIfKnown();
    if (library === undefined) return undefined;
    const place = { library, version: clients.version, platform };
    const form = this.latest.get(nameOf(place));
    return form ? { form } : store.read(place);
  }

  /** Resolves once every form that was received is kept, or reported as not kept. */
  settled(): Promise<void> {
    return this.keeping;
  }

  private async ask(
    { api, connected, version }: LibraryClient,
    platform: PlatformToken,
    signal = connected.signal,
  ): Promise<FilterForm> {
    const place = { library: connected.library, version, platform };
    const ends = AbortSignal.any([signal, connected.signal]);
    const { value, text, receivedAt } = await api.filters(platform, ends);
    this.latest.set(nameOf(place), value);
    const { store, changes, onNotStored } = this.ports;
    const noteChange = (former: KeptForm) => changes.note(place, former, { text, receivedAt });
    // Whoever waits for the form does not wait for the disk.
    this.keeping = this.keeping.then(() => store.keep(place, text, receivedAt, noteChange)).catch(onNotStored);
    this.listeners.fire();
    return value;
  }
}

const askedName = ({ connected, version }: LibraryClient, platform: PlatformToken) =>
  `${connected.generation}:${version}:${platform}`;

function nameOf({ library, version, platform }: FormPlace): string {
  return [library, version, platform].join("\n");
}

const shape = z.object({ text: z.string(), receivedAt: z.iso.datetime() });

/** A form's place: the library's name, the version of the service, the platform. */
export interface FormPlace {
  readonly library: string;
  readonly version: ApiVersion;
  readonly platform: PlatformToken;
}

/** A form's exact text, and when it arrived. */
interface KeptForm {
  readonly text: string;
  readonly receivedAt: string;
}

/** Each platform's last form as the service sent it, by library and version: needed to find what is bought offline. */
export class FormStore {
  constructor(private readonly folder: string) {}

  /**
   * Keeps an answer's exact text. Files are replaced as a whole; the same text is written at most hourly, for its age.
   * @param onOther first called with the different text that it replaces
   */
  async keep(
    place: FormPlace,
    text: string,
    receivedAt: string,
    onOther?: (former: KeptForm) => Promise<void>,
  ): Promise<void> {
    const file = this.file(place);
    const kept = await file.read();
    if (kept && kept.text !== text) await onOther?.(kept);
    if (kept?.text === text && Date.parse(receivedAt) - Date.parse(kept.receivedAt) < freshMs) return;
    await file.write({ text, receivedAt });
  }

  /** The form last kept, with the time at which the service sent it; undefined if there is none or it is unreadable. */
  async read(place: FormPlace): Promise<{ readonly form: FilterForm; readonly asOf: string } | undefined> {
    const kept = await this.file(place).read();
    try {
      return kept && { form: versions[place.version].readFilterForm(kept.text, place.platform), asOf: kept.receivedAt };
    } catch {
      return undefined;
    }
  }

  /** A damaged file counts as missing: the service's next answer replaces it. */
  private file({ library, platform, version }: FormPlace): StateFile<KeptForm | undefined> {
    const name = createHash("sha256").update(library).digest("hex").slice(0, 16);
    const path = join(this.folder, `${name}.${platform}.${version}.json`);
    return new StateFile<KeptForm | undefined>(path, { schema: shape, missing: undefined, unreadable: undefined });
  }
}
