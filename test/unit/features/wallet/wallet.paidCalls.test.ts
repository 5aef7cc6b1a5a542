import assert from "node:assert/strict";
import { paidUsesOutsideTheGate, programWith } from "../../../support/paidCalls";

const head = `
  import type { AdLibrary, SpendingPermit } from "../api/adLibrary";
  import type { Wallet } from "./wallet/wallet";
  import type { SpendingAct } from "./wallet/gate";
  declare const api: AdLibrary; declare const permit: SpendingPermit; declare const wallet: Wallet;
  declare const act: SpendingAct; declare const other: { spend(act: SpendingAct, run: (permit: SpendingPermit) => unknown): void };
  const ad = { platform: "native", id: "1" } as const;
`;
const breaches: Readonly<Record<string, string>> = {
  "a call with another permit": "void api.adDetail(ad, permit);",
  "a call by a name in brackets": 'void api["adDetail"](ad, permit);',
  "a method taken out of the client": "export const { search } = api;",
  "a method bound for later": "export const later = api.search.bind(api);",
  "a gate that is not the wallet's": "other.spend(act, (given) => api.adDetail(ad, given));",
  "a permit from outside within the gate": "void wallet.spend(act, undefined, () => api.adDetail(ad, permit));",
  "a permit of one's own": "export const own = { async beforeAttempt() {}, async afterAttempt() {} };",
  "a way round the client": 'void fetch("https://ads.example/v2/ads/native/1");',
  "another door to the network": 'import { request } from "node:https"; void request;',
};
const fileOf = (name: string) => `src/features/breach ${name}.ts`;

describe("paid endpoints", () => {
  let found: readonly string[];
  before(() => {
    const broken = Object.entries(breaches).map(([name, code]) => [fileOf(name), head + code] as const);
    const allowed = "void wallet.spend(act, undefined, (given, ends) => api.adDetail(ad, given, ends));";
    const program = programWith({ ...Object.fromEntries(broken), "src/features/allowed.ts": head + allowed });
    found = paidUsesOutsideTheGate(program);
  });

  it("are called only behind the wallet's gate, with its permit", () => {
    assert.deepEqual(
      found.filter((place) => !place.startsWith("src/features/breach ")),
      [],
    );
  });

  for (const name of Object.keys(breaches)) {
    it(`are guarded by a rule that finds ${name}`, () => {
      const here = found.filter((place) => place.startsWith(fileOf(name)));
      assert.equal(here.length, 1, `${here.join("; ")} of ${found.join("; ")}`);
    });
  }
});
