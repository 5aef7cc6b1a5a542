import * as l10n from "@vscode/l10n";
import { exactIfJson, isObject } from "../../api";
import { readForeignBody } from "../forms";
import { percentDecoded } from "../text";

type Fields = Readonly<Record<string, unknown>>;

/** A V1 search read from a text. `platform` is the path segment, if a URL was given. */
export interface RequestV1 {
  readonly platform?: string;
  readonly body: Fields;
  /** Whether a URL carried the key. */
  readonly keyInUrl: boolean;
}

/** cURL options that send a body as something else than JSON. */
const otherBodies = ["--data-urlencode", "--form", "--form-string", "-F"] as const;
export type OtherBody = (typeof otherBodies)[number];

/** Why a text is not a V1 search; an option if the body is in it. */
export type RequestProblem =
  "notJson" | "notAnObject" | "otherRoute" | "bodyInFile" | "noBody" | "isV2" | "powerShell" | OtherBody;

const inOption = (option: OtherBody) =>
  l10n.t("The body of this cURL command is in {0}, which can't be converted. Put it in --data-raw instead.", option);

/** What a person is told about each. */
export const requestProblems: Readonly<Record<RequestProblem, () => string>> = {
  notJson: () => l10n.t("This text is neither JSON nor a cURL command with a JSON body."),
  notAnObject: () => l10n.t("A V1 search body must be a JSON object."),
  otherRoute: () =>
    l10n.t("This cURL command doesn't call a V1 search (/v1/{platform}/ads/search). Choose another one."),
  bodyInFile: () => l10n.t("The body of this cURL command is in a file. Convert that file instead."),
  noBody: () => l10n.t("This cURL command has no body. Convert a command that has one."),
  powerShell: () => l10n.t("This is a PowerShell command. Copy the request as cURL (bash or cmd) instead."),
  isV2: () => l10n.t("This cURL command already calls V2. There is nothing to convert."),
  "--data-urlencode": () => inOption("--data-urlencode"),
  "--form": () => inOption("--form"),
  "--form-string": () => inOption("--form-string"),
  "-F": () => inOption("-F"),
};

