import * as l10n from "@vscode/l10n";
import { prices } from "../../src/protocol/credits";
import { Button } from "../controls/Button";
import { Icon } from "../controls/Icon";
import type { PanelState } from "../state";
import type { PaneProps } from "../panes";
import { priceRemark } from "./price";
import { ago, localTime } from "../words/time";

/** What is already owned of the search, offered before anything is paid again. */
export function OwnedOffer({ state, session, store, offer }: PaneProps & { offer: NonNullable<PanelState["offer"]> }) {
  const newest = offer.owned[0];
  if (!newest) return null;
  const remark = priceRemark(state.connection);
  const pages = newest.pages === 1 ? l10n.t("1 page") : l10n.t("{0} pages", newest.pages);
  return (
    <div class="offer" role="group" aria-label={l10n.t("You already own this search")}>
      <Icon name="archive" />
      <div class="offer-body">
        <p>
          <strong>{l10n.t("You already own this search")}</strong>
        </p>
        <p title={localTime(newest.fetchedAt)}>{l10n.t("{0}, fetched {1}.", pages, ago(newest.fetchedAt))}</p>
        <div class="alert-actions">
          <Button
            look="primary"
            label={l10n.t("Show owned results, 0 credits")}
            onPress={() => void session.showOwned(offer.query, newest)}
          />
          <Button
            label={l10n.t("Search again, {0} credits", prices.search)}
            onPress={() => void session.searchAgain(offer.query)}
          />
          {remark !== undefined && <span class="price-remark">{remark}</span>}
        </div>
      </div>
      <Button
        look="icon"
        icon="close"
        label={l10n.t("Dismiss")}
        onPress={() => {
          store.dispatch({ type: "offerClosed" });
        }}
      />
    </div>
  );
}
