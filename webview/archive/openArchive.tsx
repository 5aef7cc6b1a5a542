import * as l10n from "@vscode/l10n";
import { Deferred } from "../deferred";
import type { Host } from "../host";
import { openOwned } from "../openOwned";

/** Draws the archive's panel. */
export function openArchive(root: HTMLElement, host: Host): void {
  openOwned(root, host, {
    title: l10n.t("Ad Archive"),
    opening: l10n.t("Opening the archive"),
    ask: (memory) => host.ask("openArchive", memory),
    draw: (about, panel, opening) => (
      <Deferred fallback={opening} onRun={panel.session.run}>
        {({ ArchivePanel }) => <ArchivePanel {...panel} about={about} />}
      </Deferred>
    ),
  });
}
