import * as l10n from "@vscode/l10n";
import { formatNumber } from "../charts/numbers";
import { readableName } from "../../src/protocol/readableName";
import { type AdState, type FieldChange, isNewState } from "../../src/protocol/runs";
import { plainLabel } from "../charts/label";
import type { ShownAd } from "../state/results";

/** The states of ads in words. */
export const stateNames: Readonly<Record<AdState, () => string>> = {
  launched: () => l10n.t("Launched"),
  firstSeen: () => l10n.t("First seen"),
  changed: () => l10n.t("Changed"),
  seen: () => l10n.t("Unchanged"),
  absent: () => l10n.t("Absent"),
  notCovered: () => l10n.t("Not covered"),
};

type Compared = NonNullable<ShownAd["compared"]>;

/** What changed in an ad, from and to; for one that is new or not covered, why. */
export function Changes({ of: compared }: { readonly of: Compared | undefined }) {
  if (!compared) return null;
  if (compared.changes.length === 0) {
    const reason = reasonOf(compared);
    return reason === undefined ? null : <p class="muted small">{reason}</p>;
  }
  return (
    <dl class="changes column small">
      {compared.changes.map((change) => (
        <div key={change.field} class="change">
          <dt class="muted">{fieldName(change.field)}</dt>
          <dd class="breaks-anywhere">
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
      <bdi class={label === l10n.t("before") ? "muted" : "bold"}>{textOf(value)}</bdi>
    </>
  );
}

function textOf(value: FieldChange["from"]): string {
  if (value === undefined) return l10n.t("not provided");
  if (typeof value === "boolean") return value ? l10n.t("yes") : l10n.t("no");
  return typeof value === "number" ? formatNumber(value) : value;
}

/** The same in one line; undefined if nothing is to be said. */
export function differenceText(compared: Compared): string | undefined {
  const changes = compared.changes.map(({ field, from, to }) => `${fieldName(field)}: ${textOf(from)} → ${textOf(to)}`);
  return changes.length > 0 ? plainLabel(changes.join("; "), 500) : reasonOf(compared);
}

/** Why an ad is in its state, if that is not plain. */
function reasonOf({ state, daysRunning, why, stopped }: Compared): string | undefined {
  if (why) return reasons[why]();
  if (isNewState(state)) return runningText(daysRunning);
  return stopped && l10n.t("Stopped? This ad is absent from two complete runs.");
}

export function runningText(days: number | undefined): string {
  if (days === undefined) return l10n.t("Running time not provided");
  return days === 1 ? l10n.t("Running 1 day") : l10n.t("Running {0} days", formatNumber(days));
}

const reasons: Readonly<Record<NonNullable<Compared["why"]>, () => string>> = {
  beyondEarlier: () => l10n.t("The earlier run didn't reach this far."),
  beyondNewer: () => l10n.t("The newer run didn't reach this far."),
  noId: () => l10n.t("Without an ID, this ad can't be told apart from others."),
  otherSearch: () => l10n.t("The two runs are from different searches."),
};

const fields: ReadonlyMap<string, () => string> = new Map([
  ["title", () => l10n.t("Title")],
  ["display_url", () => l10n.t("Link")],
  ["post_url", () => l10n.t("Post")],
  ["active", () => l10n.t("Active")],
  ["monthly_traffic", () => l10n.t("Monthly traffic")],
  ["advertiser", () => l10n.t("Advertiser")],
  ["advertiser_id", () => l10n.t("Advertiser ID")],
  ["advertiser_picture", () => l10n.t("Advertiser image")],
  ["advertiser_verified", () => l10n.t("Advertiser verified")],
]);

/** The readable name of a field; of a figure, the service's own name. */
function fieldName(field: string): string {
  const known = fields.get(field)?.();
  if (known !== undefined) return known;
  const creative = /^creative (\d+)\.(.*)$/.exec(field);
  if (creative) return l10n.t("Creative {0}: {1}", creative[1] ?? "", creative[2] ?? "");
  return readableName(field.replace(/^(?:stat|meta)\./, ""));
}
