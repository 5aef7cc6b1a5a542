import * as l10n from "@vscode/l10n";
import type { ApiVersion } from "../../protocol/apiVersion";
import type { FilterForm } from "../../protocol/filters";
import type { PlatformToken } from "../../protocol/platforms";
import { toFailure } from "../failures";
import type { FilterForms } from "../forms";
import type { LiveFilters } from "./convertRequest";

type Forms = Pick<FilterForms, "form" | "items" | "version">;

/** The live filters; `why` if they are not V2's or there are none. */
export type FoundFilters = (LiveFilters & { readonly why?: string }) | { readonly why: string };

/**
 * V2's live filters of a platform (free), even from a library connected with V1, whose key may be enabled for both. If
 * it is not, V1's filters, which have the names; a conversion also works without any.
 */
export async function liveFilters(forms: Forms, platform: PlatformToken, signal: AbortSignal): Promise<FoundFilters> {
  const found = await filtersOf(forms, "v2", platform, signal);
  if ("form" in found || forms.version !== "v1") return found;
  const old = await filtersOf(forms, "v1", platform, signal);
  return "form" in old ? { ...old, why: `${found.why} ${l10n.t("Item keys are those of V1.")}` } : old;
}

async function filtersOf(
  forms: Forms,
  version: ApiVersion,
  platform: PlatformToken,
  signal: AbortSignal,
): Promise<LiveFilters | { readonly why: string }> {
  let form: FilterForm;
  try {
    form = await forms.form(platform, version);
  } catch (error) {
    signal.throwIfAborted();
    return { why: toFailure(error).message };
  }
  return {
    form,
    find: async (filter, text) => {
      signal.throwIfAborted();
      return filter.itemsFrom === undefined ? [] : forms.items(platform, filter.itemsFrom, text, signal, version);
    },
  };
}
