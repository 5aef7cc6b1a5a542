import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { AdDetail } from "../../src/protocol/ads";
import { formatCount, formatNumber } from "../charts/numbers";
import { type LinkActions, LinkRow } from "./LinkRow";
import { Section } from "./Section";
import { ShowMore } from "./ShowMore";

export interface UrlChainProps extends LinkActions {
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
