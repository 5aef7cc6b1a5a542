import { random } from "./benchPages";

const platforms = ["facebook", "meta", "native", "display", "pinterest", "reddit", "tikTok", "twitter", "youTube"];
const words =
  "sale shoes summer winter running coffee travel garden phone music yoga bike camera lamp desk water".split(" ");

/** Which integers of a page are beyond 2^53. */
export type LongIntegers = "none" | "snapshot" | "ids";

/**
 * An answer with one page: 18 ads from all nine platforms, each in its own variant of the contract, 43 kB in all. The
 * same number always gives the same page. Integers that are `long` have 19 digits.
 */
export function variedPage(page: number, long: LongIntegers): string {
  const next = random(page + 1);
  const whole = (below: number) => Math.floor(next() * below);
  const id = () => `${long === "ids" ? "9007199" : ""}${100_000_000_000 + whole(800_000_000_000)}`;
  const text = (count: number) => Array.from({ length: count }, () => words[whole(words.length)]).join(" ");
  const url = () =>
    `https://cdn.example.com/${text(3).replaceAll(" ", "/")}/${whole(1e9)}.jpg?signature=${"q8Zx".repeat(28)}`;
  const ads = Array.from({ length: 18 }, (_, index) => ad(platforms[index % 9] ?? "", { id, text, url, whole }));
  const lastHit = long === "snapshot" ? "1700000000000000001" : "1700000000";
  return `{"status":"ok","meta":{"code":1000,"message":null},"data":{"ads":[${ads.join()}],"current_page":${page + 1},"has_next_page":true,"last_hit":${lastHit}}}`;
}

interface Making {
  readonly id: () => string;
  readonly text: (words: number) => string;
  readonly url: () => string;
  readonly whole: (below: number) => number;
}

/** One ad with the fields of its platform (docs/api.md, "Owner variants", "Attachment variants"). */
function ad(platform: string, { id, text, url, whole }: Making): string {
  const isAny = (...names: readonly string[]) => names.includes(platform);
  const verified = isAny("facebook", "meta", "pinterest", "twitter") ? `,"is_verified":${whole(2) === 1}` : "";
  const where = platform === "youTube" ? `"youtube_id":"dQw4w9WgXcQ"` : `"url":"${url()}"`;
  const subtitle = isAny("facebook", "meta", "pinterest", "twitter") ? `,"subtitle":"${text(9)}"` : "";
  const duration = isAny("pinterest", "tikTok", "twitter", "youTube") ? `,"duration":${whole(90)}` : "";
  const type = platform === "youTube" ? "youtube" : "video";
  const attachment = () => `{"id":${id()},"type":"${type}",${where},"thumbnail":"${url()}"${subtitle}${duration}}`;
  const stat = (tooltip: string) => `{"tooltip":"${tooltip}","value":${whole(1e6)},"icon":"${tooltip.toLowerCase()}"}`;
  const postUrl = isAny("native", "display") ? "" : `,"post_url":"${url()}"`;
  return `{"id":${id()},"is_bookmarked":false,"platform":"${platform}","title":"${text(8)}","display_url":"${url()}","similarweb":${whole(1e7)},"last_seen":"3 hours ago"${postUrl},"owner":{"id":${id()},"name":"${text(2)}","avatar_url":"${url()}"${verified}},"attachments":[${[attachment(), attachment(), attachment()].join()}],"stats":[${["Likes", "Shares", "Comments", "Impressions"].map(stat).join()}],"metadata":[{"tooltip":"Regions","value":["us","gb","no"]},{"tooltip":"Days running","value":"12 days"},{"tooltip":"Estimated impression","value":"100K-500K"}]}`;
}
