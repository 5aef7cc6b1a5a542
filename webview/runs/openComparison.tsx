import * as l10n from "@vscode/l10n";
import { Deferred } from "../deferred";
import type { Host } from "../host";
import { openOwned } from "../openOwned";

/** Draws the panel of two runs that are compared. */
export function openComparison(root: HTMLElement, host: Host): void {
  openOwned(root, host, {
    title: l10n.t("Runs Compared"),
    opening: l10n.t("Comparing the runs"),
    ask: (memory) => host.ask("openComparison", memory),
    draw: (about, panel, opening) => (
      <Deferred fallback={opening} onRun={panel.session.run}>
        {({ ComparisonPanel }) => <ComparisonPanel {...panel} about={about} />}
      </Deferred>
    ),
  });
}
