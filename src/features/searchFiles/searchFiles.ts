import * as l10n from "@vscode/l10n";
import type { FilterItem } from "../../protocol/filters";
import { platforms, type PlatformToken } from "../../protocol/platforms";
import { toFailure } from "../failures";
import type { FilterForms, KnownForm } from "../forms";
import type { LibraryClients } from "../connection";
import type { SearchAds } from "../search";
import { lintSearchFile, type Linted } from "./lintSearchFile";
import { freezeFile, ownedOf, planSearchFile, type SearchFileCost } from "./planSearchFile";
import { readSearchFile } from "./readFile";
import { searchSchema } from "./searchSchema";
import type { SearchFile } from "./searchFile";

export interface SearchFilePorts {
  readonly clients: LibraryClients;
  readonly forms: FilterForms;
  readonly search: SearchAds;
}

export interface LintOptions {
  /** Does not ask the service, but uses what was seen before. */
  readonly offline?: boolean;
  /** How long ago an ISO time was, in words. */
  readonly age: (iso: string) => string;
  readonly signal?: AbortSignal;
}

/** The most answers of item routes to keep. */
const mostAnswers = 1000;

/** Search files of the connected library: what is wrong with them, and what they cost. Nothing here is paid for. */
export class SearchFiles {
  /** What the item routes answered in this session, by library, version, platform, route and text. */
  private readonly answers = new Map<string, Promise<readonly FilterItem[]>>();

  constructor(private readonly ports: SearchFilePorts) {}

  /** Checks a text against the platform's live filters (free), or those seen last if the service does not answer. */
  async lint(text: string, { offline = false, age, signal }: LintOptions): Promise<Linted> {
    const ask = signal ?? new AbortController().signal;
    return lintSearchFile(text, {
      form: (platform) => this.form(platform, offline),
      ...(!offline && { items: (platform, route, wanted) => this.items(platform, route, wanted, ask) }),
      ownedPages: (file) => this.ownedPages(file),
      age,
    });
  }

  /** Reads a file's text regardless of the filters; undefined if it is unreadable. */
  read(text: string): SearchFile | undefined {
    return readSearchFile(text).file;
  }

  /** @throws {AdLibraryError | FeatureError} */
  plan(file: SearchFile): Promise<SearchFileCost> {
    return planSearchFile(file, this.ports.search);
  }

  /** The JSON schema of search files, with all filters seen so far. Does not ask the service. */
  async schema(): Promise<string> {
    const forms = await Promise.all(platforms.map(({ token }) => this.ports.forms.seen(token).catch(() => undefined)));
    return searchSchema(forms.flatMap((known) => (known ? [known.form] : [])));
  }

  private async form(platform: PlatformToken, offline: boolean): Promise<KnownForm | { readonly reason: string }> {
    try {
      const known = offline ? await this.ports.forms.seen(platform) : await this.ports.forms.known(platform);
      return known ?? { reason: l10n.t("This platform's filters were never fetched on this machine.") };
    } catch (error) {
      return { reason: toFailure(error).message };
    }
  }

  private items(platform: PlatformToken, route: string, text: string, signal: AbortSignal) {
    const { clients, forms } = this.ports;
    const name = [clients.libraryName(), clients.version, platform, route, text].join("\n");
    const known = this.answers.get(name);
    if (known) return known;
    const asked = forms.items(platform, route, text, signal);
    this.answers.set(name, asked);
    // An assistant may keep asking forever.
    for (const oldest of this.answers.keys()) if (this.answers.size > mostAnswers) this.answers.delete(oldest);
    asked.catch(() => this.answers.delete(name));
    return asked;
  }

  /** The number of owned pages of the snapshot that a file pins; 0 if unknown. */
  private async ownedPages(file: SearchFile): Promise<number> {
    const { search } = this.ports;
    const owned = await search.owned(await freezeFile(file, search)).catch(() => []);
    return ownedOf(file, owned)?.pages ?? 0;
  }
}
