import * as l10n from "@vscode/l10n";
import type { OwnedAdsQuery } from "../../src/protocol/owned";
import { platforms } from "../../src/protocol/platforms";
import { Dropdown } from "../controls/Dropdown";
import { TextField } from "../controls/TextField";
import { without } from "../state/without";
import { Field } from "./Field";
import { StatField } from "./StatField";

interface ArchiveFormProps {
  readonly query: OwnedAdsQuery;
  readonly statNames: readonly string[];
  readonly onChange: (query: OwnedAdsQuery) => void;
}

type TextKey = "text" | "advertiser" | "domain" | "from" | "to";

/** What to find among everything that is owned: each change searches, for 0 credits. */
export function ArchiveForm(props: ArchiveFormProps) {
  const { query, statNames, onChange } = props;
  return (
    <form
      class="form-pane"
      aria-label={l10n.t("Search the archive")}
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
      <div class="form-scroll">
        <Field name={l10n.t("Words")}>
          <Words {...props} of="text" label={l10n.t("Words")} />
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
          stat={query.stat}
          names={statNames}
          onChange={(stat) => {
            onChange({ ...without(query, "stat"), ...(stat && { stat }) });
          }}
        />
      </div>
    </form>
  );
}

interface WordsProps extends ArchiveFormProps {
  readonly of: TextKey;
  readonly label: string;
  readonly type?: "date";
}

function Words({ query, of, label, type, onChange }: WordsProps) {
  return (
    <TextField
      label={label}
      value={query[of] ?? ""}
      {...(type && { type })}
      onInput={(typed) => {
        onChange({ ...without(query, of), ...(typed !== "" && { [of]: typed }) });
      }}
    />
  );
}

function PlatformField({ query, onChange }: ArchiveFormProps) {
  const options = [
    { value: "", label: l10n.t("Any platform") },
    ...platforms.filter(({ hasDetails }) => hasDetails).map(({ token, label }) => ({ value: token, label })),
  ];
  return (
    <Field name={l10n.t("Platform")}>
      <Dropdown
        label={l10n.t("Platform")}
        value={query.platforms?.[0] ?? ""}
        options={options}
        onChange={(chosen) => {
          const platform = platforms.find(({ token }) => token === chosen);
          onChange({ ...without(query, "platforms"), ...(platform && { platforms: [platform.token] }) });
        }}
      />
    </Field>
  );
}
