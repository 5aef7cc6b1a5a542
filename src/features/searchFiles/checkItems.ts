import * as l10n from "@vscode/l10n";
import type { FilterItem } from "../../protocol/filters";
import type { PlatformToken } from "../../protocol/platforms";
import { FeatureError, toFailure } from "../failures";
import { keyText } from "../text";
import type { RemoteItems } from "./checkBody";
import { itemFix } from "./fixes";
import type { LintPorts } from "./searchFile";
import { shownKey } from "./lintWords";
import { nearest } from "./nearest";
import type { FoundProblem } from "./searchFile";

type FindItems = NonNullable<LintPorts["items"]>;

/** Opening a file from anyone must not cause hundreds of requests, even free ones. */
const mostQuestions = 20;
const tooMany = () => l10n.t("There are more than {0} items to look up.", mostQuestions);

/**
 * Looks for chosen items among those that the service lists. It finds items only by text: those listed for an empty
 * text are checked first, then those found for the key itself.
 */
export async function checkItems(
  remote: readonly RemoteItems[],
  find: FindItems,
  platform: PlatformToken,
): Promise<readonly FoundProblem[]> {
  const found: FoundProblem[] = [];
  let left = mostQuestions;
  for (const { filter, elements } of remote) {
    const route = filter.itemsFrom ?? "";
    try {
      const all = await find(platform, route, "");
      const missing = elements.filter(({ key }) => !all.some((item) => item.key === key));
      for (const { node, key } of missing) {
        left -= 1;
        if (left < 0) throw new FeatureError("unexpected");
        const named = await find(platform, route, keyText(key));
        if (named.some((item) => item.key === key)) continue;
        const fixes = meant(key, [...named, ...all]).map((item) => itemFix(node, item));
        found.push({ code: "itemNotListed", span: node, value: shownKey(key), fixes });
      }
    } catch (error) {
      const span = elements[0]?.node ?? { offset: 0, length: 0 };
      found.push({ code: "itemsNotChecked", span, value: left < 0 ? tooMany() : toFailure(error).message });
    }
  }
  return found;
}

/** Items with this label, these digits, or a similar name. */
function meant(key: string, items: readonly FilterItem[]): readonly FilterItem[] {
  const distinct = [...new Map(items.map((item) => [item.key, item])).values()];
  const text = keyText(key);
  const same = distinct.filter((item) => keyText(item.key) === text || item.label === text);
  const named = distinct.map((item) => ({ ...item, name: keyText(item.key) }));
  // One item's number is not a typo for another's.
  return (same.length > 0 || !key.startsWith('"') ? same : nearest(text, named)).slice(0, 3);
}
