import * as l10n from "@vscode/l10n";
import type { ComparedCard, FieldChange } from "../../src/protocol/runs";
import { fieldName } from "./stateWords";

/** What changed in an ad, from and to; for one that is not covered, the reason. */
export function ChangeList({ ad }: { readonly ad: ComparedCard | undefined }) {
  if (!ad) return null;
  if (ad.why) return <p class="change-why">{reasons[ad.why]()}</p>;
  if (ad.stopped) return <p class="change-why">{l10n.t("Stopped? This ad is absent from two complete runs.")}</p>;
  if (ad.changes.length === 0) return null;
  return (
    <dl class="changes">
      {ad.changes.map((change) => (
        <div key={change.field} class="change">
          <dt>{fieldName(change.field)}</dt>
          <dd>
            <Side value={change.from} label={l10n.t("before")} />
            <span aria-hidden="true"> → </span>
            <Side value={change.to} label={l10n.t("now")} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Side({ value, label }: { readonly value: FieldChange["from"]; readonly label: string }) {
  return (
    <>
      <span class="unseen">{`${label} `}</span>
      <bdi class={label === l10n.t("before") ? "change-from" : "change-to"}>{textOf(value)}</bdi>
    </>
  );
}

function textOf(value: FieldChange["from"]): string {
  if (value === undefined) return l10n.t("not provided");
  if (typeof value === "boolean") return value ? l10n.t("yes") : l10n.t("no");
  return typeof value === "number" ? value.toLocaleString() : value;
}

const reasons: Readonly<Record<NonNullable<ComparedCard["why"]>, () => string>> = {
  beyondEarlier: () => l10n.t("The earlier run didn't reach this far."),
  beyondNewer: () => l10n.t("The newer run didn't reach this far."),
  noId: () => l10n.t("Without an ID, this ad can't be told apart from others."),
  otherSearch: () => l10n.t("The two runs are from different searches."),
};
