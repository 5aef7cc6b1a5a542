import { useMemo } from "preact/hooks";
import type { FilterForm } from "../../src/protocol/filters";
import type { NameActions, NameKind } from "../cards/NameMenu";
import { keyText } from "../../src/protocol/readableName";
import { controlKind } from "../state/controlKind";
import { defaultQuery, withChoice } from "../state/query";
import type { PaneProps } from "../panes";
import { showForm } from "./useKeys";

const own: Readonly<Record<NameKind, RegExp>> = {
  advertiser: /advertiser|owner|brand|page/i,
  domain: /domain|website|host|link|url/i,
};

/** Where a platform searches for a name: the part of the ad it belongs to, else the whole text. */
function placeFor(form: FilterForm, kind: NameKind): { readonly filter: string; readonly type: string } | undefined {
  const filter = form.filters.find((one) => one.disabled === undefined && controlKind(one) === "texts");
  if (!filter) return undefined;
  const items = filter.items.filter(({ key, label = "" }) => !/without|exclud/i.test(`${key} ${label}`));
  const fitting = items.find(({ key, label = "" }) => own[kind].test(`${key} ${label}`));
  const chosen = fitting ?? items.find(({ key }) => keyText(key) === "text") ?? items[0];
  return { filter: filter.key, type: chosen ? keyText(chosen.key) : "text" };
}

/** What an explorer does with a name: its form's own search for it, or a look into the archive. */
export function useNameActions({ state, session, store }: PaneProps): NameActions {
  const { form } = state;
  return useMemo(
    () => ({
      ...(form && placeFor(form, "advertiser") && { fill: (kind, name) => fill({ form, store }, kind, name) }),
      find: (kind, name) => session.findOwned({ [kind]: name }),
    }),
    [form, session, store],
  );
}

function fill(
  { form, store }: { readonly form: FilterForm; readonly store: PaneProps["store"] },
  kind: NameKind,
  name: string,
) {
  const place = placeFor(form, kind);
  if (!place) return;
  const texts = [{ type: place.type, text: name }];
  const draft = withChoice(defaultQuery(form.platform, form), place.filter, { kind: "texts", texts });
  store.dispatch({ type: "draftReplaced", draft });
  showForm();
}
