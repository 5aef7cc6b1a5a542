import assert from "node:assert/strict";
import * as vscode from "vscode";
import { SearchFileTarget } from "../../src/views/doors";
import { boardItem, fileItem } from "../../src/views/tree/searchItems";
import type { RecentSearchRow, SavedSearchRow, SearchNode, SearchRows } from "../../src/views/tree/searchNodes";
import { SearchesTree } from "../../src/views/tree/searchesTree";
import { moment } from "../../src/views/words";
import { noRows } from "../support/searchRows";

const row = (id: string, pages = 0): SavedSearchRow => ({
  ...{ id, name: id, platform: "native" },
  ...(pages > 0 && { bought: { pages, fetchedAt: new Date().toISOString() } }),
});
const recent = (label: string): RecentSearchRow => ({
  label,
  platform: "native" as const,
  at: "2026-01-01T00:00:00Z",
  search: { platform: "native", body: {} },
});
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("the rows of saved searches", () => {
  /** A tree of which VS Code has asked once, and whose rows can be replaced. */
  async function bench(first: Partial<{ saved: SavedSearchRow[]; recents: string[] }> = {}) {
    let now = { saved: [], recents: [], ...first };
    let reads = 0;
    let free: Promise<unknown> = Promise.resolve();
    const told: (readonly SearchNode[] | undefined)[] = [];
    const rows: SearchRows = {
      ...noRows,
      saved: () => {
        reads += 1;
        const { saved } = now;
        return free.then(() => saved);
      },
      recent: () => Promise.resolve(now.recents.map(recent)),
    };
    const tree = new SearchesTree(
      () => Promise.resolve(rows),
      () => Promise.resolve(true),
    );
    tree.onDidChangeTreeData((nodes) => told.push(nodes));
    const nodes = await tree.getChildren();
    return {
      tree,
      nodes,
      told,
      reads: () => reads,
      /** Reads that begin from now on get their answer when `until` is settled. */
      hold: (until: Promise<unknown>) => void (free = until),
      changed: async (next: Partial<typeof now>) => {
        now = { ...now, ...next };
        tree.refresh();
        await settled();
      },
    };
  }
  const labels = (tree: SearchesTree, nodes: readonly SearchNode[]) =>
    nodes.map((node) => tree.getTreeItem(node).accessibilityInformation?.label);

  it("show in tooltips what a narrow side bar cuts off", async () => {
    const saved = { ...row("Competitors, all of them", 3), newAds: 1_204, lastRunAt: "2026-01-02T03:04:05Z" };
    const at = moment(saved.lastRunAt);
    const { tree, nodes } = await bench({ saved: [saved], recents: ["coffee"] });
    const linesOf = (node: SearchNode) => {
      const { tooltip } = tree.getTreeItem(node);
      return typeof tooltip === "string" ? tooltip.split("\n") : [];
    };
    const [first, recents] = nodes;
    const [ran] = await tree.getChildren(recents);
    const facts = [
      "Competitors, all of them",
      "Native",
      "1,204 ads new to you",
      `Last run ${at}`,
      "bought, 3 pages, just now",
    ];
    assert.deepEqual(linesOf(first!).slice(0, 5), facts);
    assert.deepEqual(linesOf(ran!).slice(0, 2), ["coffee", `Native, ${moment("2026-01-01T00:00:00Z")}`]);
    const target = new SearchFileTarget(vscode.Uri.file("/a/shoes.adsearch.json"));
    const file = fileItem({ path: "shoes.adsearch.json", name: "Running shoes", platform: "native", target, pages: 2 });
    assert.equal(file.tooltip, "Running shoes\nshoes.adsearch.json\nNative\nRun: 2 pages, 200 credits");
  });

  it("keep controls and direction marks of a file's name from changing what follows", () => {
    const name = "Spring \u202Egnp\u0007\ud800 👩‍💻 $(bell)";
    const uri = vscode.Uri.file("/a/shoes.adboard.json");
    const target = new SearchFileTarget(uri);
    const items = [
      fileItem({ path: "a", name, problem: name, target }),
      boardItem({ path: "a", name, problem: name, uri }),
    ];
    for (const { label, description } of items) {
      assert.deepEqual(label, { label: "Spring gnp 👩‍💻 (bell)" });
      assert.equal(description, "Spring gnp 👩‍💻 (bell)");
    }
  });

  it("are announced once, however often they change before VS Code asks", async () => {
    const { tree, told, reads, changed } = await bench();
    await changed({ saved: [row("one")] });
    await changed({ saved: [row("one")] });
    await changed({ saved: [row("one"), row("two")] });
    assert.deepEqual(told, [undefined]);
    const before = reads();
    assert.deepEqual(labels(tree, await tree.getChildren()), ["one, Native, not run yet", "two, Native, not run yet"]);
    assert.equal(reads(), before);
    await changed({ saved: [row("two")] });
    assert.deepEqual(told, [undefined, undefined]);
    tree.dispose();
  });

  it("keep their identity if only their contents change, so that an open menu acts on them", async () => {
    const { tree, nodes, told, changed } = await bench({ saved: [row("one"), row("two")], recents: ["a"] });
    await changed({ saved: [row("one"), row("two")] });
    assert.deepEqual(told, []);
    await changed({ saved: [row("one"), row("two", 3)], recents: ["b", "a"] });
    assert.deepEqual(told, [[nodes[1], nodes[2]]]);
    assert.equal(told[0]?.[0], nodes[1]);
    assert.deepEqual(labels(tree, nodes), [
      "one, Native, not run yet",
      "two, Native, bought, 3 pages, just now",
      "Recent, 2",
    ]);
    assert.deepEqual(
      (await tree.getChildren(nodes[2])).map((node) => node.kind === "recent" && node.row.label),
      ["b", "a"],
    );
    tree.dispose();
  });

  it("show seconds only for runs of the same minute", async () => {
    const search = { platform: "native", body: {} } as const;
    const run = (lastHit: string, fetchedAt: string) => ({
      lastHit,
      fetchedAt,
      pages: 1,
      ended: false,
      credits: 100,
      search,
    });
    const times = ["2026-03-02T10:00:41Z", "2026-03-02T10:00:07Z", "2026-03-02T09:59:59Z"];
    const tree = new SearchesTree(
      () =>
        Promise.resolve({ ...noRows, runs: () => Promise.resolve(times.map((at, index) => run(String(index), at))) }),
      () => Promise.resolve(true),
    );
    const runs = await tree.getChildren({ kind: "saved", row: { ...row("one"), search } });
    const shown = labels(tree, runs).map((label = "") => label.split(", 1 page")[0] ?? "");
    assert.equal(new Set(shown).size, 3);
    assert.deepEqual(
      shown.map((label) => (label.match(/\d\d/g) ?? []).some((digits) => ["41", "07"].includes(digits))),
      [true, true, false],
    );
    assert.doesNotMatch(shown[2] ?? "", /59\D+59/);
    tree.dispose();
  });

  it("name the library of a search saved elsewhere", async () => {
    const { tree, nodes } = await bench({
      saved: [
        { ...row("one"), otherLibrary: "sample:" },
        { ...row("two"), otherLibrary: "https://ads.example" },
      ],
    });
    assert.deepEqual(labels(tree, nodes), [
      "one, Native, from Sample library, not run yet",
      "two, Native, from ads.example, not run yet",
    ]);
    tree.dispose();
  });

  it("are read without a library only if something is kept, or the open folder has search files", async function () {
    const root = vscode.workspace.workspaceFolders![0]!.uri;
    const uri = vscode.Uri.joinPath(root, "alone.adsearch.json");
    // The oldest VS Code of some machines comes without the program that looks for files.
    const look = () => vscode.workspace.findFiles("**/*.adsearch.json").then(undefined, () => this.skip());
    // What other tests left would be rows as well; an editor of theirs may still save its file once more.
    for (let left = await look(); left.length > 0; left = await look())
      for (const file of left) await vscode.workspace.fs.delete(file).then(undefined, () => undefined);
    let reads = 0;
    const file = { path: "alone.adsearch.json", name: "alone", target: new SearchFileTarget(uri) };
    const rows: SearchRows = {
      ...noRows,
      files: () => Promise.resolve([file]),
    };
    const tree = new SearchesTree(
      () => Promise.resolve((reads += 1)).then(() => rows),
      () => Promise.resolve(false),
    );
    assert.deepEqual([await tree.getChildren(), reads], [[], 0]);
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode("{}"));
    try {
      for (let [group] = await tree.getChildren(); ; [group] = await tree.getChildren())
        if (group) {
          assert.deepEqual(labels(tree, [group, ...(await tree.getChildren(group))]), [
            "In This Workspace, 1",
            "alone, Unknown platform",
          ]);
          return;
        }
    } finally {
      await vscode.workspace.fs.delete(uri);
      tree.dispose();
    }
  });

  it("are announced again if they change while VS Code waits for its answer", async () => {
    const { tree, told, hold, changed } = await bench({ saved: [row("one")] });
    let release = (): void => undefined;
    hold(new Promise<void>((resolve) => (release = resolve)));
    const asked = tree.getChildren();
    await settled();
    hold(Promise.resolve());
    await changed({ saved: [row("one", 3)] });
    release();
    const nodes = await asked;
    await settled();
    assert.equal(told[0]?.[0], nodes[0]);
    assert.deepEqual(labels(tree, nodes), ["one, Native, bought, 3 pages, just now"]);
    tree.dispose();
  });
});
