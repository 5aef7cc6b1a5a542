import type { SearchAddress } from "../../../../src/features/archive/searchAddress";

export function writerAddress(name: string): SearchAddress {
  return { origin: "https://ads.example", version: "v2", platform: "mega", body: `{"name":"${name}"}` };
}

/** A page of 18 ads, a few of which stand on every page. */
export function pageText(name: string, page: number): string {
  const ads = Array.from({ length: 18 }, (_, index) => {
    const id = index < 3 ? index + 1 : page * 100 + index;
    const padding = `${name} ${page} ${"lorem ipsum ".repeat(20)}${Math.sin(page * 18 + index)}`;
    return {
      id,
      platform: "facebook",
      title: `${name} ${page} ${index}`,
      extra: padding,
      stats: [{ tooltip: "Likes", value: page }],
    };
  });
  return JSON.stringify({
    status: "ok",
    meta: { code: 1000 },
    data: { ads, current_page: page, has_next_page: true, last_hit: 5 },
  });
}
