import { isObject, parseExact } from "../../api";
import { readForeignBody } from "../forms";
import { shellWords } from "./shellWords";

type Fields = Readonly<Record<string, unknown>>;

/** A V1 search read from a text. `platform` is the path segment, if a URL was given. */
export interface RequestV1 {
  readonly platform?: string;
  readonly body: Fields;
  /** Whether a URL carried the key. */
  readonly keyInUrl: boolean;
}

/** Why a text is not a V1 search. */
export type RequestProblem = "notJson" | "notAnObject" | "otherRoute" | "bodyInFile" | "noBody" | "isV2";

/** Reads a V1 search body (JSON), or a cURL command that sends one. */
export function readRequestV1(text: string): RequestV1 | RequestProblem {
  const trimmed = text.trim().replace(/^\$\s+/, "");
  return /^curl\s/.test(trimmed) ? fromCommand(trimmed) : fromJson(trimmed, { keyInUrl: false });
}

function fromJson(text: string, route: Omit<RequestV1, "body">): RequestV1 | RequestProblem {
  const body = parsed(text);
  if (body === undefined) return "notJson";
  // A body that no saved search could hold is rejected, so the code below need not worry about depth.
  if (!isObject(body) || !readForeignBody(body)) return "notAnObject";
  return { ...route, body };
}

function parsed(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}

/** cURL options that carry the body, and those with another argument (which could look like a URL). */
const bodyOption = /^(?:-d|--data|--data-raw|--data-binary|--data-ascii|--json)$/;
const otherOption =
  /^(?:-[HXuAebokmxE]|--(?:header|request|user|user-agent|referer|cookie|output|max-time|proxy|cert))$/;

function fromCommand(command: string): RequestV1 | RequestProblem {
  const words = shellWords(command).flatMap(splitOption);
  const bodies: string[] = [];
  let url: string | undefined;
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (bodyOption.test(word)) bodies.push(words[(at += 1)] ?? "");
    else if (otherOption.test(word)) at += 1;
    else if (/^https?:\/\/|\/v[12]\//.test(word)) url ??= word;
  }
  const place = readUrl(url);
  if (typeof place === "string") return place;
  const [body] = bodies;
  if (body === undefined) return "noBody";
  return body.startsWith("@") ? "bodyInFile" : fromJson(body, place);
}

/** `--data=x` and `-dx` are an option with its argument. */
function splitOption(word: string): readonly string[] {
  const long = /^(--[a-z-]+)=([^]*)$/.exec(word);
  const short = /^(-d)([^]+)$/.exec(word);
  const [, name, value] = long ?? short ?? [];
  return name !== undefined && value !== undefined ? [name, value] : [word];
}

function readUrl(url: string | undefined): Omit<RequestV1, "body"> | RequestProblem {
  if (url === undefined) return { keyInUrl: false };
  const [path = "", query = ""] = url.split(/[?#]/);
  if (path.includes("/v2/")) return "isV2";
  const platform = /\/v1\/([^/]+)\/ads\/search\/?$/.exec(path)?.[1];
  if (platform === undefined) return "otherRoute";
  return { platform: decoded(platform), keyInUrl: new URLSearchParams(query).has("api_key") };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
