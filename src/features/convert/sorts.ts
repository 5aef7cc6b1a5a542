import { fieldsOf, sortsV1, type SortV1 } from "../../api";
import { writeExact } from "../../protocol/exactJson";
import { type Filter, type FilterForm, subKeysOf } from "../../protocol/filters";
import { keyText } from "../text";
import type { Change } from "./change";

type Fields = Readonly<Record<string, unknown>>;

/** The name of V2's sort filter, and of V1's. */
const nameV2 = "advanced_order";
const nameV1 = "orderby";

/**
 * V1's `orderby` as V2's `advanced_order`, if the platform offers it. A V1 form shows that too, because it lists the
 * same sorts under V1's names. Without a form this can't be checked, and the change says so.
 */
export function sortToV2(
  orderby: unknown,
  form: FilterForm | undefined,
): { readonly value?: Fields; readonly change: Change } {
  const from = typeof orderby === "string" ? orderby : writeExact(orderby).slice(0, 100);
  const sort = sortsV1.find((one) => one.orderby === orderby);
  if (!sort) return { change: { field: nameV1, code: "sortUnknown", from } };
  const { orderby: by, order } = sort.v2;
  if (form && !offersSort(form, sort)) return { change: { field: nameV1, code: "sortNotOffered", from, to: by } };
  const filter = form?.filters.find(({ key }) => key === nameV2);
  const { main, type } = (filter && subKeysOf(filter)) ?? { main: "orderby", type: "order" };
  const value = { [main]: by, [type]: order };
  const code = form ? "sortRenamed" : "sortNotChecked";
  return { value, change: { field: nameV1, code, from, to: `${nameV2} ${writeExact(value)}` } };
}

function offersSort({ filters }: FilterForm, { v2 }: SortV1): boolean {
  const inV2 = filters.find(({ key }) => key === nameV2);
  if (inV2) return offers(inV2, v2.orderby);
  const inV1 = filters.find(({ key }) => key === nameV1);
  return inV1 !== undefined && sameAs(v2).some(({ orderby }) => offers(inV1, orderby));
}

/** The V1 sorts that mean one V2 sort, the usual one first. */
function sameAs({ orderby, order }: Fields): readonly SortV1[] {
  return sortsV1.filter(({ v2 }) => v2.orderby === orderby && v2.order === order);
}

/**
 * A body with its sort under the form's name, so that searches saved under one version run under the other. A sort that
 * the form does not offer stays, so that it is reported as a problem.
 */
export function withSortOf(form: FilterForm, body: Fields): Fields {
  const has = (name: string) => form.filters.some(({ key }) => key === name);
  if (nameV1 in body && !has(nameV1) && has(nameV2)) {
    const [orderby]: readonly unknown[] = [body[nameV1]].flat();
    const { value } = sortToV2(orderby, form);
    return value ? replaced(body, nameV1, nameV2, value) : body;
  }
  if (nameV2 in body && !has(nameV2) && has(nameV1)) {
    const orderby = sortToV1(body[nameV2], form);
    return orderby === undefined ? body : replaced(body, nameV2, nameV1, [orderby]);
  }
  return body;
}

/** A body with V1's sort converted to V2 by the contract's table alone; a sort missing there stays. */
export function withSortV2(body: Fields): Fields {
  const [orderby]: readonly unknown[] = [body[nameV1]].flat();
  const { value } = sortToV2(orderby, undefined);
  return value ? replaced(body, nameV1, nameV2, value) : body;
}

/** Of the V1 sorts that mean the same, the first that the platform offers. */
function sortToV1(value: unknown, form: FilterForm): string | undefined {
  const [order]: readonly unknown[] = [value].flat();
  const filter = form.filters.find(({ key }) => key === nameV1);
  return sameAs(fieldsOf(order)).find((sort) => filter && offers(filter, sort.orderby))?.orderby;
}

function offers({ items }: Filter, name: string): boolean {
  return items.some(({ key }) => keyText(key) === name);
}

function replaced(body: Fields, old: string, name: string, value: unknown): Fields {
  return Object.fromEntries(Object.entries(body).map(([key, member]) => (key === old ? [name, value] : [key, member])));
}
