import type { FilterLook, SampleFilter } from "../search/sampleFilter";
import type { Form } from "../search/createForms";

type Json = Record<string, unknown>;

/** The settings that apply to a filter, flattened. Those that do not apply are left out, never null. */
function settings(look: FilterLook, segment: string): Json {
  return {
    ...(look.label !== undefined && { label: look.label }),
    ...(look.icon !== undefined && { icon: look.icon }),
    ...(look.description !== undefined && { description: look.description }),
    ...(look.placeholder !== undefined && { placeholder: look.placeholder }),
    ...(look.itemsFrom !== undefined && { api_url: `/v2/ads/${segment}/filters/${look.itemsFrom}` }),
    ...(look.items !== undefined && { items: look.items }),
    ...(look.default !== undefined && { default: look.default }),
    ...(look.min !== undefined && { min: look.min }),
    ...(look.max !== undefined && { max: look.max }),
    ...(look.infinite !== undefined && { infinite_sign: look.infinite }),
    ...(look.disableOther !== undefined && { disable_other: look.disableOther }),
    ...(look.subKeys !== undefined && { sub_keys: look.subKeys }),
  };
}

const filterOf = ({ key, look }: SampleFilter, segment: string): Json => ({
  key,
  component: look.component,
  ...settings(look, segment),
});

/** The filters of a platform in the shape of V2. */
export function filterGroup(form: Form): Json {
  return {
    key: form.segment,
    label: form.label,
    filters: form.filters.map((filter) => filterOf(filter, form.segment)),
  };
}
