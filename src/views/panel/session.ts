import { randomUUID } from "node:crypto";
import type { Memento } from "vscode";
import type { FrozenSearch } from "../../features/search";
import { type AdCard, type AdDetail, adKey, type AdRef } from "../../protocol/ads";
import { writeExact } from "../../protocol/exactJson";
import type { AdvertiserView } from "../../protocol/lens";
import type { AdCriteria, BoughtAd } from "../../protocol/bought";
import type { HandedFact, Handover, BoughtDetail, BoughtSearch, PanelFacts, PanelMemory } from "../../protocol/panel";
import { platforms, type PlatformToken } from "../../protocol/platforms";
import type { Comparison } from "../../protocol/runs";
import { sameSearch, type SearchPage, type SearchQuery } from "../../protocol/search";
import type { Flight } from "./dispatch";
import { panelMemory } from "./params";
import type { SearchRun } from "./searchRun";

/** The search on a panel's screen, frozen when its page 1 was answered. */
export interface ShownSearch {
  readonly frozen: FrozenSearch;
  readonly lastHit: string | undefined;
  readonly pages: readonly SearchPage[];
}

/** Two runs as a panel compares them. */
export interface ShownComparison {
  readonly name: string;
  readonly comparison: Comparison;
}

/** How a command's search ended: answered, or not run because it is already bought. */
export type WantedSearch = { readonly page: SearchPage } | { readonly bought: readonly BoughtSearch[] };

/** Something that a command wanted from the webview: handed over once, and settled when it ended. */
interface Wanted<A, R> {
  readonly wish: A;
  readonly ended: (result: R | undefined) => void;
}

/** What commands want from the page. */
type Handed = { readonly [F in HandedFact]?: PanelFacts[F] | undefined };

/** What the host knows about one panel: it outlives the webview, which is destroyed whenever it is hidden. */
export class PanelSession {
  private next: Handed = {};
  /** Handed to the page, which has not begun with it: if VS Code ends that page, the next one is handed it again. */
  private handed: Handed = {};
  private wantedSearch: Wanted<Handover, WantedSearch> | undefined;
  private wantedAd:
    | (Wanted<AdRef, BoughtDetail> & {
        readonly answer: Promise<BoughtDetail | undefined>;
        readonly library: string | undefined;
      })
    | undefined;
  private current: ShownSearch | undefined;
  private gone = false;
  /** The form's query, as the page last had it checked. */
  draft: SearchQuery | undefined;
  /** What a comparison's panel shows. */
  comparison: ShownComparison | undefined;
  /** The advertiser that the archive's page last asked about. */
  advertiser: AdvertiserView | undefined;
  /** The last requested page. */
  flight: Flight<"search"> | undefined;
  /** The last requested detail. */
  detailFlight: Flight<"adDetail"> | undefined;
  /** The search whose further pages are agreed to. */
  run: SearchRun | undefined;
  private readonly cards = new Map<string, BoughtAd>();
  private readonly details = new Map<string, AdDetail>();
  /** Whether a person did anything in the panel. */
  used = false;

  /**
   * @param panel names the panel in its memory and in what is linked with it
   * @param beside whether it was opened for one search, beside its platform's explorer
   */
  constructor(
    public platform: PlatformToken,
    readonly panel: string = randomUUID(),
    readonly beside = false,
  ) {}

  get shown(): ShownSearch | undefined {
    return this.current;
  }

  /** The library and version that the ads on the screen come from, if they are of one search. */
  get source(): Pick<FrozenSearch["address"], "origin" | "version"> | undefined {
    return this.current?.frozen.address ?? this.comparison?.comparison.newer;
  }

  /** Keeps a handover for the webview; the promise settles once its search was answered, failed, or can no longer come. */
  want(handover: Handover): Promise<WantedSearch | undefined> {
    this.settleSearch(undefined);
    this.begun("handover");
    this.next = { ...this.next, handover };
    this.platform = handover.query.platform;
    if (!handover.run) return Promise.resolve(undefined);
    return new Promise((ended) => (this.wantedSearch = { wish: handover, ended }));
  }

