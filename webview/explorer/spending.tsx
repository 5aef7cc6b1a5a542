import * as l10n from "@vscode/l10n";
import { formatNumber } from "../charts/numbers";
import { prices } from "../../src/protocol/credits";
import type { ConnectionState } from "../../src/protocol/panel";
import { Button, PlainButton, TextButton } from "../controls/Button";
import { Icon } from "../controls/Icon";
import { type PaneProps, usePage } from "../panes";
import type { Stopping } from "../state/panelState";

interface CancelProps {
  readonly stopping: Stopping | undefined;
  readonly onPress: () => void;
}

/** Cancels a paid request; pressed again, aborts the one on its way. */
export function CancelButton({ stopping, onPress }: CancelProps) {
  const label = stopping ? l10n.t("Abort, may cost {0} credits", prices.search) : l10n.t("Cancel");
  return <Button label={label} busy={stopping === "aborting"} onPress={onPress} />;
}

/** What is still happening after a cancel. */
export function stoppingText(stopping: Stopping): string {
  return stopping === "finishing"
    ? l10n.t("Finishing what was already requested…")
    : l10n.t("Canceling. Requests already sent may still be charged.");
}

/** What was spent today, in every window. */
export function CreditsNote({ state, session }: Pick<PaneProps, "state" | "session">) {
  const { credits, connection } = state;
  if (connection.kind === "none") return null;
  const sample = connection.kind === "sample";
  const spent = sample ? credits.sample : credits.spent;
  const count = formatNumber(spent);
  const text = sample ? l10n.t("{0} sample credits spent today", count) : l10n.t("{0} credits spent today", count);
  const maybe =
    sample || credits.maybe === 0 ? "" : l10n.t("{0} more may have been charged", formatNumber(credits.maybe));
  // Beside it, the style sheet draws the short form of the first figure: a name could not have both forms as one text.
  const shownMaybe = maybe && l10n.t("{0} uncertain", formatNumber(credits.maybe));
  const where = sample ? l10n.t("Sample library: sample credits, not charged") : (connection.origin ?? "");
  return (
    <PlainButton
      class="credits muted small"
      icon="credit-card"
      label={[l10n.t("Show credits"), text, shownMaybe].filter(Boolean).join(", ")}
      title={[text, where, maybe].filter(Boolean).join("\n")}
      onPress={() => session.run("showCredits")}
    >
      <span class="credits-text">{text}</span>
      {shownMaybe === "" ? (
        <span class="credits-count">{count}</span>
      ) : (
        <span class="credits-count" data-count={count} />
      )}
      {shownMaybe !== "" && <span class="credits-maybe"> {shownMaybe}</span>}
    </PlainButton>
  );
}

/** What is said where a price can't be paid today (`why` is from `overBudget`), and the way to change that. */
export function BudgetNote({ why }: { readonly why: string | undefined }) {
  const { session } = usePage();
  if (why === undefined) return null;
  return (
    <p class="budget-note muted">
      <Icon name="circle-slash" /> {why}{" "}
      <TextButton label={l10n.t("Open Settings")} onPress={() => session.run("openSettings")} />
    </p>
  );
}

/** The button that buys a search again, as many pages as it has. */
export function againLabel(pages = 1): string {
  const credits = formatNumber(pages * prices.search);
  return pages === 1
    ? l10n.t("Search again, {0} credits", credits)
    : l10n.t("Search {0} pages again, {1} credits", pages, credits);
}

/** The remark next to prices while nothing is really charged; absent for a real service. */
export function priceRemark(connection: ConnectionState): string | undefined {
  return connection.kind === "sample" ? l10n.t("sample credits, not charged") : undefined;
}
