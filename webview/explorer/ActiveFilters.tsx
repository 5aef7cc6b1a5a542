import * as l10n from "@vscode/l10n";
import type { Filter } from "../../src/protocol/filters";
import type { FilterChoice } from "../../src/protocol/search";
import { plainLabel } from "../charts/label";
import { PlainButton } from "../controls/Button";
import { Icon } from "../controls/Icon";
import { filterName } from "../filters/names";
import { valueText } from "../filters/valueText";
import { defaultQuery, sameQuery } from "../state/query";
import type { PaneProps } from "./panes";

/** What is chosen, as chips: remove one, or go back to the defaults. */
export function ActiveFilters({ state, store }: Pick<PaneProps, "state" | "store">) {
  const { form, draft } = state;
  if (!form) return null;
  const fresh = defaultQuery(draft.platform, form);
  const untouched = sameQuery(draft, fresh);
  if (draft.choices.length === 0 && untouched) return null;
  return (
    <div class="active-filters">
      <ul class="chips" aria-label={l10n.t("Active filters")}>
        {draft.choices.map((choice) => (
          <Chip
            key={choice.filter}
            choice={choice}
            filter={form.filters.find(({ key }) => key === choice.filter)}
            onRemove={() => {
              store.dispatch({ type: "chosen", filter: choice.filter });
            }}
          />
        ))}
      </ul>
      {!untouched && (
        <PlainButton
          class="text-button"
          label={l10n.t("Reset all filters")}
          onPress={() => {
            store.dispatch({ type: "draftReplaced", draft: fresh });
          }}
        >
          {l10n.t("Reset all")}
        </PlainButton>
      )}
    </div>
  );
}

interface ChipProps {
  readonly choice: FilterChoice;
  /** Absent where the form does not have the filter any more. */
  readonly filter: Filter | undefined;
  readonly onRemove: () => void;
}

function Chip({ choice, filter, onRemove }: ChipProps) {
  const name = filter ? filterName(filter) : plainLabel(choice.filter);
  const text = filter ? valueText(filter, choice.value) : "";
  const shown = `${name} ${text}`.trim();
  const words = (
    <span class="chip-text" dir="auto">
      <span class="chip-name">{name}</span> {text}
    </span>
  );
  // The service takes no search without it.
  if (filter?.resettable === false)
    return (
      <li>
        <span class="chip" title={shown}>
          {words}
        </span>
      </li>
    );
  return (
    <li>
      <PlainButton class="chip" label={l10n.t("{0}, remove filter", shown)} title={shown} onPress={onRemove}>
        {words}
        <Icon name="close" />
      </PlainButton>
    </li>
  );
}