  /**
   * The same for an ad to open; callers that want it while it is on its way get the same answer.
   * @param library the one that a person was asked about: no other is asked
   */
  wantAd(ad: AdRef, library?: string): Promise<BoughtDetail | undefined> {
    if (this.wantedAd && adKey(this.wantedAd.wish) === adKey(ad)) return this.wantedAd.answer;
    this.settleAd(ad, undefined);
    this.begun("openAd");
    this.next = { ...this.next, openAd: ad };
    let ended: (result: BoughtDetail | undefined) => void = () => undefined;
    const answer = new Promise<BoughtDetail | undefined>((resolve) => (ended = resolve));
    this.wantedAd = { wish: ad, ended, answer, library };
    return answer;
  }

  /** The library that the wanted search was agreed to for. */
  get agreedLibrary(): string | undefined {
    return this.wantedSearch?.wish.library;
  }

  /** The same for an ad. */
  agreedLibraryOf(ad: AdRef): string | undefined {
    const { wantedAd } = this;
    return wantedAd && adKey(wantedAd.wish) === adKey(ad) ? wantedAd.library : undefined;
  }

  /** Notes that the wanted search ended, in one way or another. */
  settleSearch(result: WantedSearch | undefined): void {
    this.wantedSearch?.ended(result);
    this.wantedSearch = undefined;
  }

  /** Notes that an ad's detail arrived or failed, and settles the wish for that ad. */
  settleAd(ad: AdRef, result: BoughtDetail | undefined): void {
    const { wantedAd } = this;
    this.wantedAd = undefined;
    wantedAd?.ended(adKey(wantedAd.wish) === adKey(ad) ? result : undefined);
  }

  /** The panel is gone. */
  get ended(): boolean {
    return this.gone;
  }

  /** The panel is gone: no pending wish will be fulfilled. */
  end(): void {
    this.gone = true;
    this.endRun();
    this.settleSearch(undefined);
    this.wantedAd?.ended(undefined);
  }

  /** Nothing asks for its further pages any more. */
  endRun(): void {
    void this.run?.end();
    this.run = undefined;
  }

  /** A handover that no page has started yet. */
  get handover(): Handover | undefined {
    return this.next.handover ?? this.handed.handover;
  }

  /** What to pass to a page that listens. */
  take(): Handed {
    const { next } = this;
    this.next = {};
    this.handed = { ...this.handed, ...next };
    return next;
  }

  /** Sets the criteria for the archive's panel. */
  wantArchive(archiveCriteria: AdCriteria): void {
    this.next = { ...this.next, archiveCriteria };
  }

  /** The same for a page's first answer, with all that the page before it never began. */
  takeAtOpening(): Handed {
    this.take();
    return this.handed;
  }

  /** Notes that the page has started something that it was handed. */
  begun(what: HandedFact): void {
    this.handed = { ...this.handed, [what]: undefined };
  }

  /** Whether this snapshot of this search is on the screen: its library, version, platform, and body. */
  shows(address: FrozenSearch["address"], lastHit: string | undefined): boolean {
    const { current } = this;
    return current !== undefined && sameSearch(current.frozen.address, address) && current.lastHit === lastHit;
  }

  /** A page 1 starts a new search; a later page joins its snapshot, unless another result replaced it meanwhile. */
  answered(frozen: FrozenSearch, page: SearchPage): void {
    this.rememberCards(adsOf([page]));
    const wanted = this.wantedSearch?.wish.query;
    this.settleSearch(wanted && sameQuery(wanted, frozen.query) ? { page } : undefined);
    if (page.page === 1) this.current = { frozen, lastHit: page.lastHit, pages: [page] };
    else if (this.current && this.shows(frozen.address, page.lastHit)) {
      const others = this.current.pages.filter((known) => known.page !== page.page);
      this.current = { ...this.current, pages: [...others, page].sort((a, b) => a.page - b.page) };
    }
  }

  restored(frozen: FrozenSearch, lastHit: string | undefined, pages: readonly SearchPage[]): void {
    this.rememberCards(adsOf(pages));
    this.current = { frozen, lastHit, pages };
  }

  rememberDetail(detail: AdDetail): void {
    this.details.set(adKey(detail.ad), detail);
  }

  card(ad: AdRef): AdCard | undefined {
    return this.seen(adKey(ad))?.card;
  }

  /** A card that the panel was sent, by its key. */
  seen(key: string): BoughtAd | undefined {
    return this.cards.get(key);
  }