/** What shells print before a command. */
const prompt = /^(?:[^\n{}"']{0,200}?(?:[$%#❯]\s+|>\s*))?/;
/** cURL, perhaps by its path, and after variables or a program that runs it. */
const curl = /^(?:\w+=\S*\s+|(?:sudo|time|env)\s+)*(?:\S{0,200}[\\/])?curl(?:\.exe)?(?=\s)/i;
/** PowerShell's own commands: without `.exe`, its `curl` is one of them and has their options. Its lines end with a backtick. */
const powerShell =
  /^(?:\$\w+\s*=|Invoke-(?:WebRequest|RestMethod)\b|i[rw][mr]\s|curl\s[^]*\s-(?:Uri|Method|Headers|Body|ContentType|WebSession)\b|curl(?:\.exe)?\s[^]*`\r?\n)/i;
/** Before lines of the command's own text that it reads as its input: the word that ends them. */
const hereDocument = /<<-?[\t ]*(['"]?)(\w+)\1[^\n]*\n/;

/** Reads a V1 search body (JSON), or a cURL command that sends one. */
export function readRequestV1(text: string): RequestV1 | RequestProblem {
  const command = commandIn(text);
  if (powerShell.test(command)) return "powerShell";
  return curl.test(command) ? fromCommand(command.replace(curl, "curl")) : fromJson(text.trim(), { keyInUrl: false });
}

/** A text without the prompt before it. */
const commandIn = (text: string) => text.trim().replace(prompt, "");

function fromJson(text: string, route: Omit<RequestV1, "body">): RequestV1 | RequestProblem {
  const body = exactIfJson(text);
  if (body === undefined) return "notJson";
  // A body that no saved search could hold is rejected, so the code below need not worry about depth.
  if (!isObject(body) || !readForeignBody(body)) return "notAnObject";
  return { ...route, body };
}

/** cURL options that carry the body, and those with another argument (which could look like a URL). */
const bodyOption = /^(?:-d|--data|--data-raw|--data-binary|--data-ascii|--json)$/;
const otherOption =
  /^(?:-[AbcCDeEFHKmoPQrtTuUwxXyYz]|--(?:data-urlencode|form|form-string|header|request|user|user-agent|referer|cookie|output|max-time|proxy|cert))$/;
/** Short options without an argument, which may stand together: the last one may have one. */
const cluster = /^-([^AbcCdDeEFHKmoPQrtTuUwxXyYz-]*)([AbcCdDeEFHKmoPQrtTuUwxXyYz])([^]*)$/;

function fromCommand(command: string): RequestV1 | RequestProblem {
  const words = (isCmd.test(command) ? cmdWords(command) : shellWords(command)).flatMap(splitOption);
  let body: string | undefined;
  let other: OtherBody | undefined;
  let url: string | undefined;
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? "";
    other ??= otherBodies.find((option) => option === word);
    if (bodyOption.test(word))
      body = (body === undefined ? "" : body + (word === "--json" ? "" : "&")) + (words[(at += 1)] ?? "");
    else if (otherOption.test(word)) at += 1;
    else if (/^https?:\/\/|\/v[12]\//.test(word)) url ??= word;
  }
  const place = readUrl(url);
  if (typeof place === "string") return place;
  if (body === "@-") body = inputIn(command) ?? body;
  if (body === undefined) return other ?? "noBody";
  if (body.startsWith("@")) return "bodyInFile";
  const found = fromJson(body, place);
  // Windows' PowerShell takes quotes away that have no backslash.
  return found === "notJson" ? fromJson(body.replaceAll('\\"', '"'), place) : found;
}

/** The text of a command's here-document, if it has one. */
function inputIn(command: string): string | undefined {
  const start = hereDocument.exec(command);
  if (!start) return undefined;
  const text = command.slice(start.index + start[0].length);
  const end = new RegExp(`^[\\t ]*${start[2]}\\r?$`, "m").exec(text);
  return end ? text.slice(0, end.index) : undefined;
}

/** `--data=x`, `-dx`, and `-sSdx` have an option with its argument. */
function splitOption(word: string): readonly string[] {
  const [, long, argument = ""] = /^(--[a-z-]+)=([^]*)$/.exec(word) ?? [];
  if (long !== undefined) return [long, argument];
  const [, , short, value] = cluster.exec(word) ?? [];
  if (short === undefined) return [word];
  return value === "" || value === undefined ? [`-${short}`] : [`-${short}`, value];
}

function readUrl(url: string | undefined): Omit<RequestV1, "body"> | RequestProblem {
  if (url === undefined) return { keyInUrl: false };
  const [path = "", query = ""] = url.split(/[?#]/);
  if (path.includes("/v2/")) return "isV2";
  const platform = /\/v1\/([^/]+)\/ads\/search\/?$/.exec(path)?.[1];
  if (platform === undefined) return "otherRoute";
  return { platform: percentDecoded(platform) ?? platform, keyInUrl: new URLSearchParams(query).has("api_key") };
}

/** The words of a POSIX shell command (quotes and escapes resolved, nothing expanded), up to its first operator. */
export function shellWords(command: string): readonly string[] {
  const words: string[] = [];
  const wordOrSign =
    /\\\r?\n|\s+|[|;&<>]|#(?=.*)|((?:'[^']*'|"(?:[^"\\]|\\[^])*"|\$'(?:[^'\\]|\\[^])*'|\\[^]|[^\s'"\\|;&<>$]|\$)+)/y;
  for (let found = wordOrSign.exec(command); found; found = wordOrSign.exec(command)) {
    const [all, word] = found;
    if (word !== undefined) words.push(unquoted(word));
    else if (/^[|;&<>]/.test(all)) break;
  }
  return words;
}

/** A command for `cmd`: as browsers copy it, `^` stands before quotes and ends lines; in JSON, quotes may be doubled. */
const isCmd = /^[^'"]*\^(?:"|\r?\n)|\^[ \t]*\r?\n\s*-|"\{\s*""/;

/** The words of a `cmd` command, up to its first operator: `cmd` reads the carets, the program the quotes. */
function cmdWords(command: string): readonly string[] {
  let line = "";
  let inQuotes = false;
  for (const [all, escaped] of command.matchAll(/\^(?:\r?\n)?(\r?\n|[^])|[^]/g)) {
    if (inQuotes || escaped === undefined) {
      if (!inQuotes && /[|&<>\n]/.test(all)) break;
      if (all === '"') inQuotes = !inQuotes;
      line += all;
    } else line += escaped;
  }
  return [...line.matchAll(/(?:\\"|"(?:\\.|""|[^"\\])*"|[^\s"])+/gs)].map(([word]) =>
    word.replace(/\\"|""|"/g, (sign) => (sign === '"' ? "" : '"')),
  );
}

function unquoted(word: string): string {
  const part = /'([^']*)'|"((?:[^"\\]|\\[^])*)"|\$'((?:[^'\\]|\\[^])*)'|\\\r?\n|\\([^])|([^'"\\$]+|\$)/g;
  let text = "";
  for (const [, single, double, ansi, escaped, bare] of word.matchAll(part)) {
    if (double !== undefined) text += double.replace(/\\\r?\n/g, "").replace(/\\(["\\$`])/g, "$1");
    else if (ansi !== undefined) text += ansi.replace(/\\(u[0-9a-fA-F]{1,4}|x[0-9a-fA-F]{1,2}|[^])/g, escape);
    else text += single ?? escaped ?? bare ?? "";
  }
  return text;
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["0", "\0"],
]);

function escape(_: string, sign: string): string {
  if (/^[ux]./.test(sign)) return String.fromCharCode(parseInt(sign.slice(1), 16));
  return escapes.get(sign) ?? sign;
}

/** What kind of V1 text this may be, judged only by its first characters and names, so that the check is cheap. */
export type LooksLike = "request" | "response";

/** Longer texts are not examined: a search body is short, and an export is converted by its command. */
const longest = 2_000_000;

/** Whether a JSON text (or a cURL command) looks like a V1 search body or a V1 answer; the conversion itself decides. */
export function looksLikeV1(text: string): LooksLike | undefined {
  if (text.length > longest) return undefined;
  const start = text.trimStart();
  if (curl.test(commandIn(start))) return /\/v1\/[^/\s]+\/ads\/search\b/.test(start) ? "request" : undefined;
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
