import * as l10n from "@vscode/l10n";
import type { Engine } from "../../features/engine";
import { type FilterChange, type FormDifference, type FormPart, touchedBy } from "../../features/drift";
import { readSearchFile, writeSearchFile } from "../../features/searchFiles";
import { platforms } from "../../protocol/platforms";
import type { FilterChangeRow, TouchedSearchRow } from "./searchNodes";
import type { WorkspaceSearches } from "./workspaceSearches";

type Ports = Pick<Engine, "clients" | "filterChanges" | "saved"> & {
  readonly workspace: Pick<WorkspaceSearches, "texts">;
};

/** Changes of the connected library's filters, newest first; none if no library is known. */
export async function filterChanges({
  clients,
  filterChanges: changes,
}: Pick<Ports, "clients" | "filterChanges">): Promise<readonly FilterChange[]> {
  try {
    return await changes.list({ library: clients.libraryName(), version: clients.version });
  } catch {
    return [];
  }
}

/** Changes not yet looked at, with the saved searches and files that they break. */
export async function filterChangeRows(ports: Ports): Promise<readonly FilterChangeRow[]> {
  const unseen = (await filterChanges(ports)).filter(({ seen }) => !seen);
  if (unseen.length === 0) return [];
  const searches = [...(await savedTexts(ports)), ...(await fileTexts(ports))];
  return Promise.all(
    unseen.map(async (change) => {
      const touched = await touchedBy(change, searches);
      const rows = touched.map(({ search, problem }) => ({ name: search.name, open: search.open, problem }));
      return { ...changeWords(change, rows), id: change.id, touched: rows };
    }),
  );
}

/** A change in a few words: what happened, and what is gone and new. */
export function changeWords(
  change: FilterChange,
  touched: readonly TouchedSearchRow[] = [],
): Pick<FilterChangeRow, "label" | "description" | "tooltip"> {
  const platform = platforms.find(({ token }) => token === change.platform)?.label ?? change.platform;
  const facts = [
    ...(change.gone.length > 0 ? [l10n.t("{0} removed", change.gone.length)] : []),
    ...(change.added.length > 0 ? [l10n.t("{0} added", change.added.length)] : []),
    ...(touched.length === 1 ? [l10n.t("breaks 1 search")] : []),
    ...(touched.length > 1 ? [l10n.t("breaks {0} searches", touched.length)] : []),
  ];
  return {
    label: l10n.t("{0} changed its filters", platform),
    description: facts.join(" · "),
    tooltip: [...partLines(change), ...touched.map(({ name, problem }) => `${name}: ${problem}`)].join("\n"),
  };
}

const shown = 12;

function partLines({ gone, added }: FormDifference): readonly string[] {
  return [
    ...lines(gone, (part) => l10n.t("Removed: {0}", part)),
    ...lines(added, (part) => l10n.t("Added: {0}", part)),
  ];
}

function lines(parts: readonly FormPart[], line: (part: string) => string): readonly string[] {
  const more = parts.length - shown;
  return [
    ...parts.slice(0, shown).map((part) => line(partWords(part))),
    ...(more > 0 ? [line(l10n.t("{0} more", more))] : []),
  ];
}

function partWords({ kind, label, of = "" }: FormPart): string {
  if (kind === "filter") return l10n.t("filter “{0}”", label);
  if (kind === "sort") return l10n.t("sort “{0}”", label);
  return l10n.t("item “{0}” of “{1}”", label, of);
}

async function savedTexts({ saved }: Ports) {
  return (await saved.list()).map(({ id, name, query }) => ({
    name,
    text: writeSearchFile({ name, ...query }),
    open: { command: "adLibrary.runSavedSearch", arguments: [{ id, run: false }] },
  }));
}

async function fileTexts({ workspace }: Ports) {
  const files = await workspace.texts().catch(() => []);
  return files.map(({ uri, name, text }) => {
    const open = { command: "vscode.open", arguments: [uri] };
    return { name: readSearchFile(text).file?.name ?? name, text, open };
  });
}
