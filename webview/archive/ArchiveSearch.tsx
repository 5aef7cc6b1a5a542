import * as l10n from "@vscode/l10n";
import type { ComponentChildren } from "preact";
import type { AdCriteria } from "../../src/protocol/bought";
import { isIndividual, labelOfPlatform, platforms } from "../../src/protocol/platforms";
import { plainLabel } from "../charts/label";
import { PlainButton, TextButton } from "../controls/Button";
import { Dropdown, TextField } from "../controls/fields";
import { Icon } from "../controls/Icon";
import { labelOfStat } from "../detail/AdHistory";
import { FoldButton } from "../explorer/FormPane";
import { useFormFocus } from "../explorer/useKeys";
import { type PaneProps, useFolded } from "../panes";
import { without } from "../state/without";

interface ArchiveSearchProps extends Pick<PaneProps, "state" | "store"> {
  readonly criteria: AdCriteria;
  readonly statNames: readonly string[];
  readonly onChange: (criteria: AdCriteria) => void;
}

type TextKey = "text" | "advertiser" | "domain" | "from" | "to";

/** The search in everything bought: each change searches, for 0 credits. */
export function ArchiveSearch(props: ArchiveSearchProps) {
  const { state, store } = props;
  const folded = useFolded(state);
  const pane = useFormFocus(state.wanted);
  return (
    <form
      ref={pane}
      class={`form-pane ${folded ? "folded" : ""}`}
      aria-label={l10n.t("Search the archive")}
      onSubmit={(event) => event.preventDefault()}
    >
      <div class="form-head row">
        <h2>{l10n.t("Search the archive")}</h2>
        <FoldButton store={store} folded={folded} />
      </div>
      <Asked {...props} />
      <Fields {...props} />
    </form>
  );
}

function Fields(props: ArchiveSearchProps) {
  const { criteria, statNames, onChange } = props;
  return (
    <div class="form-scroll">
      <Field name={l10n.t("Keywords")}>
        <Words {...props} of="text" label={l10n.t("Keywords")} />
      </Field>
      <Field name={l10n.t("Advertiser")}>
        <Words {...props} of="advertiser" label={l10n.t("Advertiser")} />
      </Field>
      <Field name={l10n.t("Website")}>
        <Words {...props} of="domain" label={l10n.t("Website")} />
      </Field>
      <PlatformField {...props} />
      <Field name={l10n.t("Fetched")}>
        <div class="range">
          <Words {...props} of="from" label={l10n.t("Fetched, from")} type="date" />
          <span aria-hidden="true">–</span>
          <Words {...props} of="to" label={l10n.t("Fetched, to")} type="date" />
        </div>
      </Field>
      <StatField
        stat={criteria.stat}
        names={statNames}
        onChange={(stat) => onChange({ ...without(criteria, "stat"), ...(stat && { stat }) })}
      />
    </div>
  );
}

/** The criteria as chips: remove one, or all. */
function Asked({ criteria, onChange }: ArchiveSearchProps) {
  const names: Readonly<Record<keyof AdCriteria, string>> = {
    text: l10n.t("Keywords"),
    advertiser: l10n.t("Advertiser"),
    owner: l10n.t("Advertiser"),
    domain: l10n.t("Website"),
    platforms: l10n.t("Platform"),
    from: l10n.t("Fetched, from"),
    to: l10n.t("Fetched, to"),
    stat: l10n.t("Metric"),
  };
  const asked = askedKeys.filter((key) => criteria[key] !== undefined);
  if (asked.length === 0) return null;
  return (
    <div class="active-filters wraps keeps-size">
      <ul class="chips wraps shrinks" aria-label={l10n.t("Active filters")}>
        {asked.map((key) => (
          <li key={key}>
            <PlainButton
              class="chip"
              label={l10n.t("{0}, remove filter", `${names[key]} ${valueWords(criteria, key)}`)}
              onPress={() => onChange(without(criteria, key))}
            >
              <span class="chip-text one-line" dir="auto">
                <span class="muted">{names[key]}</span> {valueWords(criteria, key)}
              </span>
              <Icon name="close" />
            </PlainButton>
          </li>
        ))}
      </ul>
      <TextButton label={l10n.t("Reset all filters")} text={l10n.t("Reset all")} onPress={() => onChange({})} />
    </div>
  );
}

