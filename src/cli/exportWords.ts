import { fileURLToPath } from "node:url";
import { type ExportProgress, type ExportStop, type ExportSummary, stopWords } from "../features/export";
import { counted } from "./counted";
import { printableName } from "./screen";

/** The progress of an export on one line, with the time left if its last page is known. */
export function progressLine({ pages, ads, credits }: ExportProgress, to: number | undefined, ms: number): string {
  const left = to === undefined || pages === 0 ? "" : `, ${Math.ceil((ms / pages / 1000) * (to - pages))} s left`;
  const reached = to === undefined ? counted(pages, "page") : `${pages} of ${counted(to, "page")}`;
  return `${reached}, ${counted(ads, "ad")}, ${credits} credits${left}`;
}

/** The words for further credits that may have been charged; "" if there are none. */
export const maybe = (uncertain: number) => (uncertain === 0 ? "" : `, ${uncertain} more may have been charged`);

/** What a person can do about an export that stopped: continue it, or ask a service again that answered unclearly. */
function nextStep(stopped: ExportStop): string {
  if (stopped === "noSnapshot") return "";
  const isUnclear = stopped === "barren" || stopped === "unclearNextPage" || stopped === "otherPageReturned";
  return ` To ${isUnclear ? "try again" : "continue"}, run ad-library resume.`;
}

/** How an export to `place` (a URL, or `stdout:`) ended, on one line. */
export function summaryLine(
  { file, ads, pages, credits, uncertain, complete, stopped }: ExportSummary,
  place: string,
): string {
  if (file === undefined) {
    const name = place === "stdout:" ? "stdout" : printableName(fileURLToPath(place));
    const why =
      stopped === "cap"
        ? "What is left of the agreed credits doesn't pay for a page, which costs 100."
        : stopWords[stopped]();
    return [`${name}: Nothing was exported.`, why, `Spent ${credits} credits${maybe(uncertain)}.`]
      .filter(Boolean)
      .join(" ");
  }
  const what = `${counted(ads, "ad")} from ${counted(pages, "page")}`;
  const rest = complete ? "" : ` ${stopWords[stopped]()}${nextStep(stopped)}`;
  return `${printableName(file)}: ${what}, ${credits} credits${maybe(uncertain)}.${rest}`;
}
