import * as l10n from "@vscode/l10n";
import type { AdCard, Count } from "../../src/protocol/ads";
import { plainLabel } from "../charts/label";
import { Icon } from "../controls/Icon";
import { metricIcon } from "./icons";
import { countValue, formatCompact, formatCount } from "../charts/numbers";

/** How many texts of one remark are shown before "and N more". */
const shownTexts = 3;

/** How many stats and how many remarks a card shows at most. */
const listed = 12;

/** Stats and remarks of an ad as the service gives them; the full text is in the tooltip. */
export function CardFacts({ card }: { readonly card: AdCard }) {
  return (
    <>
      <Stats card={card} />
      <Remarks card={card} />
    </>
  );
}

function Stats({ card: { stats, monthlyTraffic } }: { readonly card: AdCard }) {
  const traffic = l10n.t("Monthly visits of the target's domain");
  return (
    <ul class="stats">
      {stats.slice(0, listed).map(({ tooltip, icon, value }, index) => (
        <Fact
          key={index}
          name={plainLabel(tooltip ?? icon ?? l10n.t("Metric"))}
          value={value}
          icon={metricIcon(icon, tooltip)}
        />
      ))}
      {monthlyTraffic !== undefined && <Fact name={traffic} value={monthlyTraffic} icon="graph-line" />}
    </ul>
  );
}

function Remarks({ card: { metadata, active } }: { readonly card: AdCard }) {
  return (
    <ul class="remarks">
      {active !== undefined && (
        <li class={`remark ${active ? "remark-active" : ""}`}>{active ? l10n.t("Active") : l10n.t("Inactive")}</li>
      )}
      {metadata.slice(0, listed).map(({ tooltip, values }, index) => {
        const whole = [tooltip, values.slice(0, 50).join(", ")].filter(Boolean).join(": ");
        return (
          <li class="remark" key={index} dir="auto" title={plainLabel(whole, 300)}>
            {shorten(values)}
          </li>
        );
      })}
    </ul>
  );
}

function shorten(values: readonly string[]): string {
  const shown = values
    .slice(0, shownTexts)
    .map((value) => plainLabel(value))
    .join(", ");
  return values.length > shownTexts ? l10n.t("{0} +{1}", shown, values.length - shownTexts) : shown;
}

interface FactProps {
  readonly name: string;
  readonly value: Count;
  readonly icon: string | undefined;
}

function Fact({ name, value, icon }: FactProps) {
  return (
    <li class="stat" title={`${name}: ${formatCount(value)}`}>
      {icon === undefined ? <span class="stat-name">{name}</span> : <Icon name={icon} label={name} />}{" "}
      {formatCompact(countValue(value))}
    </li>
  );
}
