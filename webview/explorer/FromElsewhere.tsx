import * as l10n from "@vscode/l10n";
import { Button } from "../controls/Button";
import { Icon } from "../controls/Icon";
import { filterNamed } from "../filters/filterTexts";
import { libraryLabel, type PaneProps } from "../panes";

/** Names what the platform's form no longer has of the search on the screen. */
function NoLongerFits({ state }: Pick<PaneProps, "state">) {
  const { form, results } = state;
  if (!results?.unfit) return null;
  const parts = results.unfit.map(({ filter, message }) =>
    filter === undefined ? message : l10n.t("{0}: {1}", filterNamed(form, filter), message),
  );
  return (
    <div class="from-elsewhere row wraps keeps-size" role="status">
      <Icon name="warning" />
      <span class="shrinks breaks-anywhere" dir="auto">
        {l10n.t("This search no longer fits the platform's filters, so you can't buy more of it.")} {parts.join(" ")}
      </span>
    </div>
  );
}

/** Says that the results come from another library, with the free way to search here, or that they no longer fit. */
export function FromElsewhere({ state, session }: Pick<PaneProps, "state" | "session">) {
  const from = state.results?.from;
  if (from === undefined) return <NoLongerFits state={state} />;
  const here = state.connection.library;
  return (
    <div class="from-elsewhere row wraps keeps-size" role="status">
      <Icon name="info" />
      <span class="shrinks breaks-anywhere" dir="auto">
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
