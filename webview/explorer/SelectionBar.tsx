import * as l10n from "@vscode/l10n";
import type { CreativeDecision } from "../../src/protocol/lens";
import { PlainButton } from "../controls/Button";
import { adName, platformLabel } from "../cards/adTexts";
import { adRef, type Results, type ShownAd } from "../state/results";
import type { PaneProps } from "../panes";

interface SelectionBarProps extends PaneProps {
  /** The loaded ads that the view shows. */
  readonly ads: readonly ShownAd[];
  /** All loaded ads. */
  readonly results: Results;
  /** Writes the chosen ads to a file; by default, those with a platform and an ID. */
  readonly onExport?: (chosen: readonly ShownAd[]) => void;
}

/** What can be done with the selected ads. */
export function SelectionBar(props: SelectionBarProps) {
  const { selected } = props.state;
  const chosen = selected.size > 0 ? props.results.ads.filter(({ card }) => selected.has(card.key)) : [];
  if (chosen.length === 0) return null;
  return (
    <div class="selection row wraps" role="group" aria-label={l10n.t("Selected ads")}>
      <span role="status">{chosen.length === 1 ? l10n.t("1 selected") : l10n.t("{0} selected", chosen.length)}</span>
      {actionsOn(props, chosen).map(({ icon, label, onPress }, at) => (
        // The first action keeps its button, and so the focus, when it is the way back.
        <PlainButton
          key={at === 0 ? "compare" : icon}
          class="selection-action"
          icon={icon}
          label={label}
          title={label}
          onPress={onPress}
        >
          <span class="selection-text">{label}</span>
        </PlainButton>
      ))}
    </div>
  );
}

interface SelectionAction {
  readonly icon: string;
  readonly label: string;
  readonly onPress: () => void;
}

function actionsOn(
  { state, session, store, ads, onExport }: SelectionBarProps,
  chosen: readonly ShownAd[],
): readonly SelectionAction[] {
  const compared = state.showing === "compared";
  const select = (keys: readonly string[], on: boolean) => () => {
    store.dispatch({ type: "selected", keys, on });
  };
  const compare = () => store.dispatch({ type: "showingChosen", showing: compared ? "ads" : "compared" });
  const copy = () => session.copyText(chosen.map(textOf).join("\n\n"));
  const refs = chosen.flatMap(({ card }) => adRef(card) ?? []);
  const exportThem = () => {
    if (onExport) onExport(chosen);
    else session.run("exportResults", refs);
  };
  const board = () => session.run("addToBoard", refs);
  const all = ads.map(({ card }) => card.key);
  const decide = (as: CreativeDecision) => () => session.decideCreatives(refs, as);
  const grouping = state.layout === "creatives" && state.showing === "ads" && refs.length > 0;
  return [
    compared
      ? { icon: "arrow-left", label: l10n.t("Back to the ads"), onPress: compare }
      : { icon: "mirror", label: l10n.t("Side by side"), onPress: compare },
    { icon: "copy", label: l10n.t("Copy as text"), onPress: copy },
    ...(refs.length > 0 ? [{ icon: "export", label: l10n.t("Export selected, 0 credits…"), onPress: exportThem }] : []),
    ...(refs.length > 0 ? [{ icon: "pin", label: l10n.t("Add to board, 0 credits…"), onPress: board }] : []),
    ...(grouping && refs.length > 1
      ? [{ icon: "combine", label: l10n.t("Join into one creative"), onPress: decide("joined") }]
      : []),
    ...(grouping
      ? [
          { icon: "split-horizontal", label: l10n.t("Split off their creatives"), onPress: decide("apart") },
          { icon: "discard", label: l10n.t("Group by evidence again"), onPress: decide("evidence") },
        ]
      : []),
    { icon: "check-all", label: l10n.t("Select all shown"), onPress: select(all, true) },
    { icon: "clear-all", label: l10n.t("Clear selection"), onPress: select([...state.selected], false) },
  ];
}

function textOf({ card }: ShownAd): string {
  const where = [card.owner?.name, platformLabel(card), card.id].filter(Boolean).join(" · ");
  return [adName(card), where, card.displayUrl, card.postUrl].filter(Boolean).join("\n");
}
