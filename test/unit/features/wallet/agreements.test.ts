import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AllowedSearches } from "../../../../src/features/wallet/agreements";
import { temporaryFolder } from "../../../support/temporaryFolder";

const shoes = { origin: "https://ads.example", version: "v2", platform: "native", body: '{"a":1}', label: "shoes" };

describe("searches that programs may run", () => {
  const folder = temporaryFolder();

  it("apply to one library, version, platform, and exact body, in all windows, until revoked", async () => {
    const [one, two] = [new AllowedSearches(folder()), new AllowedSearches(folder())];
    assert.equal(await one.has(shoes), false);
    await one.add(shoes);
    await one.add(shoes);
    assert.deepEqual(await two.list(), [shoes]);
    for (const key of ["origin", "version", "platform", "body"])
      assert.equal(await two.has({ ...shoes, [key]: `${shoes.body} ` }), false, key);
    await two.revoke([shoes]);
    assert.equal(await one.has(shoes), false);
  });

  it("are none if their file can't be read", async () => {
    for (const text of ["", "{}", '{"allowed":[{"body":"{}"}]}', "null"]) {
      await writeFile(join(folder(), "allowed-searches.json"), text);
      assert.deepEqual(await new AllowedSearches(folder()).list(), []);
    }
  });
});
