import * as l10n from "@vscode/l10n";
import type { Filter } from "../../src/protocol/filters";
import { PlainButton } from "../controls/Button";
import { BooleanControl } from "./BooleanControl";
import { ChecksControl } from "./ChecksControl";
import type { FilterControlProps } from "./control";
import { DateControl } from "./DateControl";
import { FlagControl } from "./FlagControl";
import { controlKind } from "../state/controlKind";
import { PickerControl } from "./PickerControl";
import { RangeControl } from "./RangeControl";
import { SearchBoxControl } from "./SearchBoxControl";
import { SingleControl } from "./SingleControl";
import { SortControl } from "./SortControl";

/** The control of a filter. A component that this version does not know is named, and never sent. */
export function FilterControl(props: FilterControlProps) {
  const { filter } = props;
  // Why a disabled filter is not offered is said below it.
  if (lacksItems(filter)) return filter.disabled === undefined ? <NoChoices reloadForm={props.reloadForm} /> : null;
  switch (controlKind(filter)) {
    case "texts":
      return <SearchBoxControl {...props} />;
    case "sort":
      return <SortControl {...props} />;
    case "checks":
      return <ChecksControl {...props} />;
    case "picker":
      return <PickerControl {...props} />;
    case "dropdown":
      return <SingleControl {...props} />;
    case "radios":
      return <BooleanControl {...props} />;
    case "range":
      return <RangeControl {...props} />;
    case "dates":
      return <DateControl {...props} />;
    case "flag":
      return <FlagControl {...props} />;
    case undefined:
      return (
        <p class="filter-unsupported">
          {filter.componentName.trim() === ""
            ? l10n.t("The service doesn't say what kind of filter this is, so it is never sent.")
            : l10n.t("This kind of filter is not supported ({0}), so it is never sent.", filter.componentName)}
        </p>
      );
  }
}

function NoChoices({ reloadForm }: Pick<FilterControlProps, "reloadForm">) {
  return (
    <p class="filter-unsupported">
      {l10n.t("The service sent no options for this filter.")}{" "}
      <PlainButton class="text-button" label={l10n.t("Load the filters again, 0 credits")} onPress={reloadForm}>
        {l10n.t("Try again, 0 credits")}
      </PlainButton>
    </p>
  );
}

/** Whether a filter offers nothing: its list is empty, and no more can be asked for. */
function lacksItems(filter: Filter): boolean {
  const kind = controlKind(filter);
  const lists = kind === "checks" || kind === "dropdown" || kind === "radios" || kind === "picker";
  return lists && filter.items.length === 0 && filter.itemsFrom === undefined;
}
