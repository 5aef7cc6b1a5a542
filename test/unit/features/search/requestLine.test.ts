import assert from "node:assert/strict";
import { AdLibraryError } from "../../../../src/api/errors";
import { requestLine } from "../../../../src/features/search/requestText";

describe("a line of the log", () => {
  const record = {
    method: "POST",
    path: "/v2/ads/native/search",
    attempts: 1,
    ms: 12.6,
    bytes: 9,
    repairs: 0,
  } as const;

  it("has method, path, status, attempts, time, and credits", () => {
    const line = requestLine({ ...record, status: 200, credits: 100 });
    assert.equal(line, "POST /v2/ads/native/search | HTTP 200 | 1 attempt | 13 ms | 9 bytes | 100 credits");
  });

  it("says how a request failed, why, and what it may have cost at most", () => {
    const failure = new AdLibraryError("rejected", { charge: "unknown", serviceCode: 1009 });
    const line = requestLine({ ...record, attempts: 3, credits: 300, repairs: 2, failure });
    assert.match(
      line,
      /\| no answer \| rejected 1009 \| 3 attempts \|.*\| up to 300 credits \| 2 unreadable .* \| The library answered/,
    );
  });
});
