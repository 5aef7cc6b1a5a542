import * as l10n from "@vscode/l10n";
import { prices } from "../../protocol/credits";
import type { FilterItem, FilterForm } from "../../protocol/filters";
import type { BoughtSearch } from "../../protocol/panel";
import { platforms, type PlatformToken } from "../../protocol/platforms";
import type { LibraryClients } from "../connection";
import { FeatureError, toFailure } from "../failures";
import type { FilterForms } from "../forms";
import type { SearchAds } from "../search";
import { checkAnyBody, checkBody, remoteItems, checkItems } from "./checkBody";
import { placer } from "./fileText";
import { messageOf, severityOf } from "./lintWords";
import { readSearchFile } from "./readFile";
import type { SearchFile, LintPorts, FoundProblem, Problem } from "./searchFile";
import { searchSchema } from "./searchSchema";

interface SearchFilePorts {
  readonly clients: LibraryClients;
  readonly forms: FilterForms;
  readonly search: SearchAds;
}

interface LintOptions {
  /** Does not ask the service, but uses what was seen before. */
  readonly offline?: boolean;
  /** How long ago an ISO time was, in words. */
  readonly age: (iso: string) => string;
  /** Why something failed, in words for this door; those for the editor by default. */
  readonly words?: (error: unknown) => string;
  readonly signal?: AbortSignal;
}

/** Somebody asked not to connect. */
class OfflineError extends Error {
  constructor() {
    super(l10n.t("You asked not to connect."));
  }
}

const editorWords = (error: unknown) => toFailure(error).message;

/** The most answers of item routes to keep. */
const mostAnswers = 1000;

/** Search files of the connected library: what is wrong with them, and what they cost. Nothing here is paid for. */
export class SearchFiles {
  /** What the item routes answered in this session, by library, version, platform, route and text. */
  private readonly answers = new Map<string, Promise<readonly FilterItem[]>>();

  constructor(private readonly ports: SearchFilePorts) {}

