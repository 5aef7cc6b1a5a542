import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { FeatureError } from "../../features/failures";
import type { SavedSearch, SavedSearches } from "../../features/searches";
import { prices } from "../../protocol/credits";
import { platforms } from "../../protocol/platforms";
import { noIcons } from "../noIcons";
import { given } from "./given";
import { pickStep, textStep } from "./steps";

const target = z.strictObject({
  id: z.string(),
  run: z.boolean().optional(),
  name: z.string().trim().min(1).optional(),
  file: z.string().optional(),
});
/** A row of the tree. */
const row = z.object({ kind: z.literal("saved"), row: z.object({ id: z.string() }) });

/** How a caller may name a saved search. */
export type Target = z.infer<typeof target>;
/** What a caller may pass when a search is saved. */
export const saving = z.strictObject({ name: z.string().trim().min(1).optional() });

/** A tree row, or a keybinding's argument; undefined if there is none. @throws {FeatureError} */
export function readTarget(argument: unknown): Target | undefined {
  const found = row.safeParse(argument);
  return found.success ? { id: found.data.row.id } : given(target, argument);
}

/** The given saved search, or the one a person chooses for the command named `title`. @throws {FeatureError} when there is none */
export async function chosenSearch(
  saved: SavedSearches,
  argument: unknown,
  title: string,
  placeholder = l10n.t("Choose a saved search"),
): Promise<SavedSearch | undefined> {
  const named = readTarget(argument);
  if (named) {
    const search = await saved.get(named.id);
    if (!search)
      throw new FeatureError("notFound", {
        specifics: l10n.t("There is no such saved search. Choose one in the tree."),
      });
    return search;
  }
  const all = await saved.list();
  if (all.length === 0) throw new FeatureError("nothingSaved");
  const items = all.map((search) => ({
    search,
    label: noIcons(search.name),
    description: platforms.find(({ token }) => token === search.query.platform)?.label ?? "",
  }));
  const chosen = await pickStep({ title, placeholder, items });
  return typeof chosen === "string" ? undefined : chosen.value.search;
}

/** The placeholder of a list in which Enter runs a search. */
export const chooseToRun = () => l10n.t("Choose a search to run ({0} credits unless owned)", prices.search);

/** Asks for a name. */
export async function askName(title: string, value: string): Promise<string | undefined> {
  const entered = await textStep({
    title,
    placeholder: l10n.t("Name"),
    prompt: l10n.t("The name to show in the tree"),
    value,
    check: (text) => (text.trim() === "" ? l10n.t("Enter a name.") : undefined),
  });
  return typeof entered === "string" ? undefined : entered.value.trim();
}

/** What a command returns about a saved search. */
export function naming(search: SavedSearch | undefined): { readonly id: string; readonly name: string } | undefined {
  return search && { id: search.id, name: search.name };
}
