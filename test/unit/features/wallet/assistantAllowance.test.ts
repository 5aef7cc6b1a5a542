import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { AllowedSearches } from "../../../../src/features/wallet/agreements";
import type { Spender } from "../../../../src/features/wallet/ledgerLine";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { valuesOf } from "../../../support/valuesOf";
import { useWallets, paid, search } from "./acts";

describe("what assistants may spend", () => {
  const folder = temporaryFolder();
  const openWallet = useWallets();
  const by: Spender = { door: "mcp", client: "a client", tool: "buy_plan", round: "" };
  const act = (identity: string, more = {}) => ({ ...search, identity, by, ...more });

  it("is nothing unless a person allows it, even in the sample library", async () => {
    const wallet = openWallet(folder());
    const refused = { code: "overBudget", refusal: { limit: "assistants", credits: 100, left: 0, of: 0 } };
    await assert.rejects(wallet.spend(act("a"), undefined, paid()), refused);
    await assert.rejects(wallet.spend(act("a", { sample: true }), undefined, paid()), refused);
    await assert.rejects(wallet.plan(100, "a", false, false, by), refused);
    await wallet.spend({ ...search, identity: "a" }, undefined, paid());
    assert.equal((await wallet.today()).spent, 100);
  });

  it("is shared by all windows, counts uncertain charges, and ignores a person's spending", async () => {
    const [one, two] = [
      openWallet(folder(), { assistantAllowance: 300 }),
      openWallet(folder(), { assistantAllowance: 300 }),
    ];
    await one.spend({ ...search, identity: "a person's" }, undefined, paid());
    await one.spend(act("a"), undefined, paid());
    await two.spend(act("b"), undefined, paid("unknown"));
    await two.spend(act("c"), undefined, paid("notSent"));
    assert.deepEqual(await one.assistants.today(), { spent: 200, sample: 0, allowance: 300, stopped: false });
    const refusal = { limit: "assistants", credits: 200, left: 100, of: 300 };
    await assert.rejects(one.plan(200, "two pages", false, false, by), { code: "overBudget", refusal });
    await one.spend(act("d", { sample: true }), undefined, paid());
    await one.spend(act("e"), undefined, paid());
    await assert.rejects(two.spend(act("f"), undefined, paid()), { code: "overBudget" });
    await two.spend({ ...search, identity: "another of the person's" }, undefined, paid());
    assert.deepEqual(await two.assistants.today(), { spent: 300, sample: 100, allowance: 300, stopped: false });
  });

  it("stays within the daily budget, and is recorded with client and tool", async () => {
    const wallet = openWallet(folder(), { assistantAllowance: 1000, budget: 100 });
    await wallet.spend(act("a"), undefined, paid());
    await assert.rejects(wallet.spend(act("b"), undefined, paid()), {
      code: "overBudget",
      refusal: { limit: "day", credits: 100, left: 0, of: 100 },
    });
    const { service, csv } = await wallet.report();
    assert.deepEqual(valuesOf(service.assistants, "name", "spent"), ["a client (MCP): buy_plan", 100]);
    assert.match(csv("comma"), /a client \(MCP\): buy_plan/);
  });

  it("ends everywhere at once when a person stops assistants, with all plans, until allowed again", async () => {
    const open = () => openWallet(folder(), { assistantAllowance: 1000 });
    const [one, two] = [open(), open()];
    const plan = await two.plan(300, "three pages", false, false, by);
    await plan!.spend(act("a"), undefined, paid());
    await one.assistants.stop();
    for (const refused of [plan!.spend(act("b"), undefined, paid()), two.spend(act("c"), undefined, paid())])
      await assert.rejects(refused, { code: "assistantsStopped" });
    await one.assistants.allow();
    await assert.rejects(plan!.spend(act("d"), undefined, paid()), { code: "assistantsStopped" });
    const later = { ...by, round: await two.assistants.round() };
    await two.spend({ ...act("e"), by: later }, undefined, paid());
    // Also what has passed the gate, but not left yet.
    const passed = two.spend({ ...act("g"), by: later }, undefined, async (permit) => {
      await one.assistants.stop();
      await permit.beforeAttempt(1);
    });
    await assert.rejects(passed, { code: "assistantsStopped" });
    assert.equal((await one.assistants.today()).spent, 200);
    await writeFile(folder("assistants.json"), "{");
    // Also for what is planned from now on.
    for (const round of [later.round, "", await one.assistants.round()])
      await assert.rejects(one.spend({ ...act("f"), by: { ...by, round } }, undefined, paid()), {
        code: "assistantsStopped",
      });
  });

  it("asks when a limit asks, in the assistant's name", async () => {
    const asked: unknown[] = [];
    const confirm = (_credits: number, _label: string, _sample: boolean, reasons: object) => {
      asked.push(reasons);
      return Promise.resolve(false);
    };
    const wallet = openWallet(folder(), { assistantAllowance: 1000, confirmAbove: 0, confirm });
    assert.equal(await wallet.plan(100, "a page", false, false, by), undefined);
    assert.deepEqual(asked, [{ limit: { recent: 0 }, assistant: "a client" }]);
  });

  it("notifies this window of a stop at once, and the others soon", async () => {
    const [one, two] = [openWallet(folder()), openWallet(folder())];
    let told = 0;
    one.onChanged(() => (told += 1));
    const heard = new Promise<void>((resolve) => two.onChanged(() => resolve()));
    await one.assistants.stop();
    assert.ok(told > 0);
    await heard;
  });

  it("is read again when its file changes", async () => {
    const wallet = openWallet(folder());
    const heard = new Promise<void>((resolve) => wallet.onChanged(() => resolve()));
    await writeFile(folder("assistants.json"), "{}");
    await heard;
  });

  it("counts an uncertain charge once", async () => {
    const wallet = openWallet(folder(), { assistantAllowance: 1000 });
    const repeated = wallet.spend(act("a"), undefined, async (permit) => {
      await permit.beforeAttempt(1);
      await permit.afterAttempt(1, "unknown");
      await permit.beforeAttempt(2);
    });
    await assert.rejects(repeated, { code: "notRepeated", more: { charge: "unknown" } });
    assert.equal((await wallet.assistants.today()).spent, 100);
  });
});

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
      await writeFile(folder("allowed-searches.json"), text);
      assert.deepEqual(await new AllowedSearches(folder()).list(), []);
    }
  });
});
