import type { CatalogItem } from "../catalog/catalogItem";
import type { Form } from "../search/createForms";
import type { SampleFilter } from "../search/sampleFilter";

type Json = Record<string, unknown>;

/** Groups of related filters. A platform that has all of a group lists it under `relations`. */
const related: readonly (readonly string[])[] = [
  ["networks", "publishers"],
  ["interests", "behaviors"],
  ["seen_between", "seen_since"],
];

interface Action {
  readonly action: string;
  readonly data: readonly string[] | null;
}

function actionOf({ key, look }: SampleFilter): Action | undefined {
  if (look.disableOther === true) return { action: "DISABLE_OTHER", data: null };
  if (key === "networks") return { action: "RESET_RELATION_ON_EMPTY", data: ["publishers"] };
  if (look.disableOther) return { action: "DISABLE_OTHER", data: look.disableOther };
  return key === "behaviors" ? { action: "SINGLETON_RELATION", data: ["interests"] } : undefined;
}

/** V1 items have an action: choosing "everybody" (key 3) unselects women and men. */
const itemOf = (filter: string, item: CatalogItem): Json => ({
  ...item,
  action: filter === "gender" && item.key === 3 ? "DESELECT_OTHER" : null,
});

function filterOf(filter: SampleFilter, segment: string): Json {
  const { key, look } = filter;
  const action = actionOf(filter);
  return {
    key,
    label: look.label ?? null,
    icon: look.icon ?? null,
    description: look.description ?? null,
    disabled: look.disabled ?? null,
    placeholder: look.placeholder ?? null,
    sub_keys: look.subKeys ?? null,
    default: look.default ?? null,
    component: look.component,
    resettable: key !== "orderby",
    component_data: {
      api_url: look.itemsFrom === undefined ? null : `/v1/${segment}/filter/${look.itemsFrom}/items`,
      items: look.items?.map((item) => itemOf(key, item)) ?? null,
      action: action?.action ?? null,
      action_data: action?.data ?? null,
      infinite_sign: look.infinite ?? false,
      min: look.min ?? null,
      max: look.max ?? null,
    },
  };
}

/** The filters of a platform in the shape of V1: settings that do not apply are null. */
export function filterGroupV1(form: Form): Json {
  const keys = new Set(form.filters.map(({ key }) => key));
  return {
    key: form.segment,
    label: form.label,
    icon: form.segment,
    collapse: false,
    description: null,
    mode: "search",
    filters: form.filters.map((filter) => filterOf(filter, form.segment)),
    relations: related.filter((list) => list.every((key) => keys.has(key))),
  };
}
