import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import type { AdRef } from "../../src/protocol/ads";
import type { LoadMedia } from "../../src/protocol/panel";
import { type ComparedAd, type ComparedRow, highestCells } from "./comparedAds";
import { IconButton } from "./IconButton";
import { Thumb } from "./Thumb";

export interface ComparedTableProps {
  readonly ads: readonly ComparedAd[];
  readonly rows: readonly ComparedRow[];
  readonly titles: readonly string[];
  readonly loadMedia: LoadMedia;
  readonly onOpen: (ad: AdRef) => void;
  readonly onRemove: (ad: AdRef) => void;
}

/** The table of a comparison, which scrolls sideways under its own names. */
export function ComparedTable(props: ComparedTableProps): JSX.Element {
  const { ads, rows, titles } = props;
  return (
    <div class="compare-scroll" role="region" aria-label={l10n.t("Facts side by side")} tabIndex={0}>
      <table class="compare-table">
        <thead>
          <tr>
            <td />
            {ads.map((ad, index) => (
              <ColumnHead key={`${ad.owned.detail.ad.platform} ${ad.owned.detail.ad.id}`} {...props} index={index} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.label} row={row} titles={titles} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ColumnHead(props: ComparedTableProps & { readonly index: number }): JSX.Element | null {
  const { ads, titles, index, loadMedia, onOpen, onRemove } = props;
  const detail = ads[index]?.owned.detail;
  const title = titles[index] ?? "";
  const creative = detail?.attachments[0];
  if (!detail) return null;
  return (
    <th scope="col">
      <span class="compare-head">
        <span class="compare-picture">
          {creative && <Thumb attachment={creative} loadMedia={loadMedia} place={index + 1} />}
        </span>
        <IconButton icon="close" label={l10n.t("Remove {0}", title)} onClick={() => onRemove(detail.ad)} />
      </span>
      <button type="button" class="detail-link compare-title" dir="auto" onClick={() => onOpen(detail.ad)}>
        {title}
      </button>
    </th>
  );
}

function Row({ row, titles }: { readonly row: ComparedRow; readonly titles: readonly string[] }): JSX.Element {
  const highest = highestCells(row);
  return (
    <tr>
      <th scope="row">{row.label}</th>
      {titles.map((_, index) => {
        const cell = row.cells[index];
        if (!cell) {
          return (
            <td key={index} class="compare-absent">
              {l10n.t("not provided")}
            </td>
          );
        }
        return (
          <td key={index} class={highest.has(index) ? "compare-highest" : ""}>
            <bdi>{cell.text}</bdi>
            {highest.has(index) && <span class="detail-quiet"> {l10n.t("(highest)")}</span>}
          </td>
        );
      })}
    </tr>
  );
}
