import * as l10n from "@vscode/l10n";
import { formatNumber } from "../charts/numbers";
import { useCallback, useMemo } from "preact/hooks";
import type { ComparisonStart } from "../../src/protocol/panel";
import { type AdState, adStates, type StateCounts } from "../../src/protocol/runs";
import { stateNames } from "../cards/Changes";
import type { NameActions } from "../cards/NameMenu";
import { BoughtExplorer } from "../explorer/BoughtExplorer";
import { allAtMost, type Find, nothingFound, useBoughtAds } from "../explorer/useBoughtAds";
import type { BoughtPanelProps } from "../panes";
import { adsText } from "../words/phrases";

interface ComparisonPanelProps extends BoughtPanelProps {
  readonly about: ComparisonStart;
}

const comparisonColumns = ["difference"] as const;

/** Two runs of a search: what they covered, and the ads by state as in an explorer. 0 credits. */
export function ComparisonPanel(props: ComparisonPanelProps) {
  const { about, host, session, state, store, generation } = props;
  const { counts, name, coverage } = about;
  const wanted = state.compared?.state ?? firstOf(counts);
  const count = counts[wanted];
  const find = useCallback<Find>(
    async (after = "0", signal) => {
      const asked = { state: wanted, from: Number(after) };
      const { ads, next, ...rest } = await host.ask("comparedAds", asked, signal);
      const shown = ads.map(({ card, fetchedAt, ...compared }) => ({ card, fetchedAt, compared }));
      return { ...rest, ads: shown, ...(next !== undefined && { next: String(next) }) };
    },
    [host, wanted, generation],
  );
  const { found, more, all } = useBoughtAds(find, { store, restMs: 0, atFirst: allAtMost });
  const names = useMemo<NameActions>(
    () => ({
      find: (kind, name) => session.findBought({ [kind]: name }),
      showAll: (owner) => session.findBought({ owner }),
    }),
    [session],
  );
  return (
    <BoughtExplorer
      {...props}
      {...{ more, all, names }}
      from={about.shownFrom}
      // As another state is chosen, the ads of the one before are gone at once.
      found={found.by === find ? found : nothingFound}
      title={l10n.t("Run Comparison")}
      kind="comparison"
      form={
        <section class="form-pane" aria-label={l10n.t("What was compared")}>
          <div class="form-scroll">
            <h2 class="comparison-name breaks-anywhere" dir="auto">
              {name}
            </h2>
            {coverage.map((words) => (
              <p key={words} class="comparison-coverage muted">
                {words}
              </p>
            ))}
            <States {...{ counts, wanted }} onWant={(next) => store.dispatch({ type: "comparedAsked", state: next })} />
          </div>
        </section>
      }
      toForm={focusState}
      choice={wanted}
      status={adsText(count)}
      about={[meaningOf(wanted, counts)]}
      total={count}
      empty={<h2>{l10n.t("No ads")}</h2>}
      usual={comparisonColumns}
      fileName={`${wanted} ${name}.csv`}
      exportLabel={l10n.t("Export this list, 0 credits…")}
    />
  );
}

const focusState = () => document.querySelector<HTMLElement>('.comparison-state[aria-pressed="true"]')?.focus();

/** The first state that has ads. */
const firstOf = (counts: StateCounts) => adStates.find((state) => counts[state] > 0) ?? "launched";

interface StatesProps {
  readonly counts: StateCounts;
  readonly wanted: AdState;
  readonly onWant: (state: AdState) => void;
}

function States({ counts, wanted, onWant }: StatesProps) {
  return (
    <div class="comparison-states column" role="group" aria-label={l10n.t("Show")}>
      {adStates.map((state) => (
        <button
          key={state}
          type="button"
          class="comparison-state bare-button row spread"
          aria-pressed={state === wanted}
          onClick={() => onWant(state)}
        >
          <span>{stateNames[state]()}</span>
          <span class="comparison-count">{formatNumber(counts[state])}</span>
        </button>
      ))}
    </div>
  );
}

/** What a state means, and what it does not. */
function meaningOf(state: AdState, { figures, changed, stopped, untimed }: StateCounts): string {
  switch (state) {
    case "launched":
      return l10n.t("In no run before, and running no longer than the time between the two, give or take a day.");
    case "firstSeen":
      return [
        l10n.t("In no run before, but not known to have launched since: it has run longer."),
        ...(untimed > 0 ? [l10n.t("Running time not provided: {0}.", untimed)] : []),
      ].join(" ");
    case "changed":
      return figures === 0 || figures > changed
        ? l10n.t("Seen before, but changed.")
        : l10n.t("Seen before, but changed. Only numbers changed in {0} of them.", figures);
    case "seen":
      return l10n.t("Seen before, unchanged.");
    case "absent":
      return stopped === 0
        ? l10n.t("Not in the newer run, which reached the end.")
        : l10n.t(
            "Not in the newer run, which reached the end. Also absent from an earlier complete run: {0}.",
            stopped,
          );
    case "notCovered":
      return l10n.t("One of the runs didn't reach this far, so these ads can't be compared.");
  }
}
