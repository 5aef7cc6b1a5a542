import assert from "node:assert/strict";
import type { SpendingAct } from "../../src/features/wallet/spendingAct";
import { creditsMarkdown } from "../../src/views/creditsMarkdown";
import { creditsText, creditsTooltip } from "../../src/views/creditsStatus";
import { temporaryFolder } from "../support/temporaryFolder";
import { openWallet, paid, search } from "../unit/features/wallet/acts";

const nobody = { spent: 0, sample: 0, allowance: 0, stopped: false };

describe("Credits on the screen", () => {
  const folder = temporaryFolder();

  it("are those of the connected library, with what may have been charged; other libraries stand beside", async () => {
    const wallet = openWallet(folder());
    await wallet.spend(search, undefined, paid());
    await wallet.spend({ ...search, identity: "2" }, undefined, paid("rejected")).catch(() => undefined);
    await wallet.spend({ ...search, origin: "https://other.example" }, undefined, paid());
    await wallet.spend({ ...search, origin: "sample:", sample: true }, undefined, paid());
    assert.deepEqual(await wallet.today(search.origin), { spent: 100, maybe: 100, sample: 100, others: 100 });
    assert.deepEqual(await wallet.today("https://third.example"), { spent: 0, maybe: 0, sample: 100, others: 300 });
    const today = await wallet.today(search.origin);
    assert.equal(creditsText(today, false), "$(credit-card) 100 credits spent today (+100?)");
    assert.equal(creditsText(today, true), "$(beaker) 100 sample credits spent today");
    assert.deepEqual(creditsTooltip(today, false, 1000, nobody).split("\n"), [
      "Spent today in the connected library, on this machine: 100 credits",
      "May also have been charged: 100 credits",
      "Remaining in your daily budget: 700 of 1,000 credits",
      "Other libraries: 100 credits",
      "Sample library, not charged: 100 credits",
      "Click to see all spending",
    ]);
    await wallet.dispose();
  });

  it("say on their page of which machine's windows they are", async () => {
    const wallet = openWallet(folder());
    const report = await wallet.report();
    const apart = "Local, SSH, WSL, and container windows each have their own credits page, daily budget, and archive.";
    const [local, remote] = [undefined, "ssh-remote"].map((name) => creditsMarkdown(report, nobody, new Map(), name));
    assert.ok(local?.includes("all local windows on this machine") && local.includes(apart), local);
    assert.ok(/this remote machine \(ssh.+remote\)/.test(remote ?? "") && remote?.includes(apart), remote);
    await wallet.dispose();
  });

  it("come after what their ledger lacks", async () => {
    const wallet = openWallet(folder());
    await wallet.spend(search, undefined, paid());
    const damaged = [{ file: "2026-11.jsonl", missing: 300 }];
    const page = creditsMarkdown({ ...(await wallet.report()), corruptLines: 2, damaged }, nobody);
    const [before = "", ...tables] = page.split("## Your library");
    assert.ok(before.includes("At least 300 credits are missing from this page."), page);
    assert.ok(before.includes("aren't counted here: 2.") && tables.length === 1, page);
    await wallet.dispose();
  });

  it("name the platform of each search on their page, and ads by their titles", async () => {
    const wallet = openWallet(folder());
    const ad: SpendingAct = { ...search, what: "adDetail", label: "native:5" };
    const elsewhere: SpendingAct = { ...search, platform: "plat_forum" };
    for (const act of [search, elsewhere, ad, { ...ad, label: "native:6" }]) await wallet.spend(act, undefined, paid());
    const page = creditsMarkdown(await wallet.report(), nobody, new Map([["native:5", "Small price"]]));
    const rows = page.slice(page.indexOf("By search and ad")).split("\n").slice(4);
    assert.deepEqual(
      rows.slice(0, 4).map((row) => row.split("|")[1]!.trim().replace("&#58;", ":")),
      ["shoes · Native", "shoes · Reddit", "Small price · Native", "native:6 · Native"],
    );
    await wallet.dispose();
  });
});
