import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import type { Attachment } from "../../src/protocol/ads";
import type { LoadMedia } from "../../src/protocol/panel";
import { creativeName } from "./creativeNames";
import { Thumb } from "./Thumb";

export interface CreativeStripProps {
  readonly attachments: readonly Attachment[];
  readonly loadMedia: LoadMedia;
  readonly current: number;
  readonly onSelect: (index: number) => void;
}

const creativesAtMost = 60;

/** The creatives of an ad in small, of which one is on the stage. */
export function CreativeStrip({ attachments, loadMedia, current, onSelect }: CreativeStripProps): JSX.Element {
  return (
    <ul class="creative-strip" aria-label={l10n.t("Creatives")}>
      {attachments.slice(0, creativesAtMost).map((attachment, index) => (
        <li key={index}>
          <button
            type="button"
            class="creative-thumb"
            aria-label={creativeName(attachment, index, attachments.length)}
            aria-current={index === current}
            onClick={() => onSelect(index)}
          >
            <Thumb attachment={attachment} loadMedia={loadMedia} place={index + 1} />
          </button>
        </li>
      ))}
    </ul>
  );
}
