import assert from "node:assert/strict";
import type { SpendingAct } from "../../src/features/wallet/gate";
import { creditsMarkdown } from "../../src/views/creditsMarkdown";
import { creditsText, creditsTooltip } from "../../src/views/keepInformed";
import { temporaryFolder } from "../support/temporaryFolder";
import { openWallet, paid, search } from "../unit/features/wallet/acts";

const nobody = { spent: 0, sample: 0, allowance: 0, stopped: false };

describe("Credits on the screen", () => {
  const folder = temporaryFolder();

  it("show the connected library with uncertain charges, and other libraries separately", async () => {
    const wallet = openWallet(folder());
    await wallet.spend(search, undefined, paid());
    await wallet.spend({ ...search, identity: "2" }, undefined, paid("rejected")).catch(() => undefined);
    await wallet.spend({ ...search, origin: "https://other.example" }, undefined, paid());
    await wallet.spend({ ...search, origin: "sample:", sample: true }, undefined, paid());
    assert.deepEqual(await wallet.today(search.origin), { spent: 100, maybe: 100, sample: 100, others: 100 });
    assert.deepEqual(await wallet.today("https://third.example"), { spent: 0, maybe: 0, sample: 100, others: 300 });
    const today = await wallet.today(search.origin);
    assert.equal(creditsText(today, false), "$(credit-card) 100 credits, 100 uncertain");
    assert.equal(creditsText(today, true), "$(beaker) 100 sample credits");
    assert.deepEqual(creditsTooltip(today, false, 1000, nobody).split("\n"), [
      "Spent today in the connected library, on this machine: 100 credits",
      "May also have been charged: 100 credits",
      "Remaining in your daily budget: 700 of 1,000 credits",
      "Other libraries: 100 credits",
      "Sample library, not charged: 100 credits",
      "Click to see these requests and all spending",
    ]);
    await wallet.dispose();
  });

  it("say which machine's windows the page counts", async () => {
    const wallet = openWallet(folder());
    const report = await wallet.report();
    const apart = "Local, SSH, WSL, and container windows each have their own credits page, daily budget, and archive.";
    const [local, remote] = [undefined, "ssh-remote"].map((name) => creditsMarkdown(report, nobody, new Map(), name));
    assert.ok(local?.includes("all local windows on this machine") && local.includes(apart), local);
    assert.ok(/this remote machine \(ssh.+remote\)/.test(remote ?? "") && remote?.includes(apart), remote);
    await wallet.dispose();
  });

  it("begin with today and the budget, then the ledger's gaps, what is uncertain, and the month; words come last", async () => {
    const wallet = openWallet(folder(), { budget: 1000, now: () => new Date(2026, 10, 3, 12) });
    await wallet.spend(search, undefined, paid());
    await wallet.spend({ ...search, identity: "2", label: "hats" }, undefined, paid("rejected")).catch(() => undefined);
    const damaged = [{ file: "2026-11.jsonl", missing: 300 }];
    const page = creditsMarkdown({ ...(await wallet.report()), corruptLines: 2, damaged }, nobody);
    const places = [
      "**Today: 100 credits**, 100 uncertain. 800 of your daily budget of 1,000 are left.",
      "aren't counted here: 2.",
      "At least 300 credits are missing from this page.",
      "## 100 uncertain credits",
      "hats · Native | 100 | Refused by the service |",
      "100 credits, 100 uncertain (░)",
      "| 2026-11-02 | 0 |  |",
      `| 2026-11-03 | 200 | ${"█".repeat(15)}${"░".repeat(15)} |`,
      "## Your library",
      "### By search and ad",
      "### By day",
      "## About these figures",
    ].map((text) => [text, page.indexOf(text)] as const);
    for (const [text, at] of places) assert.ok(at >= 0, `${text} is not in ${page}`);
    assert.deepEqual(
      places,
      places.toSorted(([, one], [, other]) => one - other),
    );
    await wallet.dispose();
  });

  it("are listed by library if there are several", async () => {
    const wallet = openWallet(folder());
    await wallet.spend(search, undefined, paid());
    await wallet.spend({ ...search, origin: "sample:", sample: true }, undefined, paid());
    const one = creditsMarkdown(await wallet.report(), nobody);
    assert.ok(one.includes("## Your library\n\n| When |"), one);
    for (const identity of ["2", "3"])
      await wallet.spend({ ...search, identity, origin: "https://other.example" }, undefined, paid());
    const page = creditsMarkdown(await wallet.report(), nobody).replaceAll("&#46;", ".");
    const rows = ["| other.example | 200 | 200 | 0 |", "| ads.example | 100 | 100 | 0 |"].join("\n");
    assert.ok(page.includes(`| --- | ---: | ---: | ---: |\n${rows}\n`), page);
    assert.ok(page.includes("## Your libraries\n\n| Library | Today | Credits | Uncertain |"), page);
    await wallet.dispose();
  });

  it("name each search's platform, and ads by title", async () => {
    const wallet = openWallet(folder());
    const ad: SpendingAct = { ...search, what: "adDetail", label: "native:5" };
    const elsewhere: SpendingAct = { ...search, platform: "reddit" };
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
