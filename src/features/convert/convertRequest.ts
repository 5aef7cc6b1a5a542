import * as l10n from "@vscode/l10n";
import { fieldsOf, parseExact, prepareSearch, queryFromBody, reservedNames, versions } from "../../api";
import type { ApiVersion } from "../../protocol/apiVersion";
import { prices } from "../../protocol/credits";
import { prettyJson, writeExact } from "../../protocol/exactJson";
import type { FilterForm } from "../../protocol/filters";
import type { PlatformToken, PlatformSegments } from "../../protocol/platforms";
import { displacedBy } from "../../protocol/search";
import { type Place, tellProblem, toFailure } from "../failures";
import type { BodyQuery, FilterForms } from "../forms";
import { labelText } from "../text";
import { type Change, isLoss, changeText } from "./change";
import { takesKeys, toItemKeys, type FindItems } from "./itemKeys";
import type { RequestV1 } from "./requestText";
import { sortToV2 } from "./sorts";

type Fields = Readonly<Record<string, unknown>>;

/** The live filters, all free. Without them a body is converted by the contract's tables alone. */
export interface LiveFilters {
  readonly form: FilterForm;
  readonly find: FindItems;
}

/** A V2 search: if there was a form, it accepts every member of the body. */
interface ConvertedRequest {
  readonly platform: PlatformToken;
  /** Without `page`, `last_hit` and `api_key`. */
  readonly body: Fields;
  readonly changes: readonly Change[];
}

interface Converted {
  readonly member?: readonly [name: string, value: unknown];
  readonly changes: readonly Change[];
}

/** Converts a V1 search request to V2 and reports each change (docs/api.md, "Versioning"). */
export async function convertRequest(
  request: RequestV1,
  platform: PlatformToken,
  live: LiveFilters | undefined,
): Promise<ConvertedRequest> {
  const changes: Change[] = request.keyInUrl ? [{ field: "api_key", code: "keyRemoved" }] : [];
  const members: (readonly [string, unknown])[] = [];
  for (const [name, value] of Object.entries(request.body)) {
    const converted = await convertMember(name, value, live);
    changes.push(...converted.changes);
    if (converted.member) members.push(converted.member);
  }
  const body = Object.fromEntries(members);
  const checked =
    live && isFormV2(live.form) ? accepted({ platform, body }, request.body, live.form) : { body, changes: [] };
  return { platform, body: checked.body, changes: unique([...changes, ...checked.changes]) };
}

/** What the library searches for: with V1, the original body with V1's item keys. */
export function searchFor(version: ApiVersion, { body }: RequestV1, converted: ConvertedRequest): BodyQuery {
  if (version === "v2") return converted;
  const members = Object.entries(body).filter(([name]) => !reservedNames.includes(name));
  return { platform: converted.platform, body: Object.fromEntries(members) };
}

/** A V1 form (from a library connected with V1) has V1's sorts, not V2's. */
function isFormV2({ filters }: FilterForm): boolean {
  return !filters.some(({ key }) => key === "orderby");
}

async function convertMember(name: string, value: unknown, live: LiveFilters | undefined): Promise<Converted> {
  if (name === "api_key") return { changes: [{ field: name, code: "keyRemoved" }] };
  if (name === "page" || name === "last_hit") return withoutPaging(name, value);
  if (isEmpty(value)) return { changes: [{ field: name, code: "emptyRemoved" }] };
  if (name === "orderby") {
    const sort = sortToV2(value, live?.form);
    return { changes: [sort.change], ...(sort.value && { member: ["advanced_order", sort.value] }) };
  }
  if (!live) return { member: [name, value], changes: [{ field: name, code: "notChecked" }] };
  return convertFilter(name, value, live);
}

/** A search starts with page 1 anyway, so dropping that is no change. */
function withoutPaging(field: string, value: unknown): Converted {
  return { changes: field === "page" && (value === 1 || value == null) ? [] : [{ field, code: "pagingRemoved" }] };
}

async function convertFilter(name: string, value: unknown, { form, find }: LiveFilters): Promise<Converted> {
  const filter = form.filters.find(({ key }) => key === name);
  if (!filter) return { changes: [{ field: name, code: "filterUnknown" }] };
  if (!takesKeys(filter)) return { member: [name, value], changes: [] };
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const { elements, changes } = await toItemKeys(filter, values, find);
  return elements.length === 0 ? { changes } : { member: [name, elements], changes };
}

