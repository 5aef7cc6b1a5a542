import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { AdDetail } from "../../src/protocol/ads";
import type { LinkName } from "../../src/protocol/panel";
import { plainLabel } from "../charts/label";
import { ShowMore } from "../charts/ChartFigure";
import { formatCount, formatNumber } from "../charts/numbers";
import { Icon } from "../controls/Icon";
import { Tool } from "../controls/Tool";
import { Section } from "./parts";

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
          <span class="unseen">{l10n.t("Open {0}:", what)}</span> <bdi class="detail-link-host">{shown}</bdi>
          <bdi class="detail-link-path">{plainLabel(web.path, 300)}</bdi>
          <Icon name="link-external" />
        </button>
      ) : (
        <bdi class="detail-link-dead" title={l10n.t("Not a web address")}>
          {shown}
        </bdi>
      )}
      <Tool icon="copy" label={l10n.t("Copy address of {0}", what)} onPress={() => onCopyLink(link)} />
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

interface UrlChainProps extends LinkActions {
  readonly chain: AdDetail["urlChain"];
}

const rowsAtFirst = 8;
const rowsAtMost = 200;

/** The URLs that the ad led to, with how often each was observed. */
export function UrlChain({ chain, ...actions }: UrlChainProps): JSX.Element | null {
  const [open, setOpen] = useState(false);
  if (chain.length === 0) return null;
  return (
    <Section title={l10n.t("Redirects")}>
      <table class="detail-table">
        <thead>
          <tr>
            <th scope="col">{l10n.t("Address")}</th>
            <th scope="col" class="detail-count">
              {l10n.t("Times observed")}
            </th>
          </tr>
        </thead>
        <tbody>
          {chain.slice(0, open ? rowsAtMost : rowsAtFirst).map(({ url, count }, index) => (
            <tr key={index}>
              <td>
                <ChainLink url={url} index={index} {...actions} />
              </td>
              <td class="detail-count">{formatCount(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ShowMore count={chain.length} first={rowsAtFirst} open={open} onToggle={() => setOpen(!open)} />
      {open && chain.length > rowsAtMost && (
        <p>{l10n.t("{0} more are in the raw JSON.", formatNumber(chain.length - rowsAtMost))}</p>
      )}
    </Section>
  );
}

function ChainLink(props: LinkActions & { readonly url: string | undefined; readonly index: number }): JSX.Element {
  const { url, index, onLink, onCopyLink } = props;
  if (url === undefined) return <span class="detail-link-dead">{l10n.t("not provided")}</span>;
  const what = l10n.t("redirect {0}", formatNumber(index + 1));
  return <LinkRow link={{ of: "urlChain", index }} {...{ url, what, onLink, onCopyLink }} />;
}
