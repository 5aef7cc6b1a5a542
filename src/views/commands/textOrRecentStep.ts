import vscode = require("vscode");
import { noIcons } from "../noIcons";
import { dress, ended, type StepEnd, type StepOf } from "./steps";

/** A search that ran before, as a row. */
export interface RecentRow<T> {
  readonly label: string;
  readonly description: string;
  readonly search: T;
}

/** What a person wants: the typed words, or an earlier search. */
export type TextOrRecent<T> = { readonly text: string } | { readonly recent: T };

interface Row<T> extends vscode.QuickPickItem {
  readonly recent?: RecentRow<T>;
}

/**
 * Asks for words and offers earlier searches. The row for the typed words always comes first, and each row keeps its
 * place: Enter picks what the person saw, however fast they typed.
 */
export function textOrRecentStep<T>(
  options: StepOf & {
    readonly recent: readonly RecentRow<T>[];
    readonly rowFor: (text: string) => vscode.QuickPickItem;
  },
): Promise<StepEnd<TextOrRecent<T>>> {
  const pick = vscode.window.createQuickPick<Row<T>>();
  dress(pick, options);
  const show = (text: string) => {
    const typed: Row<T> = { ...options.rowFor(text), alwaysShow: true };
    const recent = options.recent.map((row) => recentRow(row, text));
    pick.items = [typed, ...recent];
    const first = text === "" ? (recent[0] ?? typed) : typed;
    pick.activeItems = [first];
  };
  show("");
  return ended<TextOrRecent<T>>(pick, (done) => {
    pick.onDidChangeValue((text) => show(text.trim()));
    pick.onDidAccept(() => {
      const [row] = pick.selectedItems;
      if (row?.recent) done({ recent: row.recent.search });
      else if (row) done({ text: pick.value.trim() });
    });
  });
}

/**
 * The words are in the description, which VS Code does not filter by, so that an earlier search never comes between the
 * typed words and Enter.
 */
function recentRow<T>(recent: RecentRow<T>, text: string): Row<T> {
  const found = recent.label.toLowerCase().includes(text.toLowerCase());
  return {
    label: "$(history)",
    description: `${noIcons(recent.label)} — ${recent.description}`,
    alwaysShow: found,
    recent,
  };
}
