import * as l10n from "@vscode/l10n";
import { useState } from "preact/hooks";
import type { AdCard } from "../../src/protocol/ads";
import { plainLabel } from "../charts/label";
import { Icon } from "../controls/Icon";
import { mediaUrl } from "./mediaUrl";
import { platformLabel } from "./names";

/** Who advertises, and where. */
export function CardOwner({ card, pictures = true }: { readonly card: AdCard; readonly pictures?: boolean }) {
  const { owner } = card;
  const name = (owner?.name === undefined ? "" : plainLabel(owner.name, 100)) || l10n.t("Advertiser not provided");
  return (
    <div class="card-owner">
      <Avatar name={name} {...(pictures && owner?.avatarUrl !== undefined && { url: owner.avatarUrl })} />
      <span class="owner-name" dir="auto" title={name}>
        {name}
      </span>
      {owner?.verified && <Icon name="verified-filled" label={l10n.t("Verified")} />}
      <span class="card-platform">{platformLabel(card)}</span>
    </div>
  );
}

function Avatar({ url: address, name }: { readonly url?: string; readonly name: string }) {
  const [failed, setFailed] = useState(false);
  const url = mediaUrl(address);
  const letter = Array.from(name.trim())[0] ?? "?";
  if (url === undefined || failed) {
    return (
      <span class="avatar avatar-letter" aria-hidden="true">
        {letter}
      </span>
    );
  }
  return (
    <img
      class="avatar"
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      referrerpolicy="no-referrer"
      onError={() => {
        setFailed(true);
      }}
    />
  );
}
