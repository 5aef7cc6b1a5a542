import type { StoredAnswer } from "../../protocol/bought";
import { versions } from "../../api";
import type { ApiVersion } from "../../protocol/apiVersion";
import type { AdDetail, AdRef } from "../../protocol/ads";
import type { SearchPage } from "../../protocol/search";
import type { BoughtDetail } from "../../protocol/panel";
import {
  type Archive,
  detailFolder,
  isKept,
  type LibraryVersion,
  type MayPay,
  ownership,
  readLibrary,
} from "../archive";
import { type LibraryClients, libraryNamed, versionedName } from "../connection";
import { FeatureError } from "../failures";
import { detailAct } from "../search";
import { abortedBy, type Gate, type Wallet } from "../wallet";

export interface DetailPorts {
  readonly clients: LibraryClients;
  readonly wallet: Wallet;
  readonly archive: Archive;
  /** Checked before the wallet. */
  readonly mayPay: MayPay;
  /** Called when an answer could not be archived; the answer itself is still returned. */
  readonly onNotStored: (error: unknown) => void;
  readonly now: () => Date;
}

export interface FetchedDetail {
  readonly value: AdDetail;
  readonly answer: StoredAnswer;
  /** As for a page. */
  readonly bought?: true;
  /** As for a page. */
  readonly kept: boolean;
}

interface FetchOptions {
  /** The name of the library that the ad was seen in; no other library is asked. */
  readonly library?: string | undefined;
  /** Fetch it even if it is bought. */
  readonly anew?: boolean;
}

/** Details of individual ads: bought ones from the archive, others through the wallet's gate. */
export class AdDetails {
  constructor(private readonly ports: DetailPorts) {}

  /** The detail as bought, or undefined. Free. @param library another one than the connected */
  async bought(ad: AdRef, library?: LibraryVersion): Promise<BoughtDetail | undefined> {
    const { archive, clients } = this.ports;
    const { origin, version } = library ?? (await readLibrary(this.ports));
    const bought = await archive.detail(origin, version, ad);
    const stored = bought && (await clients.readable(bought));
    if (!stored) return undefined;
    const { text, receivedAt: fetchedAt, from } = stored;
    return {
      detail: versions[version].readAdDetail(text, ad),
      fetchedAt,
      bought: true,
      ...(from !== undefined && { from }),
    };
  }

  /**
   * The answer's exact text as bought. Free.
   * @param library the name of another one than the connected
   * @throws {FeatureError} `notFound`
   */
  async raw(ad: AdRef, library?: string): Promise<string> {
    const stored = await this.boughtAnswer(ad, library === undefined ? undefined : libraryNamed(library));
    if (!stored) throw new FeatureError("notFound");
    return stored.text;
  }

  /** Which of these ads have a bought detail, as `platform:id`. Free. @param library another one than the connected */
  async boughtAmong(ads: readonly AdRef[], library?: LibraryVersion): Promise<readonly string[]> {
    if (ads.length === 0) return [];
    const { origin, version } = library ?? (await readLibrary(this.ports));
    return [...(await this.ports.archive.boughtDetails(origin, version, ads))];
  }

  /**
   * @param library the name of the library that the ad was seen in; no other library is asked
   * @param now aborts the request on its way; `signal` only keeps it from being sent
   * @throws {AdLibraryError | FeatureError}
   */
  async detail(
    ad: AdRef,
    refresh: boolean,
    signal: AbortSignal,
    library?: string,
    now?: AbortSignal,
  ): Promise<BoughtDetail> {
    if (ad.platform === "mega") throw new FeatureError("noDetails");
    const bought = refresh ? undefined : await ownership(this.bought(ad));
    if (bought) return bought;
    const wanted = { library, anew: refresh };
    const {
      value,
      answer,
      bought: brought = false,
    } = await this.fetch(ad, signal, abortedBy(this.ports.wallet, now), wanted);
    return { detail: value, fetchedAt: answer.receivedAt, bought: brought };
  }

  /** A detail from the service through a gate (the wallet, or a plan of it), archived before it is returned. Paid, unless another act brings it first. */
  async fetch(
    ad: AdRef,
    signal: AbortSignal,
    gate: Gate,
    { library, anew = false }: FetchOptions = {},
  ): Promise<FetchedDetail> {
    const begun = this.ports.now().toISOString();
    const { connected, api, version } = await this.ports.clients.current();
    const { library: origin } = connected;
    if (library !== undefined && library !== versionedName(origin, version)) throw new FeatureError("otherLibrary");
    const { archive, onNotStored } = this.ports;
    const act = detailAct(ad, origin, version);
    const bought = () => archive.ownershipOfDetail(origin, version, ad, anew);
    const stored = { below: detailFolder(origin, version, ad), bought };
    const found = await this.ports.mayPay(act, stored, gate.ofPlan);
    const brought = found && !anew ? await this.brought(ad, { origin, version }) : undefined;
    if (brought) return brought;
    // As for a page.
    const ends = AbortSignal.any([signal, connected.signal]);
    return gate.spend(act, ends, async (permit, shared) => {
      const meanwhile = await this.brought(ad, { origin, version }, anew ? begun : undefined);
      if (meanwhile) return meanwhile;
      if (found !== "agreed") await this.ports.mayPay(act, stored, gate.ofPlan);
      const kept = (one: StoredAnswer, shelf?: "unread/") =>
        isKept(archive.storeDetail(origin, version, ad, one, shelf), onNotStored);
      const keepUnread = (unread: StoredAnswer) => kept(unread, "unread/");
      const { value, text, receivedAt } = await api.adDetail(ad, permit, shared, keepUnread);
      const answer = { text, receivedAt };
      return { value, answer, kept: await kept(answer) };
    });
  }

  /** The detail that another act brought, of this or another process. @param since ISO time; an older one doesn't count */
  private async brought(
    ad: AdRef,
    { origin, version }: { readonly origin: string; readonly version: ApiVersion },
    since?: string,
  ): Promise<FetchedDetail | undefined> {
    const { archive, clients } = this.ports;
    const answer = await ownership(archive.detail(origin, version, ad));
    if (!answer) return undefined;
    // A refreshed detail from the future, where a clock was wrong, is no new one.
    if (since !== undefined && (answer.receivedAt < since || answer.receivedAt > this.ports.now().toISOString()))
      return undefined;
    const { text } = await clients.readable(answer);
    const value = versions[version].readAdDetail(text, ad);
    return { value, answer, bought: true, kept: true };
  }

  /** The exact answer as bought, or undefined. Free. @param library another one than the connected */
  async boughtAnswer(ad: AdRef, library?: LibraryVersion): Promise<StoredAnswer | undefined> {
    const { origin, version } = library ?? (await readLibrary(this.ports));
    return this.ports.archive.detail(origin, version, ad);
  }
}

/** The ads on some pages, by platform and ID; ads without these are left out. */
export function adRefs(pages: readonly Pick<SearchPage, "ads">[]): readonly AdRef[] {
  return pages.flatMap(({ ads }) => ads.flatMap(({ platform, id }) => (platform && id ? [{ platform, id }] : [])));
}
