// One process of the benchmark `board`: `DIST` (the folder with the bundles as they ship) prints what boards of 5,000
// entries cost beside those of 50: reading the text, the page until its first card, and dragging a card.
import { addEntries, newBoard } from "../../src/features/boards/editBoard";
import { readBoard } from "../../src/features/boards/readBoard";
import type { BoardEntry } from "../../src/features/boards/board";
import { PanelPages, type PanelPage } from "../support/panelPage";
import { cardAt } from "../support/panelPageAds";
import { launchChromium } from "../support/vscode/browser.mjs";
import { median, quantile } from "./benchPages";
import { calm, cpu, handAnswer, holdAnswer } from "./pageCosts";

const columns = ["Hook", "Offer", "Proof"];
const columnAt = (at: number) => ["", ...columns][at % 4] ?? "";
const noteAt = (at: number) => (at % 3 === 0 ? "A question in the first second." : "");

/** A board's text with this many entries. */
function textWith(count: number): string {
  const search = { body: '{"countries":["us"],"text":"shoes"}', lastHit: "9007199254740995", page: 1 };
  const source = { library: "https://ads.example", version: "v2", platform: "facebook", received: "2026-11-20T10:00:00.000Z", search } as const; // prettier-ignore
  const entries = Array.from({ length: count }, (_, at): BoardEntry => ({
    ...{ ad: { platform: "facebook", id: String(at + 1) }, source, sha256: "0".repeat(64) },
    ...{ column: columnAt(at), tags: at % 2 === 0 ? ["ugc"] : [], note: noteAt(at) },
  }));
  // Sorted already: adding them to an empty board puts each at its place.
  return addEntries(newBoard("Shoes", columns), entries)?.text ?? "";
}

function reading(text: string): number {
  const from = performance.now();
  if (!readBoard(text).board) throw new Error("This is no board.");
  return performance.now() - from;
}

async function opened(pages: PanelPages, count: number) {
  const entries = Array.from({ length: count }, (_, at) => ({
    ...{ id: `facebook:${at + 1}`, ad: { platform: "facebook", id: String(at + 1) } as const, answer: "0" },
    ...{ column: columnAt(at), tags: at % 2 === 0 ? ["ugc"] : [], note: noteAt(at), searched: "facebook" as const },
  }));
  const panel = await pages.open({
    panel: "board",
    route: (page) => page.addInitScript(holdAnswer("board")),
    prepare: ({ rows }) => {
      const start = rows.openBoard({}, new AbortController().signal);
      rows.openBoard = async () => ({ ...(await start), board: { name: "Shoes", columns, entries } });
      rows.entryCards = ({ ids }) =>
        ids.map((id) => ({
          id,
          received: "2026-11-20T10:00:00.000Z",
          card: cardAt("facebook", Number(id.split(":")[1]), "https://pictures.invalid"),
        }));
      rows.editBoard = () => undefined;
    },
  });
  await panel.page.evaluate(`held.then(() => ${calm})`);
  return { panel, first: await panel.page.evaluate<number>(handAnswer("article")) };
}

/** Drags a card to the next column and back, a step for each frame. Returns the costs of the frames and of the drop. */
async function dragging({ page }: PanelPage) {
  await page.evaluate(calm);
  const from = await page.locator('[data-key="facebook:1"] .card-title').boundingBox();
  const to = await page.getByRole("region", { name: "Offer" }).boundingBox();
  if (!from || !to) throw new Error("There is nothing to drag.");
  await page.mouse.move(from.x + 5, from.y + 5);
  await page.mouse.down();
  const costs: number[] = [];
  const steps = 60;
  for (let step = 1; step <= steps; step += 1) {
    const part = step / steps;
    const x = from.x + 5 + (to.x + to.width / 2 - from.x) * part;
    costs.push(await cpu(page, () => page.mouse.move(x, from.y + 5 + 200 * part)));
  }
  const drop = await cpu(page, async () => {
    await page.mouse.up();
    await page.getByRole("region", { name: "Offer" }).locator('[data-key="facebook:1"]').waitFor({ state: "attached" });
  });
  return { frame: quantile(costs, 0.95), drop };
}

async function main(): Promise<void> {
  const [small, large] = [textWith(50), textWith(5000)];
  const browser = launchChromium(["--renderer-process-limit=1"]);
  const pages = await PanelPages.start(browser, process.argv[2]);
  try {
    for (const text of [small, large]) reading(text);
    await (await opened(pages, 50)).panel.page.close();
    const turns: (readonly [number, number, number, number])[] = [];
    const drags: { frame: number; drop: number }[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      const few = await opened(pages, 50);
      await few.panel.page.close();
      const many = await opened(pages, 5000);
      drags.push(await dragging(many.panel));
      await many.panel.page.close();
      turns.push([reading(small), few.first, reading(large), many.first]);
    }
    const middle = (of: (turn: (typeof turns)[number]) => number) => median(turns.map(of));
    const open = middle((turn) => turn[2] + turn[3]);
    const figures = {
      "5,000 entries: open": open / middle((turn) => turn[0] + turn[1]),
      "5,000 entries: open, ms": open,
      "5,000 entries: read the text, ms": middle((turn) => turn[2]),
      "5,000 entries: page to the first card": middle((turn) => turn[3]) / middle((turn) => turn[1]),
      "5,000 entries: drag, p95 of a frame, ms of CPU": median(drags.map(({ frame }) => frame)),
      "5,000 entries: drop, ms of CPU": median(drags.map(({ drop }) => drop)),
    };
    console.log(JSON.stringify(figures));
  } finally {
    await pages.close();
    await (await browser).close();
  }
}

void main();
