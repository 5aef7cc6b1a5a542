import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Attachment } from "../../src/protocol/ads";
import type { LoadMedia } from "../../src/protocol/panel";
import { formatNumber } from "../charts/numbers";
import { useMediaUrl } from "../media";
import { creativeName } from "./creativeNames";

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

interface ThumbProps {
  readonly attachment: Attachment;
  readonly loadMedia: LoadMedia;
  /** Number shown if there is no picture. */
  readonly place: number;
}

/** A creative in small; its number if the picture is missing, broken or not wanted. */
function Thumb({ attachment, loadMedia, place }: ThumbProps): JSX.Element {
  const mediaUrl = useMediaUrl();
  const [failed, setFailed] = useState(false);
  const picture = mediaUrl(attachment.thumbnail ?? (attachment.type === "image" ? attachment.url : undefined));
  if (!picture || failed || loadMedia !== "always") return <>{formatNumber(place)}</>;
  return <img src={picture} alt="" loading="lazy" referrerpolicy="no-referrer" onError={() => setFailed(true)} />;
}
