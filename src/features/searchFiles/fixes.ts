import * as l10n from "@vscode/l10n";
import type { Node } from "jsonc-parser";
import type { FilterItem } from "../../protocol/filters";
import { keyText } from "../text";
import { removalEdits } from "./textEdits";
import type { Fix, TextSpan } from "./searchFile";

const longestTitle = 60;

/** A fix that replaces a value by another text. */
export function replacement({ offset, length }: TextSpan, text: string, title?: string): Fix {
  const shown = text.length <= longestTitle ? text : `${text.slice(0, longestTitle)}…`;
  return { title: title ?? l10n.t("Change to {0}", shown), edits: [{ offset, length, text }] };
}

/** A fix that replaces a value by an item's key and names the item's label. */
export function itemFix(span: TextSpan, { key, label }: Pick<FilterItem, "key" | "label">): Fix {
  const title = label === undefined ? undefined : l10n.t("Change to {0} ({1})", keyText(key), label.slice(0, 80));
  return replacement(span, key, title);
}

/** A fix that removes a member or an element, with its comma; comments around it stay. */
export function removal(node: Node, text: string): Fix {
  return { title: l10n.t("Remove"), edits: removalEdits(node, text) };
}
