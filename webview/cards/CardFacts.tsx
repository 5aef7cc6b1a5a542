import * as l10n from "@vscode/l10n";
import { useMemo, useState } from "preact/hooks";
import type { AdCard } from "../../src/protocol/ads";
import { countValue, formatCompact, formatNumber } from "../charts/numbers";
import { PlainButton } from "../controls/Button";
import { plural } from "../words/plural";
import { cardMetrics, type CardMetric } from "./metrics";
import { adName } from "./names";
import { cardRemarks, type CardRemark } from "./remarks";

/** What a card shows at first. */
const metricsAtFirst = 3;
const remarksAtFirst = 3;
/** What it shows at most: a hostile service may send thousands. */
const atMost = 24;

/** The self-explanatory remarks; if there are none, the first with its name. */
function firstRemarks(remarks: readonly CardRemark[]): readonly CardRemark[] {
  const plain = remarks.filter(({ name }) => name === undefined).slice(0, remarksAtFirst);
  return plain.length > 0 ? plain : remarks.slice(0, 1);
}

interface CardFactsProps {
  readonly card: AdCard;
  /** Tab index of the button for the rest. */
  readonly tabIndex: number;
}

/** The numbers and remarks of an ad: the best known ones in a fixed order, the others behind "+4". */
export function CardFacts({ card, tabIndex }: CardFactsProps) {
  const [all, setAll] = useState(false);
  const metrics = useMemo(() => cardMetrics(card).slice(0, atMost), [card]);
  const remarks = useMemo(() => cardRemarks(card).slice(0, atMost), [card]);
  const first = useMemo(() => firstRemarks(remarks), [remarks]);
  const hidden = Math.max(0, metrics.length - metricsAtFirst) + remarks.length - first.length;
  const label = all
    ? l10n.t("Show fewer facts of {0}", adName(card))
    : plural(hidden, {
        one: l10n.t("Show {0} more fact of {1}", formatNumber(hidden), adName(card)),
        other: l10n.t("Show {0} more facts of {1}", formatNumber(hidden), adName(card)),
      });
  return (
    <>
      <Metrics metrics={all ? metrics : metrics.slice(0, metricsAtFirst)} />
      <div class="remarks">
        <Remarks remarks={all ? remarks : first} />
        {hidden > 0 && (
          <PlainButton
            class="more-facts"
            label={label}
            title={label}
            expanded={all}
            tabIndex={tabIndex}
            onPress={() => {
              setAll(!all);
            }}
          >
            {all ? "−" : `+${formatNumber(hidden)}`}
          </PlainButton>
        )}
      </div>
    </>
  );
}

function Metrics({ metrics }: { readonly metrics: readonly CardMetric[] }) {
  if (metrics.length === 0) return null;
  return (
    <dl class="metrics">
      {metrics.map(({ name, value, title }, index) => (
        <div class="metric" key={index} title={title}>
          <dt dir="auto">{name}</dt>
          <dd>{formatCompact(countValue(value))}</dd>
        </div>
      ))}
    </dl>
  );
}

function Remarks({ remarks }: { readonly remarks: readonly CardRemark[] }) {
  if (remarks.length === 0) return null;
  return (
    <ul class="remark-list">
      {remarks.map(({ name, text, title, active }, index) => (
        <li class={`remark ${active ? "remark-active" : ""}`} key={index} dir="auto" title={title}>
          {name !== undefined && <span class="remark-name">{name}</span>}
          {name !== undefined ? ` ${text}` : text}
        </li>
      ))}
    </ul>
  );
}
