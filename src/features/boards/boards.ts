import { versions } from "../../api";
import type { AdCard, AdDetail, AdRef } from "../../protocol/ads";
import { writeExact } from "../../protocol/exactJson";
import { type Archive, cardOfDetail } from "../archive";
import type { LibraryClients } from "../connection";
import { type KeepOptions, type KeepResult, type KeptPictures, PagePictures, picturesOf } from "../media";
import { roughlyDecoded } from "../text";
import type { Board, BoardAnswer, BoardEntry, BoardSource, Snapshot } from "./board";
// prettier-ignore
import {
  boardOfReport, brokenIn, compareReport, makeReport, type Report, type ReportFiles, type ReportProblem, type Seen,
} from "./report";
import type { SeenEntry } from "./reportFacts";
import { snapshotOf } from "./snapshot";
import { mostSightings, sha256 } from "./reportText";

interface BoardPorts {
  readonly clients: LibraryClients;
  readonly archive: Archive;
  readonly pictures: KeptPictures;
}

/** An ad to add, with the ISO time of the answer that showed it; without one, its newest answer counts. */
export interface AdToAdd {
  readonly ad: AdRef;
  readonly fetchedAt?: string | undefined;
}

/** Ads on boards: where each was seen, and what its stored answer says. 0 credits, no service, no key. */
export class Boards {
  constructor(private readonly ports: BoardPorts) {}

  /** Entries for ads of the connected library. Those whose answer isn't stored are left out. @throws {StorageError} */
  async entriesOf(ads: readonly AdToAdd[], column = ""): Promise<readonly BoardEntry[]> {
    const library = this.ports.clients.libraryName();
    const read = this.reader();
    const entries = [];
    for (const { ad, fetchedAt } of ads) {
      const sources = await this.sourcesOf(library, ad);
      const shown = sources.filter(({ received }) => received === fetchedAt);
      const near = shown.length > 0 ? shown : sources;
      const source = near.findLast(({ search }) => search) ?? near.at(-1);
      const page = source && (await read(ad, source));
      if (!source || typeof page !== "object") continue;
      const { version, platform, search } = source;
      const { pins } = this.ports.archive;
      // Of answers that the size cap removes, those on boards go last.
      if (search) await pins.pin({ origin: library, version, platform, body: search.body }, search.lastHit, "board");
      entries.push({ ad, source, sha256: page.sum, column, tags: [], note: "" });
    }
    return entries;
  }

  /** The stored answers of a library that show an ad, oldest first. */
  private async sourcesOf(library: string, ad: AdRef): Promise<readonly BoardSource[]> {
    const places = await this.ports.archive.places(library, ad);
    return places.map(({ kind, version, platform, body, lastHit, page, receivedAt: received }) => ({
      ...{ library, version, platform, received, ...(kind === "pages" && { search: { body, lastHit, page } }) },
    }));
  }

  /** What the stored answers of entries show. @throws {StorageError} */
  async look(entries: readonly BoardEntry[], signal?: AbortSignal, read = this.reader()): Promise<Seen> {
    const seen = new Map<BoardEntry, SeenEntry>();
    for (const entry of entries) {
      signal?.throwIfAborted();
      const { ad, sightings = [] } = entry;
      let own = seenIn(await read(ad, entry.source), ad, entry.sha256);
      for (const { source, sha256 } of sightings) {
        if (own.kind !== "seen") break;
        const found = seenIn(await read(ad, source), ad, sha256);
        if (found.kind === "seen") own = { ...own, sightings: [...own.sightings, found.card] };
        else own = { ...found, received: source.received };
      }
      seen.set(entry, own);
    }
    return seen;
  }

  /** The texts of entries' ads, as far as their stored answers show them. @throws {StorageError} */
  async snapshots(entries: readonly BoardEntry[]): Promise<ReadonlyMap<BoardEntry, Snapshot>> {
    const seen = [...(await this.look(entries))];
    return new Map(seen.flatMap(([entry, found]) => (found.kind === "seen" ? [[entry, snapshotOf(found)]] : [])));
  }

  /** Keeps the pictures of a board's ads. Only addresses in the stored answers are asked. @throws {StorageError} */
  async keepPictures({ entries }: Board, options: KeepOptions): Promise<KeepResult> {
    const seen = await this.look(entries, options.signal);
    return this.ports.pictures.keep([...seen].flatMap(picturesSeen), options);
  }