  /** Checks a text against the platform's live filters (free), or those seen last if the service does not answer. */
  async lint(text: string, { offline = false, age, words = editorWords, signal }: LintOptions): Promise<Linted> {
    const ask = signal ?? new AbortController().signal;
    return lintSearchFile(text, {
      form: (platform) => this.form(platform, offline, words),
      items: (platform, route, wanted) =>
        offline ? Promise.reject(new OfflineError()) : this.items(platform, route, wanted, ask),
      boughtPages: (file) => this.boughtPages(file),
      age,
      words: (error) => (error instanceof OfflineError ? error.message : words(error)),
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

  /** The form, or the reason why there is none, or only an old one. */
  private async form(platform: PlatformToken, offline: boolean, words: (error: unknown) => string) {
    const { forms } = this.ports;
    try {
      if (offline) throw new OfflineError();
      const known = await forms.known(platform);
      return { ...known, reason: known.asOf === undefined ? "" : words(known.failure ?? new FeatureError("timeout")) };
    } catch (error) {
      const reason = error instanceof OfflineError ? error.message : words(error);
      const seen = await forms.seen(platform).catch(() => undefined);
      if (seen) return { ...seen, reason };
      return {
        reason: offline ? l10n.t("They were never fetched on this machine, and you asked not to connect.") : reason,
      };
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

  /** The number of bought pages of the snapshot that a file pins; 0 if unknown. */
  private async boughtPages(file: SearchFile): Promise<number> {
    const { search } = this.ports;
    const bought = await search.bought(await search.ofBody(file)).catch(() => []);
    return boughtOf(file, bought)?.pages ?? 0;
  }
}

/** What running a search file costs, and what is already bought of it. */
export interface SearchFileCost {
  readonly platform: PlatformToken;
  readonly pages: number;
  /** The most credits that the pages cost if the newest bought result, or the file's snapshot, is continued. */
  readonly price: number;
  /** The credits for the same pages of a new result. */
  readonly freshPrice: number;
  /** The file's snapshot if it is bought, else the newest bought result. */
  readonly bought?: BoughtSearch;
}

/** Plans a file's search. Free, and works offline with filters that were seen before. @throws {AdLibraryError | FeatureError} */
async function planSearchFile(file: SearchFile, search: SearchAds): Promise<SearchFileCost> {
  const frozen = await search.ofBody(file);
  const own = boughtOf(file, await search.bought(frozen));
  const bought = own && (await search.withFound(frozen, own, Infinity));
  const { pages = 1, platform } = file;
  const missing = Math.max(0, pages - (bought?.pages ?? 0));
  return {
    platform,
    pages,
    price: missing * prices.search,
    freshPrice: pages * prices.search,
    ...(bought && { bought }),
  };
}

/** The bought result that the file is about: its snapshot, or the newest result if it pins none. */
export function boughtOf({ snapshot }: SearchFile, bought: readonly BoughtSearch[]): BoughtSearch | undefined {
  return snapshot === undefined ? bought[0] : bought.find(({ lastHit }) => lastHit === snapshot);
}

/**
 * Refuses a file before anything is paid for its result.
 * @throws {FeatureError} `notFound` if it pins a snapshot that isn't bought: no request gets page 1 of a given snapshot
 */
export function checkPinned(
  { snapshot }: { readonly snapshot?: string | undefined },
  bought: readonly Pick<BoughtSearch, "lastHit">[],
): void {
  if (snapshot === undefined || bought.some(({ lastHit }) => lastHit === snapshot)) return;
  throw new FeatureError("notFound", { specifics: messageOf({ code: "snapshotNotBought", value: snapshot }) });
}

export interface Linted {
  /** In order of their places. */
  readonly problems: readonly Problem[];
  /** The file's content; absent if it has an error. */
  readonly file: SearchFile | undefined;
}

/** Checks the text of a search file from any source. Never costs anything. */
export async function lintSearchFile(text: string, ports: LintPorts): Promise<Linted> {
  const read = readSearchFile(text);
  const { platform, body, tree } = read;
  const known = platform && (await ports.form(platform.token));
  const more: FoundProblem[] = [];
  if (body && tree && !known?.form) more.push(...checkAnyBody(body, tree.text));
  if (platform && known && !known.form)
    more.push({ code: "noFilters", span: platform.node, value: known.reason ?? "" });
  if (platform && known?.form) {
    const { form, asOf, reason } = known;
    if (asOf !== undefined)
      more.push({ code: "oldFilters", span: platform.node, value: ports.age(asOf), more: reason ?? "" });
    if (body && tree) {
      more.push(...checkBody(body, form, tree.text));
      if (ports.items)
        more.push(...(await checkItems(remoteItems(body, form, tree.text), ports.items, ports.words, form.platform)));
    }
    more.push(...(await snapshotProblem(read, form, more, ports)));
  }
  const place = placer(text);
  const syntax = read.found.find(({ code }) => code === "syntax" || code === "notText");
  const sure = [...read.found, ...more].filter((one) => one === syntax || !syntax || isBefore(one, syntax));
  const problems = sure.map((found): Problem => {
    const { code, span, fixes = [] } = found;
    return { code, severity: severityOf(found), message: messageOf(found), range: place(span), fixes };
  });
  problems.sort((a, b) => a.range.offset - b.range.offset || a.range.length - b.range.length);
  const broken = problems.some(({ severity }) => severity === "error");
  return { problems, file: broken ? undefined : read.file };
}

const isBefore = (one: FoundProblem, other: FoundProblem) => one.span.offset + one.span.length <= other.span.offset;

/** A pinned result that is not bought can't be bought any more: `checkPinned` refuses to run the file. */
async function snapshotProblem(
  { file, snapshot }: ReturnType<typeof readSearchFile>,
  form: FilterForm,
  found: readonly FoundProblem[],
  { boughtPages }: LintPorts,
): Promise<readonly FoundProblem[]> {
  if (!file || !snapshot || !boughtPages || found.some((one) => severityOf(one) === "error")) return [];
  if ((await boughtPages(file, form)) > 0) return [];
  return [{ code: "snapshotNotBought", span: snapshot, value: file.snapshot ?? "" }];
}
