import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { AdDetail, Attachment } from "../../src/protocol/ads";
import { picturesIn } from "../../src/protocol/mediaUrl";
import { useMedia } from "../cards/CardCreative";
import { KeptMark, usePicture, WaitingPicture } from "../cards/keptPicture";
import { plainLabel } from "../charts/label";
import { formatCount, formatNumber } from "../charts/numbers";
import { Icon } from "../controls/Icon";
import { Tool } from "../controls/Tool";
import { usePage } from "../panes";
import { ForeignText } from "./AdTexts";

/** The creatives of an ad: one on the stage, the others in a strip below it. */
export function Creatives({ ad, attachments }: AdDetail): JSX.Element | null {
  const [index, setIndex] = useState(0);
  const attachment = attachments[index];
  if (!attachment) return null;
  const name = creativeName(attachment, index, attachments.length);
  return (
    <div class="creatives shrinks">
      <div class="creative-stage">
        <Creative key={index} attachment={attachment} name={name} />
      </div>
      <div class="creative-bar row spread muted">
        <span class="creative-about">{aboutCreative(attachment, index, attachments.length)}</span>
        <CreativeActions ad={ad} attachment={attachment} index={index} />
      </div>
      {attachment.subtitle && <ForeignText text={attachment.subtitle} max={200} />}
      {attachments.length > 1 && <CreativeStrip attachments={attachments} current={index} onSelect={setIndex} />}
    </div>
  );
}

function CreativeActions(props: Pick<AdDetail, "ad"> & { attachment: Attachment; index: number }): JSX.Element | null {
  const { ad, attachment, index } = props;
  const { session } = usePage();
  const link = { of: "attachment", index } as const;
  const onYouTube = attachment.type === "youtube" && attachment.youtubeId;
  if (!onYouTube && !attachment.url) return null;
  const open = () => session.openLink(ad, link);
  return (
    <span class="detail-link-row shrinks">
      {onYouTube ? (
        <button type="button" class="plain-button details-button" onClick={open}>
          <Icon name="link-external" /> {l10n.t("Watch on YouTube")}
        </button>
      ) : (
        <Tool icon="link-external" label={l10n.t("Open creative in browser")} onPress={open} />
      )}
      <Tool icon="copy" label={l10n.t("Copy address of creative")} onPress={() => session.copyLink(ad, link)} />
    </span>
  );
}

interface CreativeProps {
  readonly attachment: Attachment;
  /** What the picture is, for people who cannot see it. */
  readonly name: string;
}

/** One picture or video in a frame of fixed size, so that nothing moves when it arrives. */
function Creative({ attachment, name }: CreativeProps): JSX.Element {
  const { loadMedia, mediaUrl } = useMedia();
  const [asked, setAsked] = useState(false);
  const [failed, setFailed] = useState(false);
  const { type } = attachment;
  const [url, thumbnail] = [mediaUrl(attachment.url), mediaUrl(attachment.thumbnail)];
  const video = isVideo(attachment) ? url : undefined;
  const picture = type === "image" ? (url ?? thumbnail) : thumbnail;
  const shown = usePicture(picture);
  if (!video && !picture) return <NoCreative icon="file-media" text={refusedOrMissing(attachment)} />;
  if (loadMedia === "never") {
    return <NoCreative icon="eye-closed" text={l10n.t("Images are turned off in Settings (adLibrary.loadMedia).")} />;
  }
  if (loadMedia === "onClick" && !asked) {
    return (
      <button type="button" class="creative-load bare-button row muted" onClick={() => setAsked(true)}>
        <Icon name="file-media" />
        {video ? l10n.t("Load video") : l10n.t("Load image")}
      </button>
    );
  }
  // Of a video that can't be played, its poster is left.
  if (shown.src === undefined && (!video || failed))
    return <NoCreative icon="warning" text={l10n.t("This creative couldn't be loaded.")} />;
  const fail = () => setFailed(true);
  if (video && !failed)
    return (
      <video
        class="creative-media"
        onError={fail}
        src={video}
        poster={thumbnail}
        aria-label={name}
        controls
        muted
        playsInline
        preload="metadata"
      />
    );
  return (
    <>
      {shown.waiting && <WaitingPicture />}
      <img
        {...{ class: "creative-media", src: shown.src, alt: name, referrerpolicy: "no-referrer", decoding: "async" }}
        {...{ onLoad: shown.onLoad, onError: shown.onError }}
      />
      {shown.kept && <KeptMark />}
      {video && <span class="card-failed">{l10n.t("This video can't be played here.")}</span>}
    </>
  );
}

/** Whether an attachment plays in the panel; YouTube opens outside. */
function isVideo({ type }: Attachment): boolean {
  return type === "video" || type === "clip";
}

function NoCreative({ icon, text }: { icon: string; text: string }): JSX.Element {
  return (
    <p class="creative-empty row muted">
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

interface CreativeStripProps {
  readonly attachments: readonly Attachment[];
  readonly current: number;
  readonly onSelect: (index: number) => void;
}

const creativesAtMost = 60;

/** The creatives of an ad in small, of which one is on the stage. */
function CreativeStrip({ attachments, current, onSelect }: CreativeStripProps): JSX.Element {
  return (
    <ul class="creative-strip" aria-label={l10n.t("Creatives")}>
      {attachments.slice(0, creativesAtMost).map((attachment, index) => (
        <li key={index}>
          <button
            type="button"
            class="creative-thumb bare-button"
            aria-label={creativeName(attachment, index, attachments.length)}
            aria-current={index === current}
            onClick={() => onSelect(index)}
          >
            <Thumb attachment={attachment} place={index + 1} />
          </button>
        </li>
      ))}
    </ul>
  );
}

interface ThumbProps {
  readonly attachment: Attachment;
  /** Number shown if there is no picture. */
  readonly place: number;
}

/** A creative in small; its number if the picture is missing, broken or not wanted. */
function Thumb({ attachment, place }: ThumbProps): JSX.Element {
  const { loadMedia, mediaUrl } = useMedia();
  const { src, waiting, onLoad, onError } = usePicture(mediaUrl(picturesIn(attachment)[0]));
  if (src === undefined || loadMedia !== "always") return <>{formatNumber(place)}</>;
  return (
    <>
      {waiting && <WaitingPicture small />}
      <img src={src} alt="" loading="lazy" referrerpolicy="no-referrer" {...{ onLoad, onError }} />
    </>
  );
}

/** The name of a creative for people who cannot see it: its place and its kind. */
function creativeName({ type }: Attachment, index: number, count: number): string {
  return l10n.t("Creative {0} of {1} ({2})", index + 1, count, typeName(type));
}

/** The text below a creative: kind, length, place. */
function aboutCreative({ type, durationSeconds }: Attachment, index: number, count: number): string {
  const place = count > 1 ? l10n.t("{0} of {1}", formatNumber(index + 1), formatNumber(count)) : "";
  const length = durationSeconds === undefined ? "" : l10n.t("{0} s", formatCount(durationSeconds));
  return [typeName(type), length, place].filter(Boolean).join(" · ");
}

function typeName(type: string): string {
  if (type === "image") return l10n.t("Image");
  if (type === "video") return l10n.t("Video");
  if (type === "clip") return l10n.t("Clip");
  if (type === "youtube") return "YouTube";
  return plainLabel(type, 24) || l10n.t("Unknown type");
}