  /** The report of a board, and which stored answers it lacks. @throws {StorageError} */
  async report(board: Board, signal?: AbortSignal): Promise<Report & { readonly problems: readonly ReportProblem[] }> {
    const read = this.reader();
    const entries: BoardEntry[] = [];
    for (const entry of board.entries)
      entries.push({ ...entry, sightings: await this.sightingsOf(entry, read, signal) });
    const seen = await this.pictured(await this.look(entries, signal, read));
    return { ...makeReport({ ...board, entries }, seen), problems: brokenIn(seen) };
  }

  /** The answers that show how an ad's numbers moved: its own and the newest others; undefined if there are none. */
  private async sightingsOf({ ad, ...own }: BoardEntry, read: Read, signal?: AbortSignal) {
    const found: BoardAnswer[] = [];
    for (const source of (await this.sourcesOf(own.source.library, ad)).toReversed()) {
      signal?.throwIfAborted();
      const page = await read(ad, source);
      if (typeof page === "object" && source.received !== own.source.received && found.length < mostSightings - 1)
        found.push({ source, sha256: page.sum });
    }
    const all = [{ source: own.source, sha256: own.sha256 }, ...found];
    return found.length > 0 ? all.sort(byTime) : undefined;
  }

  /** Makes a report again from the stored answers, and names what differs. @throws {StorageError} */
  async verify(files: ReportFiles, signal?: AbortSignal) {
    const board = boardOfReport(roughlyDecoded(files.html));
    if (!("entries" in board)) return { ads: 0, answers: 0, problems: [board] };
    const { entries } = board;
    const seen = await this.pictured(await this.look(entries, signal), true);
    const answers = entries.flatMap((entry) => [entry, ...(entry.sightings ?? [])]);
    const different = new Set(answers.map(({ source, sha256: sum }) => writeExact([source, sum])));
    return { ads: entries.length, answers: different.size, problems: await compareReport(board, seen, files) };
  }

  /** Adds kept pictures: those that a report claims, or the first of each ad. */
  private async pictured(seen: Seen, isReport = false): Promise<Seen> {
    const { pictures } = this.ports;
    const page = new PagePictures(pictures, await pictures.names());
    const all = new Map<BoardEntry, SeenEntry>();
    for (const [entry, found] of seen) {
      const own = picturesSeen([entry, found]);
      const picture = await (isReport ? page.claimed(entry.picture, own) : page.first(own));
      all.set(entry, found.kind === "seen" ? { ...found, picture } : found);
    }
    return all;
  }

  /** Reads each answer once. */
  private reader(): Read {
    const pages = new Map<string, Promise<Page>>();
    return (ad, source) => {
      const key = writeExact(source.search ? source : [source, ad]);
      const page = pages.get(key) ?? this.read(ad, source);
      pages.set(key, page);
      return page;
    };
  }

  private async read(ad: AdRef, { library, version, platform, search, received }: BoardSource): Promise<Page> {
    const { archive, clients } = this.ports;
    const answer = await (search
      ? archive.pageAt({ origin: library, version, platform, body: search.body }, search.lastHit, search.page, received)
      : archive.detailAt(library, version, ad, received));
    if (typeof answer !== "object") return answer ?? "missing";
    const { readSearchPage, readAdDetail } = versions[version];
    const [text, sum] = [answer.text, sha256(answer.text)];
    try {
      if (search)
        return { sum, cards: readSearchPage(text, platform, search.page, search.lastHit, clients.segments).ads };
      const detail = readAdDetail(text, ad);
      return { sum, cards: [cardOfDetail(ad, detail)], detail };
    } catch {
      return "damaged";
    }
  }
}

type Page =
  { readonly sum: string; readonly cards: readonly AdCard[]; readonly detail?: AdDetail } | "missing" | "damaged";
type Read = (ad: AdRef, source: BoardSource) => Promise<Page>;

function seenIn(page: Page, ad: AdRef, sum: string): SeenEntry {
  if (typeof page === "string") return { kind: page };
  if (page.sum !== sum) return { kind: "changed" };
  const card = page.cards.find(({ platform, id }) => platform === ad.platform && id === ad.id);
  return card ? { kind: "seen", card, detail: page.detail, sightings: [] } : { kind: "notInIt" };
}

const timeOf = ({ source }: BoardAnswer) => source.received + writeExact(source);
const byTime = (one: BoardAnswer, other: BoardAnswer) => (timeOf(one) < timeOf(other) ? -1 : 1);

const picturesSeen = ([{ source }, found]: [BoardEntry, SeenEntry]) =>
  found.kind === "seen" ? picturesOf(source.library, found.card.attachments) : [];
