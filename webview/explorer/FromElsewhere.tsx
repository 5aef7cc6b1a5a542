import * as l10n from "@vscode/l10n";
import { Button } from "../controls/Button";
import { Icon } from "../controls/Icon";
import { libraryLabel, type PaneProps } from "../panes";

/** Says that the results come from another library, with the free way to search here. */
export function FromElsewhere({ state, session }: Pick<PaneProps, "state" | "session">) {
  const from = state.results?.from;
  if (from === undefined) return null;
  const here = state.connection.library;
  return (
    <div class="from-elsewhere" role="status">
      <Icon name="info" />
      <span dir="auto">
        {l10n.t("From {0}, which is not connected, so you can't buy more here.", libraryLabel(from))}
      </span>
      {here !== undefined && (
        <Button
          label={l10n.t("Use these filters")}
          title={l10n.t("Copies this search to the form for {0}; 0 credits", libraryLabel(here))}
          onPress={() => void session.searchHere()}
        />
      )}
    </div>
  );
}
