import { versions } from "../api/versions";
import type { AdDetail, AdRef } from "../protocol/ads";
import { prices } from "../protocol/credits";
import type { OwnedDetail } from "../protocol/panel";
import type { Archive, StoredAnswer } from "./archive/archive";
import { isKept } from "./archive/intake";
import { versionedName } from "./connection/libraryName";
import { FeatureError } from "./failures";
import type { LibraryClients } from "./libraryClient";
import { type MayPay, ownership } from "./ownership";
import { detailAct } from "./paidActs";
import type { Wallet } from "./wallet/wallet";

export interface DetailPorts {
  readonly clients: LibraryClients;
  readonly wallet: Wallet;
  readonly archive: Archive;
  /** Asked before the wallet. */
  readonly mayPay: MayPay;
  /** Told when an answer could not be archived; the answer itself is still given. */
  readonly onNotStored: (error: unknown) => void;
}

export interface FetchedDetail {
  readonly value: AdDetail;
  readonly answer: StoredAnswer;
  /** Settles with whether the archive has it on the disk. Where not, that was said. */
  readonly kept: Promise<boolean>;
}

/** Details of single ads: owned ones from the archive, others through the wallet's gate. */
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
   * @param library the name of the library that the ad was seen in; nothing is asked of another one
   * @throws {AdLibraryError | FeatureError}
   */
  async detail(ad: AdRef, refresh: boolean, signal: AbortSignal, library?: string): Promise<OwnedDetail> {
    if (ad.platform === "mega") throw new FeatureError("noDetails");
    const owned = refresh ? undefined : await ownership(this.owned(ad));
    if (owned) return owned;
    const { value, answer } = await this.fetch(ad, signal, this.ports.wallet, library);
    return { detail: value, fetchedAt: answer.receivedAt, owned: false };
  }

  /** A detail from the service through a gate (the wallet, or a plan of it), archived before it is given. Paid. */
  async fetch(ad: AdRef, signal: AbortSignal, gate: Pick<Wallet, "spend">, library?: string): Promise<FetchedDetail> {
    const { connected, api, name: origin, version } = await this.ports.clients.current();
    if (library !== undefined && library !== versionedName(origin, version)) throw new FeatureError("otherLibrary");
    const { archive, onNotStored } = this.ports;
    await this.ports.mayPay(prices.adDetail, connected.sample);
    return gate.spend(
      detailAct(ad, origin, version),
      AbortSignal.any([signal, connected.signal]),
      async (leave, shared) => {
        const { value, text, receivedAt } = await api.adDetail(ad, leave, shared);
        const answer = { text, receivedAt };
        const storing = archive.storeDetail(origin, version, ad, answer, value);
        const kept = isKept(storing, onNotStored);
        const stored = await storing.catch(() => undefined);
        await stored?.lasting.catch(() => undefined);
        return { value, answer, kept };
      },
    );
  }

  /** The exact answer as owned, or undefined. Free. */
  async ownedAnswer(ad: AdRef): Promise<StoredAnswer | undefined> {
    const { archive, clients } = this.ports;
    return archive.detail(clients.libraryName(), clients.version, ad);
  }
}
