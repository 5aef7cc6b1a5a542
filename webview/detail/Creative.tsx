import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Attachment } from "../../src/protocol/ads";
import type { LoadMedia } from "../../src/protocol/panel";
import { useMediaUrl } from "../media";
import { Icon } from "../controls/Icon";

export interface CreativeProps {
  readonly attachment: Attachment;
  /** What the picture is, for people who cannot see it. */
  readonly name: string;
  readonly loadMedia: LoadMedia;
}

/** One picture or video in a frame of fixed size, so that nothing moves when it arrives. */
export function Creative({ attachment, name, loadMedia }: CreativeProps): JSX.Element {
  const [asked, setAsked] = useState(false);
  const [failed, setFailed] = useState(false);
  const mediaUrl = useMediaUrl();
  const { type } = attachment;
  const [url, thumbnail] = [mediaUrl(attachment.url), mediaUrl(attachment.thumbnail)];
  const video = isVideo(attachment) ? url : undefined;
  const picture = type === "image" ? (url ?? thumbnail) : thumbnail;
  if (!video && !picture) return <Empty icon="file-media" text={refusedOrMissing(attachment)} />;
  if (failed) return <Empty icon="warning" text={l10n.t("This creative couldn't be loaded.")} />;
  if (loadMedia === "never") {
    return <Empty icon="eye-closed" text={l10n.t("Images are turned off in Settings (adLibrary.loadMedia).")} />;
  }
  if (loadMedia === "onClick" && !asked) {
    return (
      <button type="button" class="creative-load" onClick={() => setAsked(true)}>
        <Icon name="file-media" />
        {video ? l10n.t("Load video") : l10n.t("Load image")}
      </button>
    );
  }
  const media = { class: "creative-media", onError: () => setFailed(true) };
  if (!video) return <img {...media} src={picture} alt={name} referrerpolicy="no-referrer" decoding="async" />;
  return (
    <video {...media} src={video} poster={thumbnail} aria-label={name} controls muted playsInline preload="metadata" />
  );
}

/** Whether an attachment plays in the panel; YouTube opens outside. */
export function isVideo({ type }: Attachment): boolean {
  return type === "video" || type === "clip";
}

function Empty({ icon, text }: { icon: string; text: string }): JSX.Element {
  return (
    <p class="creative-empty">
      <Icon name={icon} />
      {text}
    </p>
  );
}

/** Distinguishes a picture that was provided but refused from one that was not provided. */
function refusedOrMissing({ url, thumbnail }: Attachment): string {
  return url === undefined && thumbnail === undefined
    ? l10n.t("No image was provided.")
    : l10n.t(
        "Images aren't loaded from this address. If it is a host in your private network, allow it in Settings (adLibrary.privateMediaHosts).",
      );
}
