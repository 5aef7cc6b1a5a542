// What the browser runs: one part of the details or charts, chosen by the URL, with a record of every call.
import { type ComponentProps, render } from "preact";
import { useState } from "preact/hooks";
import type { AdCard, AdDetail } from "../../../src/protocol/ads";
import type { LoadMedia, BoughtDetail } from "../../../src/protocol/panel";
import { Overview } from "../../../webview/charts/Overview";
import type { OverviewFilter } from "../../../src/protocol/panel";
import { ComparedAds } from "../../../webview/compare/ComparedAds";
import { DetailPane } from "../../../webview/detail/DetailPane";
import { Page } from "../../../webview/panes";
import { fullAd, fullCard } from "./fullAd";
import { hostileAd, hostileCard, sparseAd } from "./hostileAd";

declare const document: { readonly body: Parameters<typeof render>[1] };
declare const location: { readonly search: string };

const calls: unknown[][] = [];
Object.assign(globalThis, { calls });
const record =
  (name: string) =>
  (...values: unknown[]): void => {
    calls.push([name, ...values]);
  };

const options = new URLSearchParams(location.search);
const bought = (detail: AdDetail): BoughtDetail => ({
  detail,
  fetchedAt: new Date(Date.now() - 7_300_000).toISOString(),
  bought: true,
});

function Details({ detail, card }: { detail: AdDetail; card?: AdCard }) {
  // As the region around the details does it.
  const close = record("close");
  return (
    <div onKeyDown={(event) => event.key === "Escape" && !event.defaultPrevented && close()}>
      <DetailPane
        bought={bought(detail)}
        {...(card && { card })}
        refreshPrice="100 credits"
        onRaw={() => (options.has("broken") ? Promise.reject(new Error("No room.")) : Promise.resolve('{ "id": 1 }'))}
        onHistory={() => Promise.resolve([])}
        onRefresh={record("refresh")}
      />
    </div>
  );
}

function Cards() {
  const [filters, setFilters] = useState<readonly OverviewFilter[]>([]);
  const ads = Array.from({ length: 60 }, (_, index) => ({
    card: { ...fullCard, key: String(index), owner: { name: `Brand ${(index * index) % 9}` } },
    fetchedAt: "2026-01-02T03:04:05Z",
  }));
  return (
    <Overview
      ads={ads}
      filters={filters}
      onFilter={(filter) => {
        record("filter")(filter);
        setFilters([filter]);
      }}
    />
  );
}

const rival: AdDetail = {
  ...fullAd,
  ad: { platform: "tiktok", id: "5" },
  title: "Rival",
  impression: { total: 88100 },
};
const adOfV1: AdDetail = {
  ...fullAd,
  durations: [
    { value: "2026-01-03T12:00:00.000000Z – 2026-02-14T12:00:00Z, 42 days" },
    { label: "Second run", value: "March" },
  ],
  technologies: [{ name: "Shopfront", category: "Shop" }, { name: "Reactor" }],
  domain: {
    name: "nuvem.example",
    monthlyVisits: 90_000,
    dailyVisits: 3000,
    createdAt: "2019-05-02",
    updatedAt: "2025-01-31T10:00:00Z",
    expiresAt: "next spring",
  },
};
const blank = { title: "", subtitle: "", postUrl: "", owner: { id: "4411", name: "", avatarUrl: "" } };
const compared: readonly AdDetail[] = [fullAd, rival, sparseAd, hostileAd];
const shownOf = ({ ad, title, attachments }: AdDetail) => ({
  card: {
    ...{ ...ad, key: ad.id, platformName: ad.platform, attachments, stats: [], metadata: [], repairs: 0 },
    ...(title !== undefined && { title }),
  },
  page: 1,
  fetchedAt: new Date().toISOString(),
});
const surfaces: Readonly<Record<string, () => ReturnType<typeof Details>>> = {
  full: () => <Details detail={fullAd} card={fullCard} />,
  hostile: () => <Details detail={hostileAd} card={hostileCard} />,
  v1: () => <Details detail={adOfV1} card={fullCard} />,
  blank: () => (
    <Details
      detail={{ ...fullAd, ...blank }}
      card={{ ...fullCard, title: "Sleep well", postUrl: "https://social.example/1" }}
    />
  ),
  sparse: () => <Details detail={sparseAd} />,
  overview: () => <Cards />,
  compare: () => (
    <ComparedAds
      ads={compared.map(shownOf)}
      details={new Map(compared.map((detail) => [detail.ad.id, bought(detail)]))}
      context={{
        boughtDetails: new Set(compared.map(({ ad }) => ad.id)),
        selected: new Set(),
        openKey: undefined,
        onDetails: ({ id, platform }) => record("open")({ platform, id }),
        onSelect: record("select"),
      }}
    />
  ),
};
const page: ComponentProps<typeof Page.Provider>["value"] = {
  session: {
    ...{ run: record("run"), copyText: record("copyText"), keptPicture: () => Promise.resolve(undefined) },
    openLink: (_, link) => record("link")(link),
    copyLink: (_, link) => record("copyLink")(link),
  },
  loadMedia: (options.get("media") ?? "always") as LoadMedia,
  ...{ mediaHosts: [], noBudget: undefined },
};
const Surface = surfaces[options.get("show") ?? "full"];
if (Surface)
  render(
    <Page.Provider value={page}>
      <Surface />
    </Page.Provider>,
    document.body,
  );
