import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import * as z from "zod";
import type { FilterChange } from "../../features/drift";
import { FeatureError } from "../../features/failures";
import { prettyJson } from "../../protocol/exactJson";
import type { Documents } from "../documents";
import { changeWords, filterChanges } from "../tree/searchRows";
import { moment, noIcons } from "../words";
import { given } from "./boundary";
import type { CommandPorts, Handlers } from "./commandIds";

const named = z.strictObject({ id: z.string() });
/** A row of our tree. */
const row = z.object({ kind: z.literal("filterChange"), row: z.object({ id: z.string() }) });

/** Commands on changes of the platforms' filters. Both are free and do not ask the service. */
export const filterChangeCommands = {
  showFilterChanges: async (ports, argument) => {
    const change = await chosen(ports, argument);
    if (!change) return undefined;
    await show(ports.documents, change);
    await ports.filterChanges.markSeen(change.id);
    return { gone: change.gone, added: change.added, changed: change.changed };
  },
  dismissFilterChange: async (ports, argument) => {
    const change = await chosen(ports, argument);
    if (change) await ports.filterChanges.markSeen(change.id);
  },
} satisfies Handlers;

/** The change of a row, or the one that a person picks. @throws {FeatureError} `notFound` */
async function chosen(ports: CommandPorts, argument: unknown): Promise<FilterChange | undefined> {
  const id = row.safeParse(argument).data?.row.id ?? given(named, argument)?.id;
  const all = await filterChanges(ports);
  if (id !== undefined) {
    const found = all.find((change) => change.id === id);
    if (!found) throw new FeatureError("notFound", { specifics: l10n.t("This change is no longer available.") });
    return found;
  }
  if (all.length === 0) {
    const words = l10n.t("No platform has changed its filters since they were first fetched on this machine.");
    return void vscode.window.showInformationMessage(words);
  }
  const items = all.map((change) => {
    const { label, description } = changeWords(change);
    const on = moment(change.after.receivedAt);
    return { change, label: noIcons(label), description, detail: l10n.t("Noticed on {0}", on) };
  });
  const title = l10n.t("Show Filter Changes (0 credits)");
  return (await vscode.window.showQuickPick(items, { title, ignoreFocusOut: true }))?.change;
}

/** Both definitions as the service sent them, side by side. */
async function show(documents: Documents, change: FilterChange): Promise<void> {
  const { before, after, id } = change;
  const side = ({ receivedAt, text }: FilterChange["before"], part: string) =>
    documents.set(`${change.platform}-${receivedAt.slice(0, 10)}-${id.slice(-8, -5)}-${part}.json`, prettyJson(text));
  const times = [before, after].map(({ receivedAt }) => moment(receivedAt));
  const title = `${changeWords(change).label}: ${times.join(" ↔ ")}`;
  await vscode.commands.executeCommand("vscode.diff", side(before, "before"), side(after, "after"), title);
}
