import * as l10n from "@vscode/l10n";
import { adName } from "../cards/names";
import { offeredColumns } from "../cards/tableColumns";
import { csvOfTable } from "../charts/table";
import type { PageSession } from "../session";
import type { ShownAd } from "../state/results";

/** Saves all columns of the table, including hidden ones, with exact numbers. */
export function saveAds(session: Pick<PageSession, "saveTable">, ads: readonly ShownAd[]): void {
  const columns = offeredColumns(ads);
  const rows = ads.map((ad) => [
    ad.card.id,
    adName(ad.card),
    ...columns.map(({ key, numeric, text, exact }) =>
      key === "fetched" ? ad.fetchedAt : numeric ? exact?.(ad) : text(ad),
    ),
  ]);
  const head = [l10n.t("ID"), l10n.t("Ad"), ...columns.map(({ name }) => name)];
  session.saveTable({ name: "archive.csv", text: csvOfTable({ head, rows, units: [] }), rows: rows.length });
}
