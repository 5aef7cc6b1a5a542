import * as l10n from "@vscode/l10n";
import { PlainButton } from "../controls/Button";
import type { PaneProps } from "../panes";

/** What was spent today, in every window. */
export function CreditsNote({ state, session }: Pick<PaneProps, "state" | "session">) {
  const { credits, connection } = state;
  if (connection.kind === "none") return null;
  const sample = connection.kind === "sample";
  const spent = sample ? credits.sample : credits.spent;
  const count = spent.toLocaleString();
  const text = sample ? l10n.t("{0} sample credits spent today", count) : l10n.t("{0} credits spent today", count);
  const maybe =
    sample || credits.maybe === 0 ? "" : l10n.t("{0} more may have been charged", credits.maybe.toLocaleString());
  const where = sample ? l10n.t("Sample library: sample credits, not charged") : (connection.origin ?? "");
  return (
    <PlainButton
      class="credits"
      icon="credit-card"
      label={[l10n.t("Show credits"), text, maybe].filter(Boolean).join(", ")}
      title={[text, where, maybe].filter(Boolean).join("\n")}
      onPress={() => {
        session.run("showCredits");
      }}
    >
      <span class="credits-text">{text}</span>
      <span class="credits-count">{count}</span>
      {maybe !== "" && <span class="credits-maybe">(+{credits.maybe.toLocaleString()}?)</span>}
    </PlainButton>
  );
}
