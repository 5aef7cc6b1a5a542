import { readSearchPage } from "../../../../src/api/wire/cards";
import type { ExportAbout, ExportedPage } from "../../../../src/features/export/exportTypes";

export interface AnswerShape {
  readonly page: number;
  readonly ads: readonly string[];
  readonly lastHit?: string;
  readonly more?: boolean;
}

/** A search answer as a service would word it, with the given exact texts of ads. */
export function answerText({ page, ads, lastHit = "9007199254740995", more = true }: AnswerShape): string {
  return `{"status":"ok","meta":{"code":1000,"message":null},"data":{"ads":[${ads.join(",")}],"current_page":${page},"has_next_page":${more},"last_hit":${lastHit}}}`;
}

/** Texts of 18 ads with int64 ids, numbers that a double cannot hold, and signs of many scripts. */
export function adTexts(page: number, count = 18): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const id = 9007199254740993n + BigInt((page - 1) * 18 + index);
    return `{"id": ${id}, "platform":"tikTok","title":"=1+1 \\"${page}\\" 日本 ${index}","vendorweb":1.0,"owner":{"id":${id},"name":"Åsa; Ünal, Inc"},"attachments":[],"stats":[{"tooltip":"Likes","value":${page * 100 + index}}],"metadata":[],"later":[1e400,{"a":"\\u2028"}]}`;
  });
}

export const about: ExportAbout = {
  version: "v2",
  platform: "tiktok",
  origin: "https://ads.example",
  body: '{"search_field":[{"type":"text","text":"shoes \\"a\\""}],"big":9007199254740993}',
  startedAt: "2026-01-02T03:04:05.000Z",
};

export function aPage(page: number, ads = adTexts(page), more = true): ExportedPage {
  const [text, lastHit] = [answerText({ page, ads, more }), "9007199254740995"];
  const content = readSearchPage(text, about.platform, page, lastHit);
  return { page, text, content, fetchedAt: "2026-01-02T03:04:06.000Z", lastHit };
}
