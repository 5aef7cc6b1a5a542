import * as l10n from "@vscode/l10n";
import type { Filter } from "../../src/protocol/filters";
import type { FilterChoice } from "../../src/protocol/search";
import { readableName } from "../../src/protocol/readableName";
import { plainLabel } from "../charts/label";
import { PlainButton, TextButton } from "../controls/Button";
import { Icon } from "../controls/Icon";
import { filterName, onlyExcludes, valueText } from "../filters/filterTexts";
import { displacedBy } from "../../src/protocol/search";
import { defaultQuery, sameQuery } from "../state/query";
import type { PaneProps } from "../panes";

/** What is chosen, as chips: remove one, or go back to the defaults. */
export function ActiveFilters({ state, store }: Pick<PaneProps, "state" | "store">) {
  const { form, draft, problems } = state;
  if (!form) return null;
  const named = (key: string | undefined) => form.filters.find((filter) => filter.key === key);
  const displaced = displacedBy(form, draft);
  const fresh = defaultQuery(draft.platform, form);
  const untouched = sameQuery(draft, fresh);
  if (draft.choices.length === 0 && untouched) return null;
  return (
    <div class="active-filters wraps keeps-size">
      <ul class="chips wraps shrinks" aria-label={l10n.t("Active filters")}>
        {draft.choices.map((choice) => (
          <Chip
            key={choice.filter}
            choice={choice}
            filter={named(choice.filter)}
            displacedBy={named(displaced.get(choice.filter))}
            problem={problems.find(({ filter }) => filter === choice.filter)?.message}
            onRemove={() => store.dispatch({ type: "chosen", filter: choice.filter })}
          />
        ))}
      </ul>
      {!untouched && (
        <TextButton
          label={l10n.t("Reset all filters")}
          text={l10n.t("Reset all")}
          onPress={() => store.dispatch({ type: "draftReplaced", draft: fresh })}
        />
      )}
    </div>
  );
}

interface ChipProps {
  readonly choice: FilterChoice;
  /** Absent if the form no longer has the filter. */
  readonly filter: Filter | undefined;
  /** The choice that keeps this one from being sent. */
  readonly displacedBy: Filter | undefined;
  /** Why it can't be sent. */
  readonly problem: string | undefined;
  readonly onRemove: () => void;
}

function Chip({ choice, filter, displacedBy: by, problem, onRemove }: ChipProps) {
  const name = filter ? filterName(filter) : readableName(plainLabel(choice.filter));
  const text = filter ? valueText(filter, choice.value) : "";
  const unsent = by && l10n.t("not sent with {0}", filterName(by));
  const shown = [`${name} ${text}`.trim(), unsent, filter ? undefined : problem].filter(Boolean).join(", ");
  const excludes = onlyExcludes(choice.value);
  const marks = [unsent !== undefined && "chip-unsent", excludes && "chip-excludes", problem && "chip-problem"];
  const look = ["chip", ...marks].filter(Boolean).join(" ");
  // The service's name for the filter, for people who read its requests.
  const title = l10n.t("{0} ({1})", shown, plainLabel(choice.filter));
  const words = (
    <span class="chip-text one-line" dir="auto">
      <span class="muted">{name}</span> {text}
    </span>
  );
  // The service accepts no search without it.
  if (filter?.resettable === false)
    return (
      <li>
        <span class={look} title={title}>
          {words}
        </span>
      </li>
    );
  return (
    <li>
      <PlainButton class={look} label={l10n.t("{0}, remove filter", shown)} title={title} onPress={onRemove}>
        {excludes && <Icon name="circle-slash" />}
        {problem && <Icon name="warning" />}
        {words}
        <Icon name="close" />
      </PlainButton>
    </li>
  );
}
