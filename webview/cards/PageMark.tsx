import * as l10n from "@vscode/l10n";
import type { SearchPage } from "../../src/protocol/search";
import { ago, localTime } from "../words/time";

/** Where a page begins: its number, and whether it was fetched now or owned already. */
export function PageMark({ page }: { readonly page: SearchPage }) {
  const { fetchedAt } = page;
  return (
    <div class="page-mark">
      <span>{l10n.t("Page {0}", page.page)}</span>
      <span class="page-mark-time" title={localTime(fetchedAt)}>
        {page.owned ? l10n.t("owned, fetched {0}", ago(fetchedAt)) : l10n.t("fetched {0}", ago(fetchedAt))}
      </span>
    </div>
  );
}
