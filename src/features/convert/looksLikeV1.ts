/** What kind of V1 text this may be, judged only by its first characters and names, so that the check is cheap. */
export type LooksLike = "request" | "response";

/** Longer texts are not examined: a search body is short, and an export is converted by its command. */
const longest = 2_000_000;

/** Whether a JSON text (or a cURL command) looks like a V1 search body or a V1 answer; the conversion itself decides. */
export function looksLikeV1(text: string): LooksLike | undefined {
  if (text.length > longest) return undefined;
  const start = text.trimStart();
  if (/^(?:\$\s+)?curl\s/.test(start)) return /\/v1\/[^/\s]+\/ads\/search\b/.test(start) ? "request" : undefined;
  if (!start.startsWith("{") && !start.startsWith("[")) return undefined;
  if (isAnswer(start)) return "response";
  return isBody(start) ? "request" : undefined;
}

const has = (text: string, name: string) => new RegExp(`"${name}"\\s*:`).test(text);

function isAnswer(text: string): boolean {
  if (/"files"\s*:\s*\{\s*"(?:main|thumbnail|youtube_id)"/.test(text)) return true;
  const names = ["url_chains", "display_site_url", "ad_url"];
  return has(text, "id") && names.some((name) => has(text, name));
}

/** Whether the sort is a text or the body holds the key: V2 has neither. */
function isBody(text: string): boolean {
  if (!text.startsWith("{") || has(text, "advanced_order")) return false;
  if (/"orderby"\s*:\s*"/.test(text)) return true;
  const names = ["search_field", "page", "gender", "behaviors", "interests", "os", "placements", "publisher_platforms"];
  return has(text, "api_key") && names.some((name) => has(text, name));
}
