import * as l10n from "@vscode/l10n";
import { Dialog } from "../controls/Dialog";

/** Every key of the panel, by what it does. */
function keys(): readonly (readonly [keys: readonly string[], does: string])[] {
  return [
    [["/"], l10n.t("Go to the search field")],
    [["F"], l10n.t("Go to the filters")],
    [["G"], l10n.t("Go to the first ad")],
    [["←", "→", "↑", "↓"], l10n.t("Move between ads")],
    [["Enter"], l10n.t("On an ad: open its details if you bought them; otherwise, go to the button with their price")],
    [["Space"], l10n.t("On an ad: select it")],
    [["←", "→", "↑", "↓"], l10n.t("In the table: move between cells")],
    [["Home", "End"], l10n.t("In the table: go to the start or end of the row; with Ctrl, of the table")],
    [["Shift", "←", "→"], l10n.t("On a column header: narrow or widen the column; add Ctrl to move it")],
    [["Esc"], l10n.t("In a field of the form: go to the first ad")],
    [["B"], l10n.t("Add the selected ads, or the ad with the focus, to a board")],
    [["E"], l10n.t("Export loaded ads, 0 credits")],
    [["J", "K"], l10n.t("In the details: go to the next or previous ad; if it costs credits, go to its button")],
    [["Esc"], l10n.t("Close the details and return to the ad")],
    [["?"], l10n.t("Show keyboard shortcuts")],
  ];
}

/** The list of keys as a dialog. None of them spends credits. */
export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog class="key-help" title={l10n.t("Keyboard shortcuts")} onClose={onClose}>
      <dl>
        {keys().map(([names, does]) => (
          <div key={does}>
            <dt class="wraps">
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p class="muted">{l10n.t("Letter keys work outside text fields. No shortcut spends credits by itself.")}</p>
    </Dialog>
  );
}
