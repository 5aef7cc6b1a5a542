import * as l10n from "@vscode/l10n";
import { useMemo } from "preact/hooks";
import { ProgressRing } from "../controls/ProgressRing";
import { DetailRegion } from "./DetailRegion";
import { FailureAlert } from "./FailureAlert";
import { FormPane } from "./FormPane";
import { KeyHelp } from "./KeyHelp";
import { OtherLibrary } from "../library";
import { viewed } from "../state/view";
import type { PaneProps } from "./panes";
import { ResultsPane } from "./ResultsPane";
import { useKeys } from "./useKeys";
import { useLate } from "./useLate";

/** The whole panel: form, results, and the open ad. */
export function Explorer(props: PaneProps) {
  const { state, session } = props;
  const { results, view } = state;
  const [keysShown, showKeys] = useKeys();
  const ads = useMemo(() => (results ? viewed(results.ads, view) : []), [results, view]);
  if (state.phase === "opening") return <Opening />;
  if (state.phase === "failed" && state.openFailure) {
    return (
      <main class="opening">
        <h1 class="unseen">{l10n.t("Ad Library Explorer")}</h1>
        <FailureAlert
          failure={state.openFailure}
          retryLabel={l10n.t("Open again")}
          onRetry={() => void session.open()}
          onRun={session.run}
        />
      </main>
    );
  }
  return (
    <main class={`explorer ${state.open ? "with-detail" : ""}`}>
      <h1 class="unseen">{l10n.t("Ad Library Explorer")}</h1>
      <FormPane {...props} />
      <OtherLibrary.Provider value={state.results?.from}>
        <ResultsPane {...props} />
      </OtherLibrary.Provider>
      {state.open && (
        <OtherLibrary.Provider value={state.open.from}>
          <DetailRegion {...props} open={state.open} ads={ads} ownedDetails={state.ownedDetails} />
        </OtherLibrary.Provider>
      )}
      {keysShown && <KeyHelp onClose={() => showKeys(false)} />}
    </main>
  );
}

function Opening() {
  const late = useLate();
  return (
    <main class="opening">
      <h1 class="unseen">{l10n.t("Ad Library Explorer")}</h1>
      {late && <ProgressRing label={l10n.t("Opening the explorer")} />}
    </main>
  );
}
