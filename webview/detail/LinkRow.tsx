import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import type { LinkName } from "../../src/protocol/panel";
import { Icon } from "../controls/Icon";
import { plainLabel } from "../charts/label";
import { IconButton } from "./IconButton";

/** What a link can do: the host opens and copies it by name, so no URL leaves the page. */
export interface LinkActions {
  readonly onLink: (link: LinkName) => void;
  readonly onCopyLink: (link: LinkName) => void;
}

export interface LinkRowProps extends LinkActions {
  readonly link: LinkName;
  readonly url: string;
  /** What the link leads to, for the button's name. */
  readonly what: string;
}

/** A link by the real host behind it; anything that is not an http URL can be copied but never opened. */
export function LinkRow({ link, url, what, onLink, onCopyLink }: LinkRowProps): JSX.Element {
  const web = hostAndPath(url);
  const shown = web ? plainLabel(web.host, 80) : plainLabel(url, 80);
  return (
    <span class="detail-link-row">
      {web ? (
        <button type="button" class="detail-link" title={plainLabel(url, 300)} onClick={() => onLink(link)}>
          <span class="detail-quiet">{l10n.t("Open {0}:", what)}</span> <bdi class="detail-link-host">{shown}</bdi>
          <bdi class="detail-link-path">{plainLabel(web.path, 300)}</bdi>
          <Icon name="link-external" />
        </button>
      ) : (
        <bdi class="detail-link-dead" title={l10n.t("Not a web address")}>
          {shown}
        </bdi>
      )}
      <IconButton icon="copy" label={l10n.t("Copy address of {0}", what)} onClick={() => onCopyLink(link)} />
    </span>
  );
}

/** Host and path of a URL as the browser understands it; undefined for anything that is not plain http(s). */
export function hostAndPath(url: string | undefined): { readonly host: string; readonly path: string } | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const { protocol, username, password, host, pathname, search } = new URL(url);
  if (!/^https?:$/.test(protocol) || username || password) return undefined;
  return { host, path: `${pathname}${search}`.replace(/^\/$/, "") };
}
