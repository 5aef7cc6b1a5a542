import * as l10n from "@vscode/l10n";
import { useMemo } from "preact/hooks";
import type { Layout, OverviewField, View } from "../../src/protocol/panel";
import { columnOf, directionText, sortColumns, viewIn } from "../cards/tableColumns";
import { overviewGroup, overviewLabel, ownerIn } from "../charts/overviewGroups";
import { PlainButton, TextButton } from "../controls/Button";
import { Dropdown, TextField } from "../controls/fields";
import { Icon } from "../controls/Icon";
import { Picker } from "../controls/picker/Picker";
import type { PaneProps } from "../panes";
import type { Results, ShownAd } from "../state/results";
import { isNarrowed } from "../state/view";
import { filterOf, withFilter } from "../cards/viewed";

interface LoadedFiltersProps extends Pick<PaneProps, "state" | "store"> {
  readonly results: Results;
}

/** Filters and sorts the loaded ads, if that is wanted or they are narrowed. Sends nothing. */
export function LoadedFilters({ state: { filtering, layout, view }, store, results }: LoadedFiltersProps) {
  if (!filtering && !isNarrowed(view)) return null;
  const onView = (next: View) => store.dispatch({ type: "viewChanged", view: next });
  const shared = { ads: results.ads, view, onView };
  return (
    <div class="loaded-filters row wraps" role="group" aria-label={l10n.t("Filter and sort loaded ads")}>
      <TextField
        label={l10n.t("Text in loaded ads")}
        placeholder={l10n.t("Text in loaded ads")}
        value={view.text}
        onInput={(text) => onView({ ...view, text })}
      />
      {facets().map((facet) => (
        <Facet key={facet.field} {...shared} {...facet} />
      ))}
      <SortOfLoaded ads={results.ads} layout={layout} view={viewIn(layout, view)} onView={onView} />
      {isNarrowed(view) && <ShowAll view={view} onView={onView} />}
    </div>
  );
}

interface Facet {
  readonly field: OverviewField;
  readonly name: string;
  /** The text shown while nothing is chosen. */
  readonly all: string;
}

/** The other fields are filtered by in the overview and in the table. */
const facets = (): readonly Facet[] => [
  { field: "platform", name: l10n.t("Platform of loaded ads"), all: l10n.t("All platforms") },
  { field: "country", name: l10n.t("Country of loaded ads"), all: l10n.t("All countries") },
  { field: "language", name: l10n.t("Language of loaded ads"), all: l10n.t("All languages") },
  { field: "mediaType", name: l10n.t("Media of loaded ads"), all: l10n.t("All media") },
  { field: "format", name: l10n.t("Format of loaded ads"), all: l10n.t("All formats") },
  { field: "callToAction", name: l10n.t("Call to action of loaded ads"), all: l10n.t("All calls to action") },
  { field: "advertiser", name: l10n.t("Advertiser of loaded ads"), all: l10n.t("All advertisers") },
  { field: "daysRunning", name: l10n.t("Days running of loaded ads"), all: l10n.t("Any days running") },
  { field: "firstSeen", name: l10n.t("First seen of loaded ads"), all: l10n.t("First seen: any time") },
  { field: "lastSeen", name: l10n.t("Last seen of loaded ads"), all: l10n.t("Last seen: any time") },
];

interface ViewProps {
  readonly ads: readonly ShownAd[];
  readonly view: View;
  readonly onView: (view: View) => void;
}

/** One of the values that the loaded ads have; nothing if they all share one. */
function Facet({ ads, field, name, all, view, onView }: Facet & ViewProps) {
  const options = useMemo(
    () => overviewGroup(ads, field).bars.map(({ value, label, count }) => ({ value, label: `${label} (${count})` })),
    [ads, field],
  );
  const chosen = filterOf(view, field);
  if (options.length < 2 && chosen === undefined) return null;
  return (
    <Picker
      id={`loaded-${field}`}
      label={name}
      placeholder={all}
      options={options}
      chosen={options.filter(({ value }) => value === chosen)}
      multiple={false}
      onChange={([option]) => onView(withFilter(view, field, option?.value))}
    />
  );
}

/** What a bar of the overview chose beyond the fields here, and the way back to all. */
function ShowAll({ view, onView }: Omit<ViewProps, "ads">) {
  const others = view.filters.filter(
    ({ field, value }) => !facets().some((facet) => facet.field === field) || ownerIn(value) !== undefined,
  );
  return (
    <>
      {others.map((filter) => (
        <PlainButton
          key={filter.field}
          class="chip"
          label={l10n.t("Remove {0}", overviewLabel(filter))}
          onPress={() => onView(withFilter(view, filter.field))}
        >
          <span class="chip-text one-line">{overviewLabel(filter)}</span>
          <Icon name="close" />
        </PlainButton>
      ))}
      <TextButton
        label={l10n.t("Show all loaded ads")}
        text={l10n.t("Show all")}
        onPress={() => onView({ ...view, text: "", filters: [] })}
      />
    </>
  );
}

function SortOfLoaded({ ads, layout, view, onView }: ViewProps & { readonly layout: Layout }) {
  const offered = useMemo(
    () => [
      { value: "service" as const, label: l10n.t("Default order") },
      { value: "title" as const, label: l10n.t("Title") },
      ...sortColumns(ads, layout).map(({ key, name }) => ({ value: key, label: name })),
    ],
    [ads, layout],
  );
  // Another search's ads may have had it.
  const { sort } = view;
  const isOffered = sort === "service" || offered.some(({ value }) => value === sort);
  const keys = isOffered ? offered : [...offered, { value: sort, label: columnOf(sort).name }];
  const direction = view.sort === "service" ? "" : directionText(columnOf(view.sort), view.descending);
  return (
    <div class="loaded-sort row">
      <Dropdown
        label={l10n.t("Sort loaded ads")}
        value={view.sort}
        options={keys}
        onChange={(value) => {
          const key = keys.find((candidate) => candidate.value === value);
          if (key)
            onView({ ...view, sort: key.value, descending: key.value === "service" || columnOf(key.value).descends });
        }}
      />
      {view.sort !== "service" && (
        <PlainButton
          icon={view.descending ? "arrow-down" : "arrow-up"}
          label={direction}
          title={direction}
          onPress={() => onView({ ...view, descending: !view.descending })}
        />
      )}
    </div>
  );
}
