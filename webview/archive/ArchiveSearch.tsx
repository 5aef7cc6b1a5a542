import * as l10n from "@vscode/l10n";
import { useEffect, useState } from "preact/hooks";
import type { AdCriteria } from "../../src/protocol/owned";
import { platforms } from "../../src/protocol/platforms";
import { PlainButton } from "../controls/Button";
import { Dropdown } from "../controls/Dropdown";
import { Icon } from "../controls/Icon";
import { TextField } from "../controls/TextField";
import { plainLabel } from "../charts/label";
import { labelOfStat } from "../detail/labelOfStat";
import { without } from "../state/without";
import { Field } from "./Field";
import { StatField } from "./StatField";

interface ArchiveSearchProps {
  readonly criteria: AdCriteria;
  readonly statNames: readonly string[];
  readonly onChange: (criteria: AdCriteria) => void;
  /** Whether an ad is open next to the list: the form then folds to its chips. */
  readonly open: boolean;
}

type TextKey = "text" | "advertiser" | "domain" | "from" | "to";

/** The search in everything owned: each change searches, for 0 credits. */
export function ArchiveSearch(props: ArchiveSearchProps) {
  const { open } = props;
  const [folded, setFolded] = useState(false);
  useEffect(() => setFolded(open), [open]);
  return (
    <form
      class={`form-pane ${folded ? "folded" : ""}`}
      aria-label={l10n.t("Search the archive")}
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
      <FormHead folded={folded} onFold={setFolded} />
      <Asked {...props} />
      <Fields {...props} />
    </form>
  );
}

interface FormHeadProps {
  readonly folded: boolean;
  readonly onFold: (folded: boolean) => void;
}

function FormHead({ folded, onFold }: FormHeadProps) {
  return (
    <div class="form-head">
      <h2>{l10n.t("Search the archive")}</h2>
      <PlainButton
        class="form-fold"
        icon={folded ? "chevron-down" : "chevron-up"}
        label={folded ? l10n.t("Show filters") : l10n.t("Hide filters")}
        expanded={!folded}
        onPress={() => onFold(!folded)}
      >
        {l10n.t("Filters")}
      </PlainButton>
    </div>
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
        onChange={(stat) => {
          onChange({ ...without(criteria, "stat"), ...(stat && { stat }) });
        }}
      />
    </div>
  );
}

/** The criteria as chips: remove one, or all. */
function Asked({ criteria, onChange }: ArchiveSearchProps) {
  const names: Readonly<Record<keyof AdCriteria, string>> = {
    text: l10n.t("Keywords"),
    advertiser: l10n.t("Advertiser"),
    domain: l10n.t("Website"),
    platforms: l10n.t("Platform"),
    from: l10n.t("Fetched, from"),
    to: l10n.t("Fetched, to"),
    stat: l10n.t("Metric"),
  };
  const asked = askedKeys.filter((key) => criteria[key] !== undefined);
  if (asked.length === 0) return null;
  return (
    <div class="active-filters">
      <ul class="chips" aria-label={l10n.t("Active filters")}>
        {asked.map((key) => (
          <li key={key}>
            <PlainButton
              class="chip"
              label={l10n.t("{0}, remove filter", `${names[key]} ${valueWords(criteria, key)}`)}
              onPress={() => onChange(without(criteria, key))}
            >
              <span class="chip-text" dir="auto">
                <span class="chip-name">{names[key]}</span> {valueWords(criteria, key)}
              </span>
              <Icon name="close" />
            </PlainButton>
          </li>
        ))}
      </ul>
      <PlainButton class="text-button" label={l10n.t("Reset all filters")} onPress={() => onChange({})}>
        {l10n.t("Reset all")}
      </PlainButton>
    </div>
  );
}

const askedKeys = ["text", "advertiser", "domain", "platforms", "from", "to", "stat"] as const;

function valueWords({ platforms: chosen, stat, ...texts }: AdCriteria, key: keyof AdCriteria): string {
  if (key === "platforms") return platforms.find(({ token }) => token === chosen?.[0])?.label ?? "";
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
      onInput={(typed) => {
        onChange({ ...without(criteria, of), ...(typed !== "" && { [of]: typed }) });
      }}
    />
  );
}

function PlatformField({ criteria, onChange }: ArchiveSearchProps) {
  const options = [
    { value: "", label: l10n.t("Any platform") },
    ...platforms.filter(({ hasDetails }) => hasDetails).map(({ token, label }) => ({ value: token, label })),
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
