import * as l10n from "@vscode/l10n";
import { useMemo } from "preact/hooks";
import type { PickerPopupProps } from "../controls/picker/PickerPopup";
import { PickerPopups } from "../controls/picker/Picker";
import { ProgressRing } from "../controls/Icon";
import { Deferred, useParts } from "../deferred";
import { FailureAlert } from "./FailureAlert";
import { FormPane } from "./FormPane";
import { OtherLibrary, type PaneProps } from "../panes";
import type { ShownAd } from "../state/results";
import { ResultsPane } from "./ResultsPane";
import { useKeys } from "./useKeys";
import { useLate } from "../timing";

/** The whole panel: form, results, and the open ad. */
export function Explorer(props: PaneProps) {
  const { state, session, store } = props;
  const { results, view } = state;
  const [keysShown, showKeys] = useKeys({
    toForm: (place) => store.dispatch({ type: "formWanted", place }),
    toAds: () => store.dispatch({ type: "adWanted" }),
    exportAds: results && results.ads.length > 0 ? () => session.run("exportResults") : undefined,
    addToBoard: session.addToBoard,
  });
  const parts = useParts(results !== undefined);
  const ads = useMemo(() => (results && parts ? parts.viewed(results.ads, view) : []), [parts, results, view]);
  if (state.phase === "opening") return <Opening />;
  if (state.phase === "failed" && state.openFailure) {
    return (
      <main class="opening row">
        <h1 class="unseen">{l10n.t("Ad Library Explorer")}</h1>
        <FailureAlert
          failure={state.openFailure}
          retryLabel={l10n.t("Open again")}
          onRetry={() => void session.open()}
        />
      </main>
    );
  }
  return (
    <main class={`explorer ${state.open ? "with-detail" : ""}`}>
      <h1 class="unseen">{l10n.t("Ad Library Explorer")}</h1>
      <PickerPopups.Provider value={LoadedPopup}>
        <FormPane {...props} />
        <OtherLibrary.Provider value={state.results?.from}>
          <ResultsPane {...props} ads={ads} />
        </OtherLibrary.Provider>
      </PickerPopups.Provider>
      {state.open && (
        <OtherLibrary.Provider value={state.open.from}>
          <OpenAd {...props} open={state.open} ads={ads} />
        </OtherLibrary.Provider>
      )}
      {keysShown && <Deferred fallback={null}>{({ KeyHelp }) => <KeyHelp onClose={() => showKeys(false)} />}</Deferred>}
    </main>
  );
}

interface OpenAdProps extends PaneProps {
  readonly open: NonNullable<PaneProps["state"]["open"]>;
  readonly ads: readonly ShownAd[];
}

function OpenAd(props: OpenAdProps) {
  return (
    <Deferred fallback={<div class="detail-pane" aria-busy="true" />}>
      {({ DetailRegion }) => <DetailRegion {...props} boughtDetails={props.state.boughtDetails} />}
    </Deferred>
  );
}

/** A picker's list, once it is loaded. */
const LoadedPopup = (props: PickerPopupProps) => (
  <Deferred fallback={null}>{({ PickerPopup }) => <PickerPopup {...props} />}</Deferred>
);

function Opening() {
  const late = useLate();
  return (
    <main class="opening row">
      <h1 class="unseen">{l10n.t("Ad Library Explorer")}</h1>
      {late && <ProgressRing label={l10n.t("Opening the explorer")} />}
    </main>
  );
}
