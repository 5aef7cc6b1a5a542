import * as l10n from "@vscode/l10n";
import { useState } from "preact/hooks";
import type { AdCard } from "../../src/protocol/ads";
import { plainLabel } from "../charts/label";
import { seenText } from "../charts/seenText";
import { Icon } from "../controls/Icon";
import { localTime } from "../words/time";
import { useMediaUrl } from "../media";
import { NameMenu } from "./NameMenu";
import { platformLabel } from "./names";

interface CardOwnerProps {
  readonly card: AdCard;
  /** ISO time at which the card was received; the sighting is left out without it. */
  readonly fetchedAt?: string;
  readonly pictures?: boolean;
  /** Whether to show its day even for a fresh sighting. */
  readonly dated?: boolean | undefined;
  readonly tabIndex?: number;
}

/** Who advertises, where, and when the ad was last seen. */
export function CardOwner({ card, fetchedAt, pictures = true, dated, tabIndex }: CardOwnerProps) {
  const { owner, lastSeen } = card;
  const name = (owner?.name === undefined ? "" : plainLabel(owner.name, 100)) || l10n.t("Advertiser not provided");
  return (
    <div class="card-owner">
      <Avatar name={name} {...(pictures && owner?.avatarUrl !== undefined && { url: owner.avatarUrl })} />
      <div class="owner-lines">
        <span class="owner-line">
          <span class="owner-name" dir="auto" title={name}>
            <NameMenu kind="advertiser" name={owner?.name} {...(tabIndex !== undefined && { tabIndex })}>
              {name}
            </NameMenu>
          </span>
          {owner?.verified && <Icon name="verified-filled" label={l10n.t("Verified")} />}
        </span>
        <span class="card-where">
          <span class="card-platform">{platformLabel(card)}</span>
          {fetchedAt !== undefined && lastSeen !== undefined && (
            <span
              class="card-seen"
              title={l10n.t("Last seen {0}, as of {1}", seenText(lastSeen), localTime(fetchedAt))}
            >
              {" · "}
              <span class="unseen">{l10n.t("Last seen")}</span>{" "}
              {seenText(lastSeen, { fetchedAt, length: 40, ...(dated && { dated }) })}
            </span>
          )}
        </span>
      </div>
    </div>
  );
}

function Avatar({ url: given, name }: { readonly url?: string; readonly name: string }) {
  const [failed, setFailed] = useState(false);
  const mediaUrl = useMediaUrl();
  const url = mediaUrl(given);
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
