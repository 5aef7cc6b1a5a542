import * as l10n from "@vscode/l10n";
import { useRef } from "preact/hooks";
import type { Option } from "../option";
import { PlainButton } from "../Button";
import { OptionList } from "./OptionList";
import { usePlacement, type Anchor } from "./usePlacement";
import type { FoundOptions } from "./useOptions";

export interface PickerPopupProps {
  readonly id: string;
  readonly label: string;
  readonly anchor: Anchor;
  readonly found: FoundOptions;
  readonly text: string;
  readonly chosen: ReadonlySet<string>;
  readonly active: number;
  readonly multiple: boolean;
  readonly onChoose: (option: Option) => void;
}

/** The open list of a picker, above everything so that no pane cuts it off. */
export function PickerPopup({ anchor, found, text, ...list }: PickerPopupProps) {
  const popover = useRef<HTMLDivElement>(null);
  usePlacement(popover, anchor);
  return (
    <div
      ref={popover}
      popover="manual"
      class="picker-popup"
      onMouseDown={(event) => {
        // The text keeps the focus while a row is clicked.
        event.preventDefault();
      }}
    >
      <OptionList {...list} options={found.options} />
      <p class="picker-status" role="status">
        {statusOf(found, text)}
        {found.retry && !found.searching && (
          <PlainButton class="text-button" label={l10n.t("Load the items again, 0 credits")} onPress={found.retry}>
            {l10n.t("Try again, 0 credits")}
          </PlainButton>
        )}
      </p>
    </div>
  );
}

function statusOf({ options, searching, failure, retry }: FoundOptions, text: string): string {
  if (searching) return l10n.t("Searching…");
  if (failure !== undefined) return failure;
  if (retry) return l10n.t("The service sent no items. Type to search for one.");
  if (text.trim() === "" && options.length === 0) return l10n.t("Type to search");
  if (options.length === 0) return l10n.t("Nothing found");
  return options.length === 1 ? l10n.t("1 item") : l10n.t("{0} items", options.length.toLocaleString());
}