  detail(ad: AdRef): AdDetail | undefined {
    return this.details.get(adKey(ad));
  }

  rememberCards(ads: readonly BoughtAd[]): void {
    for (const { card, fetchedAt } of ads) this.cards.set(card.key, { card, fetchedAt });
  }
}

const adsOf = (pages: readonly SearchPage[]): readonly BoughtAd[] =>
  pages.flatMap(({ ads, fetchedAt }) => ads.map((card) => ({ card, fetchedAt })));
/** Whether the webview runs exactly the query that it was handed. */
function sameQuery(a: SearchQuery, b: SearchQuery): boolean {
  return writeExact(a) === writeExact(b);
}

/** What a command started by a panel works on: its session, and the ads chosen there, if any. */
export class PanelTarget {
  constructor(
    readonly session: PanelSession,
    readonly ads: readonly AdRef[] | undefined,
  ) {}
}

/** Where the memory of a panel beside the explorers is kept. */
const besideName = (panel: string) => ["beside", panel].join("\n");

/**
 * The latest memories of explorers and archives, by library and platform: a closed one comes back as it was. Panels beside
 * them have their own, until they are closed.
 */
export class KeptMemories {
  constructor(
    private readonly store: Memento,
    /** The name of the connected library and version; throws if none is connected. */
    private readonly library: () => string,
  ) {}

  /** Undefined if nothing was kept that this version can read. */
  read(platform: PlatformToken): PanelMemory | undefined {
    return this.at(this.nameOf(platform));
  }

  /** What the archive's panel last remembered of the connected library. */
  archive(): PanelMemory | undefined {
    return this.at(this.nameOf("archive"));
  }

  /** The newer of a panel's own memory and the one kept of the same panel, even if its platform was switched since. */
  ofPanel(own: PanelMemory | undefined): PanelMemory | undefined {
    if (own?.panel === undefined) return own;
    const kept = [this.beside(own.panel) ?? [], platforms.flatMap(({ token }) => this.read(token) ?? [])].flat();
    return kept
      .filter(({ panel }) => panel === own.panel)
      .reduce((last, one) => ((one.at ?? 0) > (last.at ?? 0) ? one : last), own);
  }

  /** What a panel beside the explorers last remembered; undefined if there was none of this name. */
  beside(panel: string): PanelMemory | undefined {
    return this.at(besideName(panel));
  }

  /** What was kept for a panel that has no memory of its own yet. */
  of({ panel, beside, platform }: PanelSession, wanted = platform): PanelMemory | undefined {
    return beside ? this.beside(panel) : this.read(wanted);
  }

  /** The latest memory of any panel that is not open. */
  newest(open: readonly PanelSession[]): PanelMemory | undefined {
    const explorers = open.filter(({ beside }) => !beside).map(({ platform }) => platform);
    const names = this.store.keys().filter((name) => name.startsWith(besideName("")));
    const besides = names.flatMap((name) => this.at(name) ?? []);
    const kept = [
      ...platforms.flatMap(({ token }) => (explorers.includes(token) ? [] : (this.read(token) ?? []))),
      ...besides.filter((one) => open.every(({ panel }) => panel !== one.panel)),
    ];
    return kept.reduce<PanelMemory | undefined>(
      (last, one) => ((one.at ?? 0) > (last?.at ?? -1) ? one : last),
      undefined,
    );
  }

  async keep(memory: PanelMemory, beside?: string): Promise<void> {
    const name =
      beside === undefined
        ? this.nameOf(memory.archive ? "archive" : memory.platform, memory.library)
        : besideName(beside);
    if (name !== undefined) await this.store.update(name, memory);
  }

  /** Forgets a panel beside the explorers, which was closed. */
  async forget(panel: string): Promise<void> {
    await this.store.update(besideName(panel), undefined);
  }

  private at(name: string | undefined): PanelMemory | undefined {
    return name === undefined ? undefined : panelMemory.optional().catch(undefined).parse(this.store.get(name));
  }

  private nameOf(panel: PlatformToken | "archive", library?: string): string | undefined {
    try {
      return ["explorer", library ?? this.library(), panel].join("\n");
    } catch {
      return undefined;
    }
  }
}
