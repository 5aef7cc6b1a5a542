import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Attachment } from "../../src/protocol/ads";
import type { LoadMedia } from "../../src/protocol/panel";
import { Icon } from "../controls/Icon";
import { Creative } from "./Creative";
import { aboutCreative, creativeName } from "./creativeNames";
import { CreativeStrip } from "./CreativeStrip";
import { ForeignText } from "./ForeignText";
import { IconButton } from "./IconButton";
import type { LinkActions } from "./LinkRow";

export interface CreativesProps extends LinkActions {
  readonly attachments: readonly Attachment[];
  readonly loadMedia: LoadMedia;
  readonly onCopyText: (text: string) => void;
}

/** The creatives of an ad: one on the stage, the others in a strip below it. */
export function Creatives(props: CreativesProps): JSX.Element | null {
  const { attachments, loadMedia, onCopyText } = props;
  const [index, setIndex] = useState(0);
  const attachment = attachments[index];
  if (!attachment) return null;
  const name = creativeName(attachment, index, attachments.length);
  return (
    <div class="creatives">
      <div class="creative-stage">
        <Creative key={index} attachment={attachment} name={name} loadMedia={loadMedia} />
      </div>
      <div class="creative-bar">
        <span class="creative-about">{aboutCreative(attachment, index, attachments.length)}</span>
        <CreativeActions {...props} attachment={attachment} index={index} />
      </div>
      {attachment.subtitle && <ForeignText text={attachment.subtitle} max={200} onCopyText={onCopyText} />}
      {attachments.length > 1 && (
        <CreativeStrip attachments={attachments} loadMedia={loadMedia} current={index} onSelect={setIndex} />
      )}
    </div>
  );
}

function CreativeActions(props: LinkActions & { attachment: Attachment; index: number }): JSX.Element | null {
  const { attachment, index, onLink, onCopyLink } = props;
  const link = { of: "attachment", index } as const;
  if (attachment.type === "youtube" && attachment.youtubeId) {
    return (
      <span class="detail-link-row">
        <button type="button" class="detail-button" onClick={() => onLink(link)}>
          <Icon name="link-external" /> {l10n.t("Watch on YouTube")}
        </button>
        <IconButton icon="copy" label={l10n.t("Copy address of creative")} onClick={() => onCopyLink(link)} />
      </span>
    );
  }
  if (!attachment.url) return null;
  return (
    <span class="detail-link-row">
      <IconButton icon="link-external" label={l10n.t("Open creative in browser")} onClick={() => onLink(link)} />
      <IconButton icon="copy" label={l10n.t("Copy address of creative")} onClick={() => onCopyLink(link)} />
    </span>
  );
}