const askedKeys = ["text", "owner", "advertiser", "domain", "platforms", "from", "to", "stat"] as const;

function valueWords({ platforms: chosen, owner, stat, ...texts }: AdCriteria, key: keyof AdCriteria): string {
  if (key === "platforms") return labelOfPlatform(chosen?.[0] ?? "");
  if (key === "owner") return `${plainLabel(owner?.name ?? "", 60)} (${labelOfPlatform(owner?.platform ?? "")})`;
  if (key !== "stat") return plainLabel(texts[key] ?? "", 60);
  if (!stat) return "";
  const [from, to] = [stat.min ?? "", stat.max ?? ""];
  return `${labelOfStat(stat.name)} ${from}–${to}`;
}

interface WordsProps extends ArchiveSearchProps {
  readonly of: TextKey;
  readonly label: string;
  readonly type?: "date";
}

function Words({ criteria, of, label, type, onChange }: WordsProps) {
  return (
    <TextField
      label={label}
      value={criteria[of] ?? ""}
      {...(type && { type })}
      onInput={(typed) => onChange({ ...without(criteria, of), ...(typed !== "" && { [of]: typed }) })}
    />
  );
}

function PlatformField({ criteria, onChange }: ArchiveSearchProps) {
  const options = [
    { value: "", label: l10n.t("Any platform") },
    ...platforms.filter(({ token }) => isIndividual(token)).map(({ token, label }) => ({ value: token, label })),
  ];
  return (
    <Field name={l10n.t("Platform")}>
      <Dropdown
        label={l10n.t("Platform")}
        value={criteria.platforms?.[0] ?? ""}
        options={options}
        onChange={(chosen) => {
          const platform = platforms.find(({ token }) => token === chosen);
          onChange({ ...without(criteria, "platforms"), ...(platform && { platforms: [platform.token] }) });
        }}
      />
    </Field>
  );
}

type Stat = NonNullable<AdCriteria["stat"]>;

interface StatFieldProps {
  readonly stat: Stat | undefined;
  readonly names: readonly string[];
  readonly onChange: (stat: Stat | undefined) => void;
}

/** One of the numbers that cards and details show, within bounds. */
function StatField({ stat, names, onChange }: StatFieldProps) {
  const options = [
    { value: "", label: l10n.t("Any metric") },
    ...names.map((name) => ({ value: name, label: labelOfStat(name) })),
  ];
  return (
    <Field name={l10n.t("Metric")}>
      <Dropdown
        label={l10n.t("Metric")}
        value={stat?.name ?? ""}
        options={options}
        onChange={(name) => onChange(name === "" ? undefined : { name })}
      />
      {stat && (
        <div class="range">
          <Bound label={l10n.t("Metric, from")} stat={stat} end="min" onChange={onChange} />
          <span aria-hidden="true">–</span>
          <Bound label={l10n.t("Metric, to")} stat={stat} end="max" onChange={onChange} />
        </div>
      )}
    </Field>
  );
}

interface BoundProps {
  readonly label: string;
  readonly stat: Stat;
  readonly end: "min" | "max";
  readonly onChange: (stat: Stat) => void;
}

function Bound({ label, stat, end, onChange }: BoundProps) {
  return (
    <TextField
      type="number"
      label={label}
      value={stat[end]?.toString() ?? ""}
      onInput={(typed) => {
        const kept = without(stat, end);
        const value = typed.trim() === "" ? NaN : Number(typed);
        onChange(Number.isFinite(value) ? { ...kept, [end]: value } : kept);
      }}
    />
  );
}

/** A visible name above a control; the control has the same as its accessible name. */
function Field({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div class="filter column shrinks">
      <div class="filter-head row spread">
        <span class="filter-name one-line small bold" aria-hidden="true">
          {name}
        </span>
      </div>
      {children}
    </div>
  );
}
