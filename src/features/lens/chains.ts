import { siteOf, targetOf } from "../../protocol/adFields";
import type { AdDetail } from "../../protocol/ads";
import { writeExact } from "../../protocol/exactJson";
import type { ClickChain, ClickEdge, Clicks } from "../../protocol/lens";
import { parseUrl } from "../../api";
import { compare, distinct, type LensAd } from "./groups";

type ChainedAd = Pick<LensAd, "ad" | "advertiser" | "domain">;

export function clickChain({ ad, advertiser, domain }: ChainedAd, detail: AdDetail): ClickChain {
  const urls = detail.urlChain.flatMap(({ url }) => url ?? []);
  const hosts = urls.map(siteOf).filter(Boolean);
  const landing = siteOf(targetOf(detail).host) || domain;
  const named = (key: string) =>
    distinct((detail.targeting?.cards ?? []).flatMap((card) => (card.key === key ? card.value.split(/[,;]\s*/) : [])));
  return {
    ...{ ad, advertiser, urls: urls.map(maskedUrl), landing },
    ...{ via: distinct(hosts.filter((host) => host !== landing)) },
    ...{ trackers: named("tracker"), networks: named("affiliate_network") },
  };
}

const secret = /pass|pwd|token|secret|auth|session|sig(?:nature)?$|key|jwt|credential|code$/i;
/** Long values without words in them: keys, hashes, signed values. */
const opaque = /^(?=.*\d)[\w+/=.~-]{24,}$/;

/** A URL as it may be shown: user names, passwords, and parameters that look like secrets become `…`. */
export function maskedUrl(text: string): string {
  const url = parseUrl(text);
  if (!url || !/^https?:$/.test(url.protocol)) return text.includes("@") ? "…" : text;
  if (url.username !== "" || url.password !== "") [url.username, url.password] = ["…", ""];
  for (const [name, value] of [...url.searchParams])
    if (secret.test(name) || opaque.test(value)) url.searchParams.set(name, "…");
  if (secret.test(url.hash) || opaque.test(url.hash.slice(1))) url.hash = "…";
  return url.href.replaceAll("%E2%80%A6", "…");
}

export function chainsOf(all: readonly ClickChain[]): Clicks {
  const chains = all.toSorted((one, other) => compare(one.ad, other.ad));
  const byDomain = Map.groupBy(
    chains.filter(({ landing }) => landing !== ""),
    ({ landing }) => landing,
  );
  const domains = [...byDomain].map(([landing, leading]) => ({
    ...{ landing, ads: leading.length, advertisers: distinct(leading.map(({ advertiser }) => advertiser)) },
    ...{ via: distinct(leading.flatMap(({ via }) => via)), trackers: distinct(leading.flatMap((one) => one.trackers)) },
    networks: distinct(leading.flatMap(({ networks }) => networks)),
  }));
  return {
    chains,
    domains: domains.sort(
      (one, other) =>
        other.advertisers.length - one.advertisers.length || other.ads - one.ads || compare(one.landing, other.landing),
    ),
    edges: edgesOf(chains),
  };
}

function edgesOf(chains: readonly ClickChain[]): readonly ClickEdge[] {
  const counts = new Map<string, ClickEdge>();
  const count = (layer: ClickEdge["layer"], from: string, to: string) => {
    const name = writeExact([layer, from, to]);
    counts.set(name, { layer, from, to, ads: (counts.get(name)?.ads ?? 0) + 1 });
  };
  for (const { advertiser, via, trackers, networks, landing } of chains) {
    const between = distinct([...trackers, ...networks, ...via]);
    if (between.length === 0 && landing !== "") count("advertiser", advertiser, landing);
    for (const stop of between) {
      count("advertiser", advertiser, stop);
      if (landing !== "") count("via", stop, landing);
    }
  }
  return [...counts.values()].sort(
    (one, other) => other.ads - one.ads || compare(one.from + one.to, other.from + other.to),
  );
}
