import type { FilterForm } from "../../protocol/filters";
import type { PlatformToken } from "../../protocol/platforms";
import { toFailure } from "../failures";
import type { FilterForms } from "../filterForms";
import type { LiveFilters } from "./convertRequest";

/** A platform's live filters (free), or why there are none now: a conversion works without them too. */
export async function liveFilters(
  forms: Pick<FilterForms, "form" | "items">,
  platform: PlatformToken,
  signal: AbortSignal,
): Promise<LiveFilters | { readonly why: string }> {
  let form: FilterForm;
  try {
    form = await forms.form(platform);
  } catch (error) {
    signal.throwIfAborted();
    return { why: toFailure(error).message };
  }
  return {
    form,
    find: async (filter, text) => {
      signal.throwIfAborted();
      return filter.itemsFrom === undefined ? [] : forms.items(platform, filter.itemsFrom, text, signal);
    },
  };
}