/** The body to send, without what the form refuses, which would be reported before paying. */
function accepted({ platform, body }: BodyQuery, original: Fields, form: FilterForm) {
  const { query, problems } = queryFromBody(platform, body, form);
  const prepared = prepareSearch(query, form);
  const sent = fieldsOf("request" in prepared ? parseExact(prepared.request.body) : {});
  const refused = problems.map((problem): Change => {
    const field = problem.filter ?? "";
    return { field, code: "valueRefused", from: clip(body[field]), to: tellProblem(problem).message };
  });
  const displaced = displacedBy(form, query);
  const unsent = query.choices.flatMap(({ filter }): Change[] => {
    const by = displaced.get(filter);
    const label = form.filters.find(({ key }) => key === by)?.label ?? by;
    return label === undefined ? [] : [{ field: filter, code: "notSent", from: clip(body[filter]), to: label }];
  });
  const listed = Object.entries(sent).flatMap(([field, value]): Change[] => {
    const was = original[field];
    return field in original && Array.isArray(value) && !Array.isArray(was)
      ? [{ field, code: "madeList", from: clip(was) }]
      : [];
  });
  return { body: sent, changes: [...refused, ...unsent, ...listed] };
}

function isEmpty(value: unknown): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

function clip(value: unknown): string {
  const text = writeExact(value);
  return text.length <= 100 ? text : `${text.slice(0, 99)}…`;
}

function unique(changes: readonly Change[]): readonly Change[] {
  return [...new Map(changes.map((change) => [writeExact(change), change])).values()];
}

type Forms = Pick<FilterForms, "form" | "items" | "version">;

/** The live filters; `why` if they are not V2's or there are none. */
type FoundFilters = (LiveFilters & { readonly why?: string }) | { readonly why: string };

/**
 * V2's live filters of a platform (free), even from a library connected with V1, whose key may be enabled for both. If
 * it is not, V1's filters, which have the names; a conversion also works without any.
 */
export async function liveFilters(
  forms: Forms,
  platform: PlatformToken,
  signal: AbortSignal,
  place?: Place,
): Promise<FoundFilters> {
  const found = await filtersOf(forms, "v2", platform, signal, place);
  if ("form" in found || forms.version !== "v1") return found;
  const old = await filtersOf(forms, "v1", platform, signal, place);
  return "form" in old ? { ...old, why: `${found.why} ${l10n.t("Item keys are those of V1.")}` } : old;
}

async function filtersOf(
  forms: Forms,
  version: ApiVersion,
  platform: PlatformToken,
  signal: AbortSignal,
  place: Place | undefined,
): Promise<LiveFilters | { readonly why: string }> {
  let form: FilterForm;
  try {
    form = await forms.form(platform, version);
  } catch (error) {
    signal.throwIfAborted();
    return { why: toFailure(error, place).message };
  }
  return {
    form,
    find: async (filter, text) => {
      signal.throwIfAborted();
      return filter.itemsFrom === undefined ? [] : forms.items(platform, filter.itemsFrom, text, signal, version);
    },
  };
}

/** A converted request as JSON with comments: its route, a report of each change, then page 1's body. */
export function requestDocument(
  { platform, body, changes }: ConvertedRequest,
  segments: PlatformSegments,
  notChecked: string | undefined,
): string {
  const path = versions.v2.routes.search(segments[platform]);
  const report = [
    l10n.t("Sending {0} /{1} costs {2} credits.", "POST", path.join("/"), prices.search),
    ...(notChecked === undefined ? [] : [l10n.t("Not checked against the live filters of V2: {0}", notChecked)]),
    ...part(l10n.t("Changed:"), changes.filter((change) => !isLoss(change)).map(changeText)),
    ...part(l10n.t("Removed, so this request is not the same search:"), changes.filter(isLoss).map(changeText)),
    ...(changes.length === 0 ? [l10n.t("No changes were needed.")] : []),
  ];
  // A line break in a name would end the comment.
  const comment = report.map((line) => (line === "" ? "//" : `// ${labelText(line)}`));
  return `${comment.join("\n")}\n${prettyJson(writeExact({ page: 1, ...body }))}\n`;
}

function part(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ["", title, ...lines.map((line) => `- ${line}`)];
}
