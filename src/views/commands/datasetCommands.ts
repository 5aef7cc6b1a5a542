import * as l10n from "@vscode/l10n";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import vscode = require("vscode");
import * as z from "zod";
import type { Datasets, DatasetSummary } from "../../features/dataset";
import { errorCode } from "../../features/disk";
import { FeatureError } from "../../features/failures";
import type { Settings } from "../../features/settings";
import { plain } from "./boundary";
import type { CommandHandler } from "./commandIds";
import { given, givenPlatform } from "./given";

export interface DatasetCommandPorts {
  readonly datasets: Datasets;
  readonly settings: () => Settings;
}

/** What a keybinding or another extension may specify. */
const wanted = z.strictObject({
  folder: z.string().optional(),
  platform: z.string().optional(),
  since: z.iso.date().optional(),
});
const wantedQuery = z.strictObject({
  folder: z.string().optional(),
  query: z
    .string()
    .regex(/^[a-z-]+$/)
    .optional(),
});

/** Commands on datasets: everything owned, as Parquet files. */
export function datasetCommands(
  ports: DatasetCommandPorts,
): Record<"writeDataset" | "openDatasetQuery", CommandHandler> {
  return {
    writeDataset: (argument) => writeDataset(ports, argument),
    openDatasetQuery: async (argument) => {
      const { folder, query } = given(wantedQuery, argument) ?? {};
      const chosen = folder ?? (await askFolder(l10n.t("Choose a Dataset"), l10n.t("Open Dataset")));
      if (chosen !== undefined) await openQuery(chosen, query);
    },
  };
}

async function writeDataset(ports: DatasetCommandPorts, argument: unknown): Promise<DatasetSummary | undefined> {
  const { folder, platform, since } = given(wanted, argument) ?? {};
  const platforms = platform === undefined ? undefined : [givenPlatform(platform, ports.settings().segments)];
  const title = l10n.t("Choose an empty folder or a dataset: everything you own is written there (0 credits)");
  const chosen = folder ?? (await askFolder(title, l10n.t("Write Dataset")));
  if (chosen === undefined) return undefined;
  const summary = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: l10n.t("Writing dataset"), cancellable: true },
    (progress, cancellation) => {
      const stop = new AbortController();
      cancellation.onCancellationRequested(() => stop.abort());
      const report = (message: string) => progress.report({ message });
      return ports.datasets.write({
        folder: chosen,
        signal: stop.signal,
        ...(platforms && { platforms }),
        ...(since !== undefined && { since: new Date(since) }),
        onProgress: ({ done, of, ads }) =>
          report(l10n.t("{0} of {1} answers, {2} ads", done, of, ads.toLocaleString())),
        onWait: () => report(l10n.t("Waiting for another window or program that is writing this dataset…")),
      });
    },
  );
  void tellWritten(summary);
  return summary;
}

async function askFolder(title: string, openLabel: string): Promise<string | undefined> {
  const start = vscode.workspace.workspaceFolders?.[0]?.uri;
  const options = { title, openLabel, canSelectFiles: false, canSelectFolders: true };
  const [uri] = (await vscode.window.showOpenDialog({ ...options, ...(start && { defaultUri: start }) })) ?? [];
  return uri?.fsPath;
}

async function tellWritten({ folder, pages, details, ads, unreadable, missing }: DatasetSummary): Promise<void> {
  const [open, show] = [l10n.t("Open Query"), l10n.t("Show Folder")];
  const words = [
    pages + details === 0
      ? l10n.t("The dataset already has everything you own.")
      : l10n.t(
          "Added to the dataset for 0 credits. Ads: {0}. Pages: {1}. Details: {2}.",
          ads.toLocaleString(),
          pages,
          details,
        ),
    missing.length > 0 &&
      l10n.t(
        "Files of earlier writes that are missing: {0}. To get everything, write to a new folder.",
        missing.length,
      ),
    unreadable > 0 && l10n.t("Answers skipped because this version can't read them: {0}.", unreadable),
  ];
  const chosen = await vscode.window.showInformationMessage(plain(words.filter(Boolean).join(" ")), open, show);
  if (chosen === open) await openQuery(folder);
  if (chosen === show)
    await vscode.commands.executeCommand("revealFileInOS", vscode.Uri.file(join(folder, "README.md")));
}

/** Extensions that run SQL on Parquet files, and one that shows such files. */
const sqlExtensions = ["chuckjonas.duckdb", "mtxr.sqltools"];
const tableExtension = "ms-toolsai.datawrangler";

/** Opens a query for an installed extension to run; without one, shows how to run it elsewhere. */
async function openQuery(folder: string, named?: string): Promise<void> {
  const has = (id: string) => vscode.extensions.getExtension(id) !== undefined;
  const canRun = sqlExtensions.some(has);
  const files = (await filesOf(join(folder, "queries"), folder)).filter((name) => !name.startsWith("views."));
  if (named === undefined && !canRun && !has(tableExtension)) {
    await vscode.commands.executeCommand("markdown.showPreview", vscode.Uri.file(join(folder, "README.md")));
    return;
  }
  const queries =
    named === undefined && !canRun ? [] : files.map((file) => ({ label: file.replace(/\.sql$/, ""), file }));
  const table = has(tableExtension) ? await newestPart(folder) : undefined;
  const tables = table === undefined ? [] : [{ label: l10n.t("Newest ads in Data Wrangler"), table }];
  const chosen =
    named === undefined
      ? await vscode.window.showQuickPick([...queries, ...tables], { title: l10n.t("Open Query") })
      : queries.find(({ label }) => label === named);
  if (!chosen) return;
  if ("table" in chosen) await vscode.commands.executeCommand("vscode.open", vscode.Uri.file(chosen.table));
  else await showSql(folder, chosen.file);
}

/** Shows the query below the views that it uses, with absolute paths, so that it runs from anywhere. */
async function showSql(folder: string, file: string): Promise<void> {
  const [views, query] = await Promise.all(
    ["views.duckdb.sql", file].map((name) => readFile(join(folder, "queries", name), "utf8")),
  );
  const place = `${folder.replaceAll("\\", "/").replaceAll("'", "''")}/`;
  const content = `${views?.replace(/read_parquet\('/g, (start) => start + place)}\n${query}`;
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: "sql", content }));
}

/** The part with the latest answer: parts are named by month and answer number. */
async function newestPart(folder: string): Promise<string | undefined> {
  const names = await readdir(join(folder, "sightings"), { recursive: true }).catch(() => []);
  const parts = names.filter((name) => name.endsWith(".parquet") && !name.includes("month=none"));
  const order = new Intl.Collator("en", { numeric: true });
  const keyOf = (name: string) => /month=[\d-]+/.exec(name)?.[0] + (/-\d+\.parquet$/.exec(name)?.[0] ?? "");
  const newest = parts.sort((one, other) => order.compare(keyOf(one), keyOf(other))).at(-1);
  return newest === undefined ? undefined : join(folder, "sightings", newest);
}

/** The files of a dataset's queries. @throws {FeatureError} `noDataset` */
async function filesOf(place: string, folder: string): Promise<readonly string[]> {
  return readdir(place).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") throw new FeatureError("noDataset", { specifics: folder });
    throw error;
  });
}
