import * as l10n from "@vscode/l10n";
import { readdir, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import vscode = require("vscode");
import * as z from "zod";
import type { Datasets, DatasetSummary } from "../../features/dataset";
import { errorCode, readText } from "../../features/disk";
import { FeatureError, toFailure } from "../../features/failures";
import { figure } from "../../features/text";
import { plain } from "../words";
import { given, givenPlatform } from "./boundary";
import type { CommandPorts, Handlers } from "./commandIds";
import { freeProgress } from "./progress";
import { confirms } from "./steps";

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

/** Commands on datasets: everything bought, as Parquet files. */
export const datasetCommands = {
  writeDataset,
  openDatasetQuery: async (_, argument) => {
    const { folder, query } = given(wantedQuery, argument) ?? {};
    const chosen = folder ?? (await askFolder(l10n.t("Choose a Dataset"), l10n.t("Open Dataset")));
    if (chosen !== undefined) await openQuery(chosen, query);
  },
} satisfies Handlers;

async function writeDataset(ports: CommandPorts, argument: unknown): Promise<DatasetSummary | undefined> {
  const { folder, platform, since } = given(wanted, argument) ?? {};
  const platforms = platform === undefined ? undefined : [givenPlatform(platform, ports.settings().segments)];
  const wish = { ...(platforms && { platforms }), ...(since !== undefined && { since: new Date(since) }) };
  if (folder !== undefined) return writeInto(ports, { ...wish, folder });
  for (let chosen = await askTarget(); chosen !== undefined; chosen = await askFolder(...anotherFolder())) {
    try {
      return await writeInto(ports, { ...wish, folder: chosen });
    } catch (error) {
      if (!(error instanceof FeatureError && error.code === "folderInUse")) throw error;
      const choose = l10n.t("Choose Another…");
      if ((await vscode.window.showWarningMessage(plain(toFailure(error).message), choose)) !== choose)
        return undefined;
    }
  }
  return undefined;
}

type Wish = Parameters<Datasets["write"]>[0];

async function writeInto({ datasets }: CommandPorts, wanted: Pick<Wish, "folder" | "platforms" | "since">) {
  const { folder } = wanted;
  const isNew = (await readdir(folder).catch(() => [])).length === 0;
  const summary = await freeProgress(l10n.t("Writing dataset"), (signal, tell) => {
    const wish: Wish = {
      ...wanted,
      signal,
      onProgress: ({ done, of, ads }) => tell(l10n.t("{0} of {1} answers, {2} ads", done, of, figure(ads))),
      onWait: () => tell(l10n.t("Waiting for another window or program that is writing this dataset…")),
    };
    return datasets.write(wish).catch(async (error: unknown) => {
      if (!(error instanceof FeatureError && error.code === "noManifest")) throw error;
      if (!(await wantsManifest(folder))) return undefined;
      await datasets.adopt(wish);
      return datasets.write(wish);
    });
  });
  // Thousands of Parquet files don't belong into a repository, unless somebody removes this file.
  if (summary && isNew) await writeFile(join(folder, ".gitignore"), "*\n", { flag: "wx" }).catch(() => undefined);
  if (summary) void tellWritten(summary);
  return summary;
}

/** Suggests a folder of its own beside the other files. */
async function askTarget(): Promise<string | undefined> {
  const own = join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? homedir(), "ad-dataset");
  const another = { label: l10n.t("Choose Another…"), description: l10n.t("an empty folder or a dataset") };
  const items = [{ label: "ad-dataset", description: dirname(own), folder: own }, another];
  const chosen = await vscode.window.showQuickPick<(typeof items)[number]>(items, {
    title: l10n.t("Write Dataset (0 credits)"),
    placeHolder: l10n.t("Choose the folder that everything you bought is written to"),
    ignoreFocusOut: true,
  });
  return chosen === another ? askFolder(...anotherFolder()) : chosen && "folder" in chosen ? chosen.folder : undefined;
}

const anotherFolder = () =>
  [
    l10n.t("Choose an empty folder or a dataset: everything you bought is written there (0 credits)"),
    l10n.t("Write Dataset"),
  ] as const;

function wantsManifest(folder: string): Promise<boolean> {
  const detail = l10n.t(
    "{0} has files of a dataset, which may be all that is left of it. Restore manifest.json if you have a copy. Otherwise, a new one can be made from these files. Each of them is read in full, and none is changed.",
    folder,
  );
  return confirms(l10n.t("The dataset's manifest.json is missing."), detail, l10n.t("Make Manifest"));
}

async function askFolder(title: string, openLabel: string): Promise<string | undefined> {
  const start = vscode.workspace.workspaceFolders?.[0]?.uri;
  const options = { title, openLabel, canSelectFiles: false, canSelectFolders: true };
  const [uri] = (await vscode.window.showOpenDialog({ ...options, ...(start && { defaultUri: start }) })) ?? [];
  return uri?.fsPath;
}

async function tellWritten({
  folder,
  pages,
  details,
  ads,
  unreadable,
  grouped,
  missing,
}: DatasetSummary): Promise<void> {
  const [open, show] = [l10n.t("Open Query"), l10n.t("Show Folder")];
  const words = [
    pages + details === 0
      ? l10n.t("The dataset already has everything you bought.")
      : l10n.t("Added to the dataset for 0 credits. Ads: {0}. Pages: {1}. Details: {2}.", figure(ads), pages, details),
    missing.length > 0 &&
      l10n.t("Missing files of earlier writes: {0}. To get everything, write to a new folder.", missing.length),
    !grouped &&
      l10n.t(
        "Creatives were not grouped and runs not compared, because you bought more than 3,000 pages and details. In a terminal, use ad-library dataset --groups.",
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
      ? await vscode.window.showQuickPick([...queries, ...tables], {
          title: l10n.t("Open Query"),
          ignoreFocusOut: true,
        })
      : queries.find(({ label }) => label === named);
  if (!chosen) return;
  if ("table" in chosen) await vscode.commands.executeCommand("vscode.open", vscode.Uri.file(chosen.table));
  else await showSql(folder, chosen.file);
}

/** Shows the query below the views that it uses, with absolute paths, so that it runs from anywhere. */
async function showSql(folder: string, file: string): Promise<void> {
  const [views, query] = await Promise.all(
    ["views.duckdb.sql", file].map((name) => readText(join(folder, "queries", name))),
  );
  const place = `${folder.replaceAll("\\", "/").replaceAll("'", "''")}/`;
  const content = `${views?.replace(/read_parquet\('/g, (start) => start + place)}\n${query}`;
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: "sql", content }));
}

/** The part with the latest answer: parts are named after the days of their first and last answer. */
async function newestPart(folder: string): Promise<string | undefined> {
  const names = await readdir(join(folder, "sightings"), { recursive: true }).catch(() => []);
  const parts = names.filter((name) => name.endsWith(".parquet") && !name.includes("month=none"));
  const order = new Intl.Collator("en", { numeric: true });
  const keyOf = (name: string) => /part-\d+-(\d+(?:-\d+)?)\.parquet$/.exec(name)?.[1] ?? "";
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
