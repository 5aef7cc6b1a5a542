import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import { useContext, useState } from "preact/hooks";
import type { AdCard, Owner } from "../../src/protocol/ads";
import type { BoughtDetail } from "../../src/protocol/panel";
import { labelOfPlatform, type PlatformToken } from "../../src/protocol/platforms";
import { useMedia } from "../cards/CardCreative";
import { formatAgo, formatMoment } from "../charts/dates";
import { plainLabel } from "../charts/label";
import { advertiserOf, NameMenu } from "../cards/NameMenu";
import { PlainButton } from "../controls/Button";
import { Icon } from "../controls/Icon";
import { fromLibrary, libraryLabel, OtherLibrary, usePage } from "../panes";
import { meaningOf } from "../words/meanings";

export interface DetailHeaderProps {
  readonly bought: BoughtDetail;
  readonly card?: AdCard;
  readonly refreshPrice: string;
  readonly onRefresh: () => void;
}

/** Whose ad it is, where it ran, its title, and the age of the data. */
export function DetailHeader(props: DetailHeaderProps): JSX.Element {
  const { bought, refreshPrice, onRefresh } = props;
  const { detail, fetchedAt } = bought;
  const other = useContext(OtherLibrary);
  const { noBudget: why } = usePage();
  const title = plainLabel(detail.title ?? "", 300) || l10n.t("Untitled ad {0}", detail.ad.id);
  const ago = formatAgo(fetchedAt, Date.now());
  return (
    <header class="detail-header">
      <OwnerLine platform={detail.ad.platform} owner={detail.owner ?? {}} />
      <h2 class="detail-title breaks-anywhere bold" dir="auto" tabIndex={-1}>
        {title}
      </h2>
      <Marks {...props} />
      <p class="detail-age row wraps muted">
        <time dateTime={fetchedAt} title={formatMoment(fetchedAt)}>
          {bought.bought ? l10n.t("Bought, fetched {0}", ago) : l10n.t("Fetched {0}", ago)}
        </time>
        {bought.from !== undefined && <span class="detail-mark">{fromLibrary(plainLabel(bought.from, 60))}</span>}
        {other === undefined ? (
          <PlainButton
            class="details-button"
            label={l10n.t("Fetch again, {0}", refreshPrice)}
            disabled={why !== undefined}
            title={why}
            onPress={() => onRefresh()}
          />
        ) : (
          <span class="detail-mark">{fromLibrary(libraryLabel(other))}</span>
        )}
      </p>
    </header>
  );
}

function Marks({ bought: { detail }, card }: DetailHeaderProps): JSX.Element {
  const bookmarked = detail.bookmarked ?? card?.bookmarked;
  return (
    <p class="detail-marks row wraps">
      <span class="detail-mark">{labelOfPlatform(detail.ad.platform)}</span>
      {card?.active === true && <span class="detail-mark detail-mark-active">{l10n.t("Active")}</span>}
      {card?.active === false && <span class="detail-mark">{l10n.t("Inactive")}</span>}
      {bookmarked && (
        <span class="detail-mark" title={meaningOf(l10n.t("Bookmarked"))}>
          {l10n.t("Bookmarked")}
        </span>
      )}
      <span class="detail-id muted">{l10n.t("ID {0}", detail.ad.id)}</span>
    </p>
  );
}

interface OwnerLineProps {
  readonly platform: PlatformToken;
  readonly owner: Owner;
}

function OwnerLine({ platform, owner }: OwnerLineProps): JSX.Element {
  const { loadMedia, mediaUrl } = useMedia();
  const [failed, setFailed] = useState(false);
  const name = plainLabel(owner.name ?? "", 80);
  const picture = loadMedia === "always" && !failed ? mediaUrl(owner.avatarUrl) : undefined;
  return (
    <div class="detail-owner row shrinks">
      <span class="detail-avatar keeps-size muted" aria-hidden="true">
        {picture ? (
          <img src={picture} alt="" referrerpolicy="no-referrer" onError={() => setFailed(true)} />
        ) : (
          <Icon name="account" />
        )}
      </span>
      <bdi class="detail-owner-name one-line">
        <NameMenu kind="advertiser" name={owner.name} owner={advertiserOf(platform, owner)}>
          {name || l10n.t("Unknown advertiser")}
        </NameMenu>
      </bdi>
      {owner.verified && (
        <span class="detail-verified keeps-size">
          <Icon name="verified-filled" label={l10n.t("Verified")} />
        </span>
      )}
    </div>
  );
}
