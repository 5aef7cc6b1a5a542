import type { FilterForm } from "../../protocol/filters";
import type { SearchQuery } from "../../protocol/search";
import { FeatureError } from "../failures";
import { keyText } from "../text";

/** A query for words in the platform's search box, using the box's first kind of text. @throws {FeatureError} */
export function textQuery({ platform, filters }: FilterForm, text: string): SearchQuery {
  const box = filters.find(({ component, subKeys }) => component === "SearchBox" && subKeys);
  if (!box)
    throw new FeatureError("invalidRequest", {
      specifics: "This platform can't search by words. Use its filters instead.",
    });
  const type = box.items[0] ? keyText(box.items[0].key) : "text";
  return { platform, choices: [{ filter: box.key, value: { kind: "texts", texts: [{ type, text }] } }] };
}
