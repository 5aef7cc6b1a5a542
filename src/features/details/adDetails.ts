import type { StoredAnswer } from "../../protocol/owned";
import { versions } from "../../api";
import type { ApiVersion } from "../../protocol/apiVersion";
import type { AdDetail, AdRef } from "../../protocol/ads";
import type { OwnedDetail } from "../../protocol/panel";
import { type Archive, isKept, type MayPay, ownership } from "../archive";
import { type LibraryClients, versionedName } from "../connection";
import { FeatureError } from "../failures";
import { detailAct } from "../search";
import type { Wallet } from "../wallet";

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
  readonly owned?: true;
  /** Resolves to whether the archive has it on the disk. If not, that was reported. */
  readonly kept: Promise<boolean>;
  /** As for a page. */
  readonly waits?: Promise<void>;
}

interface FetchOptions {
  /** The name of the library that the ad was seen in; no other library is asked. */
  readonly library?: string | undefined;
  /** Fetch it even if it is owned. */
  readonly anew?: boolean;
}

/** Details of individual ads: owned ones from the archive, others through the wallet's gate. */
export class AdDetails {
  constructor(private readonly ports: DetailPorts) {}

  /** The detail as owned, or undefined. Free. */
  async owned(ad: AdRef): Promise<OwnedDetail | undefined> {
    const { clients } = this.ports;
    const { readAdDetail } = versions[clients.version];
    const owned = await this.ownedAnswer(ad);
    const stored = owned && (await clients.readable(owned));
    if (!stored) return undefined;
    return { detail: readAdDetail(stored.text, ad), fetchedAt: stored.receivedAt, owned: true };
  }

  /** The answer's exact text as owned. Free. @throws {FeatureError} `notFound` */
  async raw(ad: AdRef): Promise<string> {
    const stored = await this.ownedAnswer(ad);
    if (!stored) throw new FeatureError("notFound");
    return stored.text;
  }

  /** Which of these ads have an owned detail, as `platform:id`. Free. */
  async ownedAmong(ads: readonly AdRef[]): Promise<readonly string[]> {
    if (ads.length === 0) return [];
    const { archive, clients } = this.ports;
    return [...(await archive.ownedDetails(clients.libraryName(), clients.version, ads))];
  }

  /**
   * @param library the name of the library that the ad was seen in; no other library is asked
   * @throws {AdLibraryError | FeatureError}
   */
  async detail(ad: AdRef, refresh: boolean, signal: AbortSignal, library?: string): Promise<OwnedDetail> {
    if (ad.platform === "mega") throw new FeatureError("noDetails");
    const owned = refresh ? undefined : await ownership(this.owned(ad));
    if (owned) return owned;
    const wanted = { library, anew: refresh };
    const { value, answer, owned: brought = false } = await this.fetch(ad, signal, this.ports.wallet, wanted);
    return { detail: value, fetchedAt: answer.receivedAt, owned: brought };
  }

  /** A detail from the service through a gate (the wallet, or a plan of it), archived before it is returned. Paid, unless another act brings it first. */
  async fetch(
    ad: AdRef,
    signal: AbortSignal,
    gate: Pick<Wallet, "spend">,
    { library, anew = false }: FetchOptions = {},
  ): Promise<FetchedDetail> {
    const begun = this.ports.now().toISOString();
    const { connected, api, name: origin, version } = await this.ports.clients.current();
    if (library !== undefined && library !== versionedName(origin, version)) throw new FeatureError("otherLibrary");
    const { archive, onNotStored } = this.ports;
    const act = detailAct(ad, origin, version);
    await this.ports.mayPay(act);
    // The last check before the gate, as for a page.
    const brought = anew ? undefined : await this.brought(ad, { origin, version });
    if (brought) return brought;
    return gate.spend(act, AbortSignal.any([signal, connected.signal]), async (leave, shared, bookLater) => {
      const meanwhile = await this.brought(ad, { origin, version }, anew ? begun : undefined);
      if (meanwhile) return meanwhile;
      const { value, text, receivedAt } = await api.adDetail(ad, leave, shared);
      const answer = { text, receivedAt };
      const storing = archive.storeDetail(origin, version, ad, answer, value);
      const kept = isKept(storing, onNotStored);
      const stored = await storing.catch(() => undefined);
      await stored?.lasting.catch(() => undefined);
      return { value, answer, kept, ...(stored?.late && { waits: bookLater(stored.late) }) };
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
    return { value, answer, owned: true, kept: Promise.resolve(true) };
  }

  /** The exact answer as owned, or undefined. Free. */
  async ownedAnswer(ad: AdRef): Promise<StoredAnswer | undefined> {
    const { archive, clients } = this.ports;
    return archive.detail(clients.libraryName(), clients.version, ad);
  }
}
