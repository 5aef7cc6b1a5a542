import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { AdDetail, AdRef } from "../../src/protocol/ads";
import type { LinkName } from "../../src/protocol/panel";
import { plainLabel } from "../charts/label";
import { ShowMore } from "../charts/ChartFigure";
import { formatCount, formatNumber } from "../charts/numbers";
import { Icon } from "../controls/Icon";
import { Tool } from "../controls/Tool";
import { usePage } from "../panes";
import { Section } from "./parts";

export interface LinkRowProps {
  readonly ad: AdRef;
  /** The host opens and copies it by name, so no URL leaves the page. */
  readonly link: LinkName;
  readonly url: string;
  /** What the link leads to, for the button's name. */
  readonly what: string;
}

/** A link by the real host behind it; anything that is not an http URL can be copied but never opened. */
export function LinkRow({ ad, link, url, what }: LinkRowProps): JSX.Element {
  const { session } = usePage();
  const web = hostAndPath(url);
  const shown = web ? plainLabel(web.host, 80) : plainLabel(url, 80);
  return (
    <span class="detail-link-row shrinks">
      {web ? (
        <button
          type="button"
          class="detail-link bare-button shrinks"
          title={plainLabel(url, 300)}
          onClick={() => session.openLink(ad, link)}
        >
          <span class="unseen">{l10n.t("Open {0}:", what)}</span>{" "}
          <bdi class="detail-link-host shrinks breaks-anywhere">{shown}</bdi>
          <bdi class="detail-link-path shrinks one-line muted">{plainLabel(web.path, 300)}</bdi>
          <Icon name="link-external" />
        </button>
      ) : (
        <bdi class="breaks-anywhere muted" title={l10n.t("Not a web address")}>
          {shown}
        </bdi>
      )}
      <Tool icon="copy" label={l10n.t("Copy address of {0}", what)} onPress={() => session.copyLink(ad, link)} />
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

const rowsAtFirst = 8;
const rowsAtMost = 200;

/** The URLs that the ad led to, with how often each was observed. */
export function UrlChain({ ad, urlChain: chain }: AdDetail): JSX.Element | null {
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
                {url === undefined ? (
                  <span class="breaks-anywhere muted">{l10n.t("not provided")}</span>
                ) : (
                  <LinkRow
                    ad={ad}
                    link={{ of: "urlChain", index }}
                    url={url}
                    what={l10n.t("redirect {0}", formatNumber(index + 1))}
                  />
                )}
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
