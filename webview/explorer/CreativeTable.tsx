import * as l10n from "@vscode/l10n";
import { useMemo, useState } from "preact/hooks";
import { creativeTable } from "../../src/protocol/lens";
import type { ColumnKey } from "../../src/protocol/panel";
import { AdTable } from "../cards/AdTable";
import { creativeRows } from "../cards/creativeGroups";
import type { CardContext } from "../cards/cardParts";
import { viewIn } from "../cards/tableColumns";
import { viewed } from "../cards/viewed";
import { ProgressRing } from "../controls/Icon";
import { Tool } from "../controls/Tool";
import type { PaneProps } from "../panes";
import type { Results } from "../state/results";
import { wholeView } from "../state/panelState";
import { tableLook } from "../state/view";
import { useLate } from "../timing";
import { adsText, plural } from "../words/phrases";
import { FailureAlert } from "./FailureAlert";
import { useLens } from "./useLens";

const creativeColumns: readonly ColumnKey[] = [
  ...(["ads", "reasons", "platform", "advertiser", "country", "firstSeen", "seen"] as const),
];

interface CreativeTableProps extends PaneProps {
  readonly results: Results;
  readonly scroller: { readonly current: HTMLElement | null };
  readonly context: CardContext;
}

/** The ads as one row for each creative, which opens to its ads. */
export function CreativeTable(props: CreativeTableProps) {
  const { state, store, session, results, scroller, context } = props;
  const { view: chosen, place, wantedAd } = state;
  const { text, filters } = chosen;
  const view = useMemo(() => viewIn("creatives", chosen), [chosen]);
  // Another order doesn't change the groups.
  const ads = useMemo(() => viewed(results.ads, { ...wholeView, text, filters }), [results.ads, text, filters]);
  const { seen, of = ads, failure } = useLens(session, ads, state);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const groups = seen?.groups;
  const { creatives, rows } = useMemo(() => creativeRows(groups ?? [], of, view, open), [groups, of, view, open]);
  if (failure) return <FailureAlert failure={failure} />;
  if (!groups) return <Waiting />;
  return (
    <div aria-busy={of !== ads}>
      <div class="creatives-about spread">
        <p class="loaded-about" role="status">
          {aboutText(creatives.length, of.length)}
        </p>
        <Tool icon="copy" label={l10n.t("Copy as CSV")} onPress={() => session.copyText(tableOf(creatives))} />
      </div>
      <AdTable
        {...{ scroller, context, view, startAt: place, wanted: wantedAd, all: results.ads, ads: rows }}
        creatives={{
          rows: creatives,
          open,
          onToggle: (key) =>
            setOpen((before) => (before.has(key) ? withoutKey(before, key) : new Set([...before, key]))),
        }}
        usual={creativeColumns}
        onView={(next) => store.dispatch({ type: "viewChanged", view: next })}
        look={tableLook(state)}
        onLook={(next) => store.dispatch({ type: "tableChanged", table: next })}
      />
    </div>
  );
}

/** The creatives in the order on the screen, as the command line has them. */
function tableOf(creatives: ReturnType<typeof creativeRows>["creatives"]) {
  const { head, rows } = creativeTable(creatives.flatMap(({ group }) => group ?? []));
  return [head, ...rows];
}

const withoutKey = (keys: ReadonlySet<string>, key: string) => new Set([...keys].filter((one) => one !== key));

function aboutText(creatives: number, ads: number): string {
  const count = creatives.toLocaleString();
  return plural(creatives, {
    one: l10n.t("1 creative in {0}.", adsText(ads)),
    other: l10n.t(
      "{0} creatives in {1}. Numbers are sums; below each is the highest number of a single ad.",
      count,
      adsText(ads),
    ),
  });
}

function Waiting() {
  const late = useLate();
  return late ? <ProgressRing label={l10n.t("Grouping the ads")} /> : null;
}
