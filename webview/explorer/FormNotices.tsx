import * as l10n from "@vscode/l10n";
import type { ToldProblems } from "../../src/protocol/panel";
import { plainLabel } from "../charts/label";
import { PlainButton } from "../controls/Button";
import { filterName } from "../filters/names";
import type { PaneProps } from "../panes";

/** Changes to the form beyond the person's last edit, each with a way to continue. */
export function FormNotices({ state, store }: Pick<PaneProps, "state" | "store">) {
  const { form, undo, leftOut } = state;
  if (!form || (!undo && !leftOut)) return null;
  const nameOf = (key: string) => {
    const filter = form.filters.find((one) => one.key === key);
    return filter ? filterName(filter) : plainLabel(key);
  };
  return (
    <div class="form-notices" role="status">
      {leftOut && (
        <LeftOut leftOut={leftOut} nameOf={nameOf} onDismiss={() => store.dispatch({ type: "leftOutDismissed" })} />
      )}
      {undo && (
        <p>
          {undo.by === undefined
            ? l10n.t("The filters were replaced.")
            : l10n.t("{0} changed other selections.", nameOf(undo.by))}{" "}
          <PlainButton
            class="text-button"
            label={l10n.t("Undo filter change")}
            onPress={() => {
              store.dispatch({ type: "draftReplaced", draft: undo.draft });
            }}
          >
            {l10n.t("Undo")}
          </PlainButton>
        </p>
      )}
    </div>
  );
}

interface LeftOutProps {
  readonly leftOut: ToldProblems;
  readonly nameOf: (key: string) => string;
  readonly onDismiss: () => void;
}

/** What a search from another library had and this one lacks. */
function LeftOut({ leftOut, nameOf, onDismiss }: LeftOutProps) {
  return (
    <div>
      <p>
        {l10n.t("This library doesn't support all of this search. Removed:")}{" "}
        <PlainButton class="text-button" label={l10n.t("Dismiss list of removed parts")} onPress={onDismiss}>
          {l10n.t("Dismiss")}
        </PlainButton>
      </p>
      <ul>
        {leftOut.map(({ filter, message }, index) => (
          <li key={index} dir="auto">
            {filter === undefined ? message : l10n.t("{0}: {1}", nameOf(filter), message)}
          </li>
        ))}
      </ul>
    </div>
  );
}
