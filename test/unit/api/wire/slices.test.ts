import assert from "node:assert/strict";
import * as fc from "fast-check";
import { adSlices, detailSlice } from "../../../../src/api/wire/slices";
import { times } from "../../../support/long";

describe("Raw slices", () => {
  it("are the exact text of each ad: digits, fractions, order and escapes as sent", () => {
    const ads = [
      '{"id":9007199254740993,"b":1.0,"a":1e400}',
      ' { "t" : "\\u00e9\\/ ]}\\"" } ',
      "[]",
      "5",
      "null",
      '"x,]"',
    ];
    const text = ` {"data": { "ads" :[${ads.join(",")}] , "x":{"ads":[7]}},"meta":{"data":{"ads":[8]}}}`;
    assert.deepEqual(
      adSlices(text),
      ads.map((ad) => ad.trim()),
    );
  });

  it("are empty without ads", () => {
    for (const text of [
      '{"data":{"ads":[]}}',
      '{"data":{"ads": [ ] }}',
      '{"data":{"ads":{}}}',
      '{"data":{"ads":{"first":{"id":1}}}}',
      '{"data":["ads",[1]]}',
      '["data",{"ads":[1]}]',
      '{"data":{}}',
      "{}",
      "[]",
      "5",
    ]) {
      assert.deepEqual(adSlices(text), []);
    }
  });

  it("are the exact text of a detail", () => {
    assert.equal(
      detailSlice('{"a":{"data":1},"data" : {"id": 9007199254740993 } ,"z":[]}'),
      '{"id": 9007199254740993 }',
    );
    assert.equal(detailSlice('{"data":5}'), "5");
    assert.equal(detailSlice("{}"), "");
  });

  it("take the last of repeated members, and read escaped names, as the parser does", () => {
    assert.deepEqual(adSlices('{"data":{"ads":[1]},"d\\u0061ta":{"ads":[2],"ads":[3]}}'), ["3"]);
  });

  it("agree with the parser on any document", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.jsonValue(), fc.nat(3), (ads, beside, space) => {
        const text = JSON.stringify({ status: beside, data: { before: beside, ads, after: beside } }, null, space);
        assert.deepEqual(
          adSlices(text).map((slice) => JSON.parse(slice) as unknown),
          JSON.parse(JSON.stringify(ads)),
        );
        assert.ok(adSlices(text).every((slice) => text.includes(slice)));
      }),
      { numRuns: times(300, 3000) },
    );
  });

  it("end on any truncated text", () => {
    const text = '{"data":{"ads":[{"id":1,"t":"a\\"b"},[2]]}}';
    for (let end = 0; end <= text.length; end += 1) assert.ok(adSlices(text.slice(0, end)).length <= 2);
  });

  it("end on texts that are no JSON", () => {
    const marks = fc.string({
      unit: fc.constantFrom(...'{}[]",:\\ 1a', '"data"', '"ads"', '{"data":{"ads":['),
      maxLength: 30,
    });
    fc.assert(
      fc.property(marks, (text) => {
        try {
          for (const slice of [...adSlices(text), detailSlice(text)]) assert.ok(text.includes(slice));
        } catch (error) {
          assert.ok(error instanceof SyntaxError, String(error));
        }
      }),
      { numRuns: times(1000, 20_000) },
    );
  });
});
