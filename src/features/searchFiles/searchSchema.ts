import { isRounded } from "../../api";
import { prettyJson, writeExact } from "../../protocol/exactJson";
import { type Filter, type FilterForm, type FilterItem, isSingle, kindOf, subKeysOf } from "../../protocol/filters";
import { platforms } from "../../protocol/platforms";
import { keyText } from "../text";

type Schema = Readonly<Record<string, unknown>>;

/**
 * The JSON schema that completes search files, with these platforms' filters. It completes and explains but reports no
 * problems: those are reported once, by `lintSearchFile`, which knows items, digits and bought results.
 */
export function searchSchema(forms: readonly FilterForm[]): string {
  const rules = forms.map((form) => ({
    if: { required: ["platform"], properties: { platform: { enum: [form.platform] } } },
    then: { properties: { body: { properties: Object.fromEntries(form.filters.map(property)) } } },
  }));
  const schema = {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Ad Library search",
    allowComments: true,
    allowTrailingCommas: true,
    defaultSnippets: [{ label: "search", body: { platform: "${1:mega}", body: {} } }],
    // VS Code lists what a file needs first.
    properties: {
      $schema: {
        suggestSortText: "6",
        description: "For other editors: the schema that completes this file.",
      },
      name: { suggestSortText: "3", description: "The name of this search in lists." },
      platform: {
        suggestSortText: "1",
        description: "The platform to search.",
        ...offered(platforms.map(({ token, label }) => offer(writeExact(token), label))),
      },
      body: {
        suggestSortText: "2",
        description: "The search body with the service's own names: the platform's filters and a sort.",
        defaultSnippets: [{ label: "{}", body: {} }],
      },
      pages: {
        suggestSortText: "4",
        description: "How many pages to run or export. Each page of 18 ads that you haven't bought costs 100 credits.",
        ...offered([{ json: "1" }, { json: "5" }]),
      },
      snapshot: { suggestSortText: "5", description: "Pins one result: the last_hit of its first page, in quotes." },
    },
    allOf: rules,
  };
  return `${prettyJson(writeExact(schema))}\n`;
}

function property(filter: Filter): readonly [string, Schema] {
  return [filter.key, { description: describe(filter), ...valueSchema(filter) }];
}

/** Describes a filter with the service's texts, in a plain-text field that VS Code does not read as Markdown. */
function describe({ key, label, description, min, max, disabled }: Filter): string {
  const bounds = [min === undefined ? "" : `from ${min}`, max === undefined ? "" : `to ${max}`]
    .filter(Boolean)
    .join(" ");
  const parts = [label ?? key, description, bounds, disabled === undefined ? "" : `Not available: ${disabled}`];
  return parts.filter(Boolean).join(". ");
}

function valueSchema(filter: Filter): Schema {
  const { min, max, items } = filter;
  const names = subKeysOf(filter);
  const own = offered(items.map(({ key, label }) => offer(key, label)));
  switch (kindOf(filter)) {
    case "items":
      return {
        items: own,
        ...whole(items.length > 0 && isSingle(filter) ? items.map(({ key }) => `[${key}]`) : ["[]"]),
      };
    case "range":
      return whole([`[${min ?? 0}, ${max ?? 100}]`]);
    case "dates":
      return whole([isSingle(filter) ? '["2026-01-01"]' : '["2026-01-01", "2026-01-31"]']);
    case "flag":
      return whole(["[true]"]);
    case "texts": {
      if (!names) return whole(['[""]']);
      const example = `{ "${names.type}": ${items[0]?.key ?? '"text"'}, "${names.main}": "" }`;
      const properties = { [names.type]: own, [names.main]: { description: "The text to look for." } };
      return { items: { properties, ...whole([example]) }, ...whole([`[${example}]`]) };
    }
    case "order": {
      const { main, type } = names ?? { main: "orderby", type: "order" };
      const directions = offered([offer('"desc"', "Descending"), offer('"asc"', "Ascending")]);
      const sorts = items.map(({ key }) => `{ "${main}": ${key}, "${type}": "desc" }`);
      return { properties: { [main]: own, [type]: directions }, ...whole(sorts) };
    }
    case undefined:
      return {};
  }
}

interface Offer {
  /** The value's JSON text. */
  readonly json: string;
  readonly description?: string;
}

function offer(json: FilterItem["key"], label: string | undefined): Offer {
  return { json, ...(label !== undefined && { description: label }) };
}

/**
 * Values to choose from, without excluding others. Those with a label are offered under both (`1 Male`), and as text,
 * because VS Code reads JSON schemas with doubles, which can't hold every integer.
 */
function offered(values: readonly Offer[]): Schema {
  const short = values.filter(({ json }) => json.startsWith('"') || !isRounded(Number(json)));
  const isNamed = ({ json, description }: Offer) => description?.toLowerCase() !== keyText(json).toLowerCase();
  const bare = short.filter((value) => value.description === undefined || !isNamed(value));
  const snippets = values
    .filter((value) => !bare.includes(value))
    .map(({ json, description = "" }) => ({ label: `${keyText(json)} ${description}`.trim(), bodyText: json }));
  return {
    ...(bare.length > 0 && { anyOf: [{ enum: bare.map(valueOf) }, {}] }),
    // A condition explains a value under the pointer, but completes none.
    ...(short.length > 0 && {
      if: { enum: short.map(valueOf), enumDescriptions: short.map(({ description = "" }) => description) },
    }),
    ...(snippets.length > 0 && { defaultSnippets: snippets }),
  };
}

const valueOf = ({ json }: Offer): unknown =>
  json.startsWith('"') ? keyText(json) : json === "true" || json === "false" ? json === "true" : Number(json);

/** Complete values to start from. */
function whole(jsons: readonly string[]): Schema {
  return { defaultSnippets: jsons.map((json) => ({ label: json, bodyText: json })) };
}
