import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import { tellProblem } from "../../features/failures";
import type { LibraryClients } from "../../features/connection";
import type { RanSearches } from "../../features/runs";
import { queryLabel, type SearchAds } from "../../features/search";
import type { SavedSearch, SavedSearches } from "../../features/searches";
import { platforms } from "../../protocol/platforms";
import { PanelTarget } from "../panel/session";
import type { Panels } from "../panel/panels";
import { plain } from "./boundary";
import type { CommandHandler } from "./commandIds";
import { askName, chooseToRun, chosenSearch, naming, readTarget, saving, type Target } from "./chosenSearch";
import { given } from "./given";
import type { ProgramSpending } from "./programSpending";
import { exportSearches, importSearches } from "./savedSearchFiles";
import { shownSearch } from "./sessionCommands";

export interface SavedSearchCommandPorts {
  readonly clients: LibraryClients;
  readonly panels: Panels;
  readonly search: SearchAds;
  readonly saved: SavedSearches;
  readonly ran: RanSearches;
  readonly program: ProgramSpending;
}

type Names =
  | "saveSearch"
  | "runSavedSearch"
  | "renameSavedSearch"
  | "duplicateSavedSearch"
  | "deleteSavedSearch"
  | "exportSavedSearch"
  | "importSavedSearch";

/** Commands on saved searches. Each takes a tree row, `{ id }`, or asks which. */
export function savedSearchCommands(ports: SavedSearchCommandPorts): Record<Names, CommandHandler> {
  const { saved } = ports;
  const on = (
    work: (search: SavedSearch, target: Target | undefined, argument: unknown) => Promise<unknown>,
    title: string,
    placeholder?: string,
  ): CommandHandler => {
    return async (argument) => {
      const search = await chosenSearch(saved, argument, title, placeholder);
      return search && work(search, readTarget(argument), argument);
    };
  };
  return {
    saveSearch: (argument) => saveSearch(ports, argument),
    runSavedSearch: on(
      (search, target, argument) => {
        // Without a target, a person has just chosen the search.
        const byProgram = target !== undefined && ports.program.isProgram(argument);
        return runSavedSearch(ports, search, { run: target?.run ?? true, byProgram });
      },
      l10n.t("Run Saved Search"),
      chooseToRun(),
    ),
    renameSavedSearch: on(async (search, target) => {
      const name = target?.name ?? (await askName(l10n.t("Rename Saved Search"), search.name));
      if (name !== undefined) await saved.rename(search.id, name);
    }, l10n.t("Rename Saved Search")),
    duplicateSavedSearch: on(
      async (search) => naming(await saved.duplicate(search.id)),
      l10n.t("Duplicate Saved Search"),
    ),
    deleteSavedSearch: on((search) => deleteSearch(ports, search), l10n.t("Delete Saved Search")),
    exportSavedSearch: (argument) => exportSearches(saved, argument),
    importSavedSearch: (argument) => importSearches(saved, argument),
  };
}

async function saveSearch({ panels, search, saved, ran }: SavedSearchCommandPorts, argument: unknown) {
  const shown = shownSearch(panels, argument);
  const named = argument instanceof PanelTarget ? undefined : given(saving, argument);
  const { query } = shown.frozen;
  const platform = platforms.find(({ token }) => token === query.platform)?.label ?? query.platform;
  const all = query.platform === "mega" ? l10n.t("All ads on all platforms") : l10n.t("All {0} ads", platform);
  const suggested = queryLabel(query) || all;
  const name = named?.name ?? (await askName(l10n.t("Save Search"), suggested));
  if (name === undefined) return undefined;
  const kept = await saved.save(name, search.bodyQuery(shown.frozen), shown.frozen.address.origin);
  const [page] = shown.pages;
  if (page) await ran.mark(kept, shown.frozen, page);
  return naming(kept);
}

/** Opens the search with what is owned of it; runs it only when asked to (paid). */
async function runSavedSearch(
  { clients, panels, search, program }: SavedSearchCommandPorts,
  found: SavedSearch,
  { run, byProgram }: { readonly run: boolean; readonly byProgram: boolean },
): Promise<unknown> {
  if (run) await clients.current();
  const { platform, body } = found.query;
  // A paid run takes the whole search or nothing; a search that is only opened may lack what another library had.
  const { query, problems } = run
    ? { query: await search.fromBody(platform, body), problems: [] }
    : await search.fromBodyAsFar(platform, body);
  if (run && byProgram) await program.agreeToSearch(await search.freezeOwned(query));
  const whole = problems.length === 0;
  const [newest] = run || !whole ? [] : await search.owned(await search.freezeOwned(query));
  const panel = await panels.show(query.platform);
  const ended = await panel.carryOut({
    query,
    run,
    ...(!whole && { left: problems.map(tellProblem) }),
    ...(newest && { showOwned: newest.lastHit }),
  });
  if (!ended || "owned" in ended) return ended;
  const { page, ads, lastHit, hasNextPage } = ended.page;
  return { page, ads: ads.length, lastHit, hasNextPage };
}

async function deleteSearch({ saved, ran }: SavedSearchCommandPorts, search: SavedSearch): Promise<void> {
  const deleted = await saved.delete(search.id);
  if (!deleted) return;
  await ran.keep(search, false);
  const undo = l10n.t("Undo");
  const words = l10n.t("Deleted “{0}”. What you paid for stays in the archive.", search.name);
  // Not awaited: the command is done, while the offer stays as long as the notification.
  void vscode.window.showInformationMessage(plain(words), undo).then(async (chosen) => {
    if (chosen !== undo) return;
    await deleted.restore();
    await ran.keep(search, true);
  });
}
