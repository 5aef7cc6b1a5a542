import * as l10n from "@vscode/l10n";
import { endpoints, writeExact } from "../../api";
import { prices } from "../../protocol/credits";
import type { PlatformSegments } from "../../protocol/platforms";
import { labelText, prettyJson } from "../text";
import { isLoss } from "./change";
import { changeText } from "./changeText";
import type { ConvertedRequest } from "./convertRequest";

/** A converted request as JSON with comments: its route, a report of each change, then page 1's body. */
export function requestDocument(
  { platform, body, changes }: ConvertedRequest,
  segments: PlatformSegments,
  notChecked: string | undefined,
): string {
  const { method, segments: path } = endpoints.search(
    { request: { platform, body: "{}" }, cursor: undefined },
    segments,
  );
  const report = [
    l10n.t("Sending {0} /{1} costs {2} credits.", method, path.join("/"), prices.search),
    ...(notChecked === undefined ? [] : [l10n.t("Not checked against the live filters of V2: {0}", notChecked)]),
    ...part(l10n.t("Changed:"), changes.filter((change) => !isLoss(change)).map(changeText)),
    ...part(l10n.t("Removed, so this request is not the same search:"), changes.filter(isLoss).map(changeText)),
    ...(changes.length === 0 ? [l10n.t("No changes were needed.")] : []),
  ];
  // A line break in a name would end the comment.
  const comment = report.map((line) => (line === "" ? "//" : `// ${labelText(line)}`));
  return `${comment.join("\n")}\n${prettyJson(writeExact({ page: 1, ...body }))}\n`;
}

function part(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ["", title, ...lines.map((line) => `- ${line}`)];
}
