import type { FrozenSearch } from "../../features/search";
import type { AdCard, AdDetail, AdRef } from "../../protocol/ads";
import type { AnswerOf, Params } from "../../protocol/envelope";
import type { OwnedDetail, OwnedSearch, Handover } from "../../protocol/panel";
import type { AdCriteria } from "../../protocol/owned";
import type { PlatformToken } from "../../protocol/platforms";
import type { Comparison } from "../../protocol/runs";
import type { SearchPage, SearchQuery } from "../../protocol/search";

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

/** How a command's search ended: answered, or not run because it is already owned. */
export type WantedSearch = { readonly page: SearchPage } | { readonly owned: readonly OwnedSearch[] };

/** Something that a command wanted from the webview: handed over once, and settled when it ended. */
interface Wanted<A, R> {
  readonly wish: A;
  readonly ended: (result: R | undefined) => void;
}

/** What a command wants from the page. */
interface Handed {
  readonly handover?: Handover;
  readonly ad?: AdRef;
  /** The criteria for the archive's page. */
  readonly archive?: AdCriteria;
}

/** A page request in progress: it may outlive the webview page that asked for it. */
export interface SearchFlight {
  readonly asked: Params<"search">;
  readonly answer: Promise<AnswerOf<"search">>;
  readonly cancel: AbortController;
  landed: boolean;
}

const nameOf = (ad: AdRef) => `${ad.platform}:${ad.id}`;

/** What the host knows about one panel: it outlives the webview, which is destroyed whenever it is hidden. */
export class PanelSession {
  private next: Handed = {};
  /** Handed to the page with its first answer; once it asks anything else, it has begun with that. */
  private handed: Handed = {};
  private wantedSearch: Wanted<Handover, WantedSearch> | undefined;
  private wantedAd: (Wanted<AdRef, OwnedDetail> & { readonly answer: Promise<OwnedDetail | undefined> }) | undefined;
  private current: ShownSearch | undefined;
  private gone = false;
  /** The form's query, as the page last had it checked. */
  draft: SearchQuery | undefined;
  /** What a comparison's panel shows. */
  comparison: ShownComparison | undefined;
  /** The last requested page. */
  flight: SearchFlight | undefined;
  private readonly cards = new Map<string, AdCard>();
  private readonly details = new Map<string, AdDetail>();

  constructor(public platform: PlatformToken) {}

  get shown(): ShownSearch | undefined {
    return this.current;
  }

  /** Keeps a handover for the webview; the promise settles once its search was answered, failed, or can no longer come. */
  want(handover: Handover): Promise<WantedSearch | undefined> {
    this.settleSearch(undefined);
    this.handed = { ...(this.handed.ad && { ad: this.handed.ad }) };
    this.next = { ...this.next, handover };
    this.platform = handover.query.platform;
    if (!handover.run) return Promise.resolve(undefined);
    return new Promise((ended) => (this.wantedSearch = { wish: handover, ended }));
  }

  /** The same for an ad to open; callers that want it while it is on its way get the same answer. */
  wantAd(ad: AdRef): Promise<OwnedDetail | undefined> {
    if (this.wantedAd && nameOf(this.wantedAd.wish) === nameOf(ad)) return this.wantedAd.answer;
    this.settleAd(ad, undefined);
    this.handed = { ...(this.handed.handover && { handover: this.handed.handover }) };
    this.next = { ...this.next, ad };
    let ended: (result: OwnedDetail | undefined) => void = () => undefined;
    const answer = new Promise<OwnedDetail | undefined>((resolve) => (ended = resolve));
    this.wantedAd = { wish: ad, ended, answer };
    return answer;
  }

  /** Notes that the wanted search ended, in one way or another. */
  settleSearch(result: WantedSearch | undefined): void {
    this.wantedSearch?.ended(result);
    this.wantedSearch = undefined;
  }

  /** Notes that an ad's detail arrived or failed, and settles the wish for that ad. */
  settleAd(ad: AdRef, result: OwnedDetail | undefined): void {
    const { wantedAd } = this;
    this.wantedAd = undefined;
    wantedAd?.ended(nameOf(wantedAd.wish) === nameOf(ad) ? result : undefined);
  }

  /** The panel is gone. */
  get ended(): boolean {
    return this.gone;
  }

  /** The panel is gone: no pending wish will be fulfilled. */
  end(): void {
    this.gone = true;
    this.settleSearch(undefined);
    this.wantedAd?.ended(undefined);
  }

  /** A handover that no page has started yet. */
  get handover(): Handover | undefined {
    return this.next.handover ?? this.handed.handover;
  }

  /** What to pass to a page that listens: each handover once. */
  take(): Handed {
    const { next } = this;
    this.next = {};
    return next;
  }

  /** Sets the criteria for the archive's panel. */
  wantArchive(archive: AdCriteria): void {
    this.next = { ...this.next, archive };
  }

  /**
   * The same for a page's first answer. A page that ends before its next question did none of it, so the next gets it.
   */
  takeAtOpening(): Handed {
    this.handed = { ...this.handed, ...this.take() };
    return this.handed;
  }

  /** Notes that the page has started what it was handed. */
  begun(): void {
    this.handed = {};
  }

  /** A page 1 starts a new search; a later page joins it, unless another search replaced it meanwhile. */
  answered(frozen: FrozenSearch, page: SearchPage): void {
    this.rememberCards([page]);
    const wanted = this.wantedSearch?.wish.query;
    this.settleSearch(wanted && sameQuery(wanted, frozen.query) ? { page } : undefined);
    if (page.page === 1) this.current = { frozen, lastHit: page.lastHit, pages: [page] };
    else if (this.current?.frozen.address.body === frozen.address.body) {
      const others = this.current.pages.filter((known) => known.page !== page.page);
      this.current = { ...this.current, pages: [...others, page].sort((a, b) => a.page - b.page) };
    }
  }

  restored(frozen: FrozenSearch, lastHit: string | undefined, pages: readonly SearchPage[]): void {
    this.rememberCards(pages);
    this.current = { frozen, lastHit, pages };
  }

  rememberDetail(detail: AdDetail): void {
    this.details.set(nameOf(detail.ad), detail);
  }

  card(ad: AdRef): AdCard | undefined {
    return this.cards.get(nameOf(ad));
  }

  detail(ad: AdRef): AdDetail | undefined {
    return this.details.get(nameOf(ad));
  }

  rememberCards(pages: readonly Pick<SearchPage, "ads">[]): void {
    for (const card of pages.flatMap(({ ads }) => ads)) this.cards.set(card.key, card);
  }
}

/** Whether the webview runs exactly the query that it was handed. */
function sameQuery(a: SearchQuery, b: SearchQuery): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** What a command started by a panel works on: its session, and the ads chosen there, if any. */
export class PanelTarget {
  constructor(
    readonly session: PanelSession,
    readonly ads: readonly AdRef[] | undefined,
  ) {}
}
