import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { clipText } from "../charts/label";
import { formatNumber } from "../charts/numbers";

export interface ForeignTextProps {
  readonly text: string;
  /** Characters shown at first. */
  readonly max?: number;
  readonly onCopyText: (text: string) => void;
}

const charactersAtMost = 20_000;

/** Running text of an ad, isolated in its own direction; a long one opens on demand, a huge one can be copied whole. */
export function ForeignText({ text, max = 480, onCopyText }: ForeignTextProps): JSX.Element {
  const [open, setOpen] = useState(false);
  const short = clipText(text, max);
  const shown = open ? clipText(text, charactersAtMost) : short;
  return (
    <>
      <p class="foreign-text" dir="auto">
        {shown}
      </p>
      {short !== text && (
        <div class="detail-buttons">
          <button type="button" class="detail-button" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? l10n.t("Show less") : l10n.t("Show all ({0} characters)", formatNumber(text.length))}
          </button>
          {open && shown !== text && (
            <button type="button" class="detail-button" onClick={() => onCopyText(text)}>
              {l10n.t("Copy the whole text")}
            </button>
          )}
        </div>
      )}
    </>
  );
}
