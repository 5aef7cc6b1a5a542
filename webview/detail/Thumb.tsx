import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Attachment } from "../../src/protocol/ads";
import type { LoadMedia } from "../../src/protocol/panel";
import { useMediaUrl } from "../media";
import { formatNumber } from "../charts/numbers";

export interface ThumbProps {
  readonly attachment: Attachment;
  readonly loadMedia: LoadMedia;
  /** Number shown if there is no picture. */
  readonly place: number;
}

/** A creative in small; its number if the picture is missing, broken or not wanted. */
export function Thumb({ attachment, loadMedia, place }: ThumbProps): JSX.Element {
  const mediaUrl = useMediaUrl();
  const [failed, setFailed] = useState(false);
  const picture = mediaUrl(attachment.thumbnail ?? (attachment.type === "image" ? attachment.url : undefined));
  if (!picture || failed || loadMedia !== "always") return <>{formatNumber(place)}</>;
  return <img src={picture} alt="" loading="lazy" referrerpolicy="no-referrer" onError={() => setFailed(true)} />;
}
