import assert from "node:assert/strict";
import type { Filter, FilterComponent } from "../../../../src/protocol/filters";
import { controlKind } from "../../../../webview/state/controlKind";
import { manyItems } from "../../../support/panelPageForm";

const kind = (component: FilterComponent | undefined, more: Partial<Filter> = {}) =>
  controlKind({
    key: "f",
    componentName: component ?? "",
    items: [],
    defaults: [],
    ...(component && { component }),
    ...more,
  });
const few = { items: manyItems.slice(0, 3) };
const many = { items: manyItems };
const remote = { itemsFrom: "interests" };

describe("the control of a filter", () => {
  it("follows its component and how many items it has", () => {
    assert.equal(kind("SearchBox"), "texts");
    assert.equal(kind("StringMulti", few), "checks");
    assert.equal(kind("StringMulti", many), "picker");
    assert.equal(kind("StringMultiApi", remote), "picker");
    assert.equal(kind("StringMultiSearchable", few), "picker");
    assert.equal(kind("StringMultiSearchableApi", remote), "picker");
    assert.equal(kind("StringSingle", few), "dropdown");
    assert.equal(kind("StringSingle", many), "picker");
    assert.equal(kind("StringSingleSearchable", few), "picker");
    assert.equal(kind("StringSingleSearchableApi", remote), "picker");
    assert.equal(kind("BooleanMulti", few), "checks");
    assert.equal(kind("BooleanSingle", few), "radios");
    assert.equal(kind("BooleanSingle"), "flag");
    assert.equal(kind("NumberMultiRange"), "range");
    assert.equal(kind("NumberSingleRange"), "range");
    assert.equal(kind("DateMulti"), "dates");
    assert.equal(kind("DateSingle"), "dates");
    assert.equal(kind("CBoolean", few), "flag");
  });

  it("is none for a component of a newer service", () => {
    assert.equal(kind(undefined), undefined);
  });

  it("is the sort for an object of two fields, whatever its name", () => {
    const subKeys = { type: "order", main: "orderby" };
    assert.equal(kind("StringSingle", { key: "advanced_order" }), "sort");
    assert.equal(kind("StringSingle", { subKeys }), "sort");
    assert.equal(kind("StringMulti", { subKeys }), "texts");
  });
});
