import * as l10n from "@vscode/l10n";
import { useState } from "preact/hooks";
import type { AdCard, Attachment, Count } from "../../src/protocol/ads";
import { mediaUrl, picturesIn } from "../../src/protocol/mediaUrl";
import { plainLabel } from "../charts/label";
import { countValue, formatCount } from "../charts/numbers";
import { PlainButton } from "../controls/Button";
import { Icon } from "../controls/Icon";
import { usePage } from "../panes";
import { KeptMark, keptWords, usePicture, WaitingPicture } from "./keptPicture";

interface CardCreativeProps {
  readonly attachments: readonly Attachment[];
  readonly title: string;
  /** Tab index of the creative's controls. */
  readonly tabIndex: number;
  readonly noCreative?: string | undefined;
}

const isMovie = ({ type }: Attachment) => type === "video" || type === "clip" || type === "youtube";

function duration(count: Count): string {
  const seconds = countValue(count);
  if (seconds === undefined) return formatCount(count);
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** The first creative of an ad in its own aspect ratio, in a box whose size is known before it loads. */
export function CardCreative({ attachments, title, tabIndex, noCreative }: CardCreativeProps) {
  const { loadMedia } = usePage();
  const [wanted, setWanted] = useState(false);
  const first = attachments[0];
  const loads = loadMedia === "always" || (loadMedia === "onClick" && wanted);
  return (
    <div class="card-creative row">
      {first && loads && <Media attachment={first} title={title} tabIndex={tabIndex} />}
      {first && !loads && <Unloaded ask={loadMedia === "onClick"} tabIndex={tabIndex} onLoad={() => setWanted(true)} />}
      {!first && <Placeholder icon="file-media" text={noCreative ?? l10n.t("No creative provided")} />}
      {attachments.length > 1 && (
        <span class="card-count" title={l10n.t("{0} creatives", attachments.length)}>
          <Icon name="files" /> {attachments.length}
        </span>
      )}
      {first?.durationSeconds !== undefined && <span class="card-length">{duration(first.durationSeconds)}</span>}
    </div>
  );
}

function Unloaded({ ask, tabIndex, onLoad }: { ask: boolean; tabIndex: number; onLoad: () => void }) {
  if (!ask) return <Placeholder icon="eye-closed" text={l10n.t("Images are off")} />;
  return (
    <PlainButton class="card-load" icon="eye" label={l10n.t("Load image")} tabIndex={tabIndex} onPress={onLoad}>
      {l10n.t("Load image")}
    </PlainButton>
  );
}

function Placeholder({ icon, text }: { icon: string; text: string }) {
  return (
    <div class="card-blank column muted smaller">
      <Icon name={icon} />
      <span>{text}</span>
    </div>
  );
}

/** A small picture of an ad; a placeholder if there is none, or it can't be loaded. */
export function SmallPicture({ card }: { readonly card: AdCard }) {
  const { loadMedia, mediaUrl } = useMedia();
  const first = card.attachments[0];
  const { src, kept, waiting, onLoad, onError } = usePicture(mediaUrl(first && picturesIn(first)[0]));
  return (
    <span class="row-picture row keeps-size muted" title={kept ? keptWords() : undefined}>
      {src !== undefined && loadMedia === "always" ? (
        <>
          {waiting && <WaitingPicture small />}
          <img
            {...{ src, alt: "", loading: "lazy", decoding: "async", referrerpolicy: "no-referrer" }}
            {...{ onLoad, onError }}
          />
        </>
      ) : (
        <Icon name="file-media" />
      )}
    </span>
  );
}

interface MediaProps {
  readonly attachment: Attachment;
  readonly title: string;
  readonly tabIndex: number;
}

function Media({ attachment, title, tabIndex }: MediaProps) {
  const [film, setFilm] = useState<"ready" | "playing" | "failed">("ready");
  const { mediaUrl } = useMedia();
  const { subtitle, type } = attachment;
  const [url, thumbnail] = [mediaUrl(attachment.url), mediaUrl(attachment.thumbnail)];
  const movie = isMovie(attachment);
  const { src: picture, kept, waiting, onLoad, onError } = usePicture(movie ? thumbnail : (url ?? thumbnail));
  const filmUrl = movie && type !== "youtube" ? url : undefined;
  if (picture === undefined && (filmUrl === undefined || film === "failed")) {
    return <Placeholder icon="file-media" text={l10n.t("Image not available")} />;
  }
  if (film === "playing" && filmUrl !== undefined)
    return <Film url={filmUrl} poster={picture} title={title} onError={() => setFilm("failed")} />;
  const play = () => setFilm("playing");
  const alt = subtitle === undefined ? l10n.t("Creative of {0}", title) : plainLabel(subtitle, 200);
  const shared = { loading: "lazy", decoding: "async", referrerpolicy: "no-referrer" } as const;
  return (
    <>
      {waiting && !movie && <WaitingPicture />}
      {picture !== undefined && <img {...shared} {...{ onLoad, onError }} class="card-media" src={picture} alt={alt} />}
      {kept && <KeptMark />}
      {film === "failed" && <span class="card-failed">{l10n.t("This video can't be played here.")}</span>}
      {movie && filmUrl === undefined && <Icon name="play-circle" label={l10n.t("Video, plays in the browser")} />}
      {filmUrl !== undefined && film === "ready" && (
        <PlainButton
          class="card-play"
          icon="play"
          label={l10n.t("Play video")}
          title={l10n.t("Play video")}
          tabIndex={tabIndex}
          onPress={play}
        />
      )}
    </>
  );
}

interface FilmProps {
  readonly url: string;
  readonly poster: string | undefined;
  readonly title: string;
  readonly onError: () => void;
}

/** A video that starts muted; its controls turn on the sound. */
function Film({ url, poster, title, onError }: FilmProps) {
  return (
    <video
      class="card-media"
      src={url}
      poster={poster}
      aria-label={l10n.t("Video of {0}", title)}
      controls
      muted
      autoplay
      playsInline
      onError={onError}
    />
  );
}

/** When pictures and videos are loaded, and a filter of the URLs that they may be loaded from. */
export function useMedia() {
  const { loadMedia, mediaHosts } = usePage();
  return { loadMedia, mediaUrl: (url: string | undefined) => mediaUrl(url, mediaHosts) };
}
