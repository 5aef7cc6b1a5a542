// The benchmarks that are nothing but a program, run in several processes one after another.
import { join } from "node:path";
import { installShipped, Measured, withPageServer, withWork } from "./measure.mjs";

/**
 * @typedef {(string | number)[]} Args
 * @typedef {object} Plain
 * @property {string} work the program, a file of this folder
 * @property {(given: { full: boolean, folder: string, origin: string }) => readonly Args[]} runs what each process is given
 * @property {readonly string[]} [flags] for Node.js
 * @property {boolean} [shipped] whether the folder has the extension as it ships
 * @property {boolean} [server] whether the page server runs, at the origin
 * @property {Readonly<Record<string, import("./measure.mjs").About>>} about
 */

/** @param {number} count @param {readonly Args[]} runs */
const times = (count, ...runs) => Array.from({ length: count }, () => runs).flat();

const absolute = "– (ms)";

/** @type {Readonly<Record<string, Plain>>} */
const plain = {
  // What the archive costs when it is filled with 250,000 ads, which the default size cap holds.
  archive: {
    work: "archiveWork.ts",
    runs: ({ full, folder }) =>
      [250_000, ...(full ? [1_000_000] : [])].flatMap((ads) =>
        ["fill", "again", "again", "again", "rebuild"].map((what) => [join(folder, `archive-${ads}`), ads, what]),
      ),
    about: {
      "store a page, last tenth over first": { floor: "first tenth", most: 2 },
      "store a page": { floor: absolute },
      "MB per 10,000 ads": { floor: "– (MB)" },
      "read the first page in a cold window, ms": { floor: absolute, most: 10 },
      "list what is bought of a search, ms": { floor: absolute, most: 5 },
      "start the thread and search, ms": { floor: absolute, most: 100 },
      "search: ": { floor: absolute, most: 100 },
      "rebuild the index, s": { floor: "– (s)", most: 240 },
      "event loop during a rebuild, p99 ms more": { floor: "idle (ms)", most: 1 },
      "read a page during a rebuild, ms": { floor: absolute, most: 10 },
      "memory with its thread, MB more": { floor: "no thread", most: 25 },
    },
  },
  // A board's editor in a headless Chromium, and its text in Node.js: 5,000 entries next to 50.
  board: {
    work: "boardWork.ts",
    runs: ({ full, folder }) => times(full ? 7 : 3, [join(folder, "dist")]),
    shipped: true,
    about: {
      "open, ms": { floor: "–" },
      open: { floor: "50 entries", most: 1.5 },
      "page to the first card": { floor: "50 entries" },
      "drag, p95 of a frame, ms of CPU": { floor: "–", most: 33 },
    },
  },
  // How long two runs of 20,000 ads take to read and to compare, and how much memory that needs.
  compare: {
    work: "compareWork.ts",
    runs: () => times(3, []),
    flags: ["--expose-gc"],
    about: {
      "comparing 20,000 with 20,000 ads (ms)": { floor: "–", most: 1000 },
      "reading both runs out of the archive": { floor: "JSON.parse of their pages" },
      "memory held by both runs and the comparison (MB)": { floor: "–", most: 150 },
    },
  },
  // How much longer a paid search with a daily budget takes after twelve months of heavy use.
  ledger: {
    work: "ledgerWork.ts",
    runs: () => times(3, []),
    about: {
      "a paid search with a budget, ms more": { floor: "the same with an empty ledger", most: 5 },
      "the first one of a window, ms more": { floor: "the same with an empty ledger" },
    },
  },
  // How late the host's event loop is under load.
  loop: {
    work: "loopWork.ts",
    runs: ({ origin }) => times(3, [origin]),
    server: true,
    about: {
      "300 pages made, read, stored, and indexed, p99 ms more": { floor: "made and read (ms)", most: 1 },
      "search: letter by letter over 5,400 ads, p99 ms more": { floor: "idle (ms)", most: 1 },
      "an answer of 180,000 ads read and stored, max ms": { floor: absolute, most: 500 },
      export: { floor: absolute, most: 20 },
    },
  },
  // The memory of a large export: 300,000 ads, or 1,000,000 with `--full`.
  memory: {
    work: "memoryWork.ts",
    runs: ({ full }) => ["json", "ndjson", "csv"].map((format) => [format, full ? 1_000_000 : 300_000]),
    about: {
      "at the end over after 100k ads": { floor: "the same run's 80,000 to 100,000", most: 1.1 },
      "highest, MB": { floor: "– (resident)", most: 350 },
      "a page, ms": { floor: absolute },
    },
  },
  // The explorer's page in a headless Chromium: many cards next to few, a large form next to native controls, and a
  // restored panel next to an empty one.
  panel: {
    work: "panelWork.ts",
    runs: ({ full, folder }) => times(full ? 7 : 3, [join(folder, "dist")]),
    shipped: true,
    about: {
      "10,000 cards: first card": { floor: "90 cards", most: 1.2 },
      "10,000 cards: elements in the results": { floor: "–", most: 1000 },
      "10,000 cards: p95 of a screen over the floor's, ms": { floor: "90 cards", most: 33 },
      "10,000 cards: append a page, CPU": { floor: "90 cards", most: 1.2 },
      "form of 25 filters: first paint": { floor: "native controls", most: 1.5 },
      "list of 10,000 items: one key, ms of CPU": { floor: "–", most: 16 },
      "restore 50 pages: first paint": { floor: "an empty panel", most: 2 },
    },
  },
  // What reading an answer costs, compared with `JSON.parse` of the same text in the same process.
  parse: {
    work: "parseWork.ts",
    runs: () => times(5, ["cold"], ["cold"], ["cold"], ["warm"]),
    about: {
      "exact integers, none long": { floor: "JSON.parse", most: 1.1 },
      "exact integers": { floor: "JSON.parse", most: 4 },
      "page to nouns, 43 kB": { floor: "JSON.parse", most: 1.15 },
      "pages 2 to 10": { floor: "JSON.parse", most: 2 },
    },
  },
};

/**
 * @param {Plain} plain
 * @returns {import("./measure.mjs").Bench}
 */
function benchOf({ work, runs, flags = [], shipped = false, server = false, about }) {
  return ({ full }) =>
    withWork([work], async (pathOf, folder) => {
      if (shipped) await installShipped(folder);
      const measured = new Measured();
      const measure = async (origin = "") => {
        for (const args of runs({ full, folder, origin })) await measured.process(pathOf(work), args, flags);
      };
      await (server ? withPageServer(measure) : measure());
      return measured.rows(about);
    });
}

export const plainBenches = new Map(Object.entries(plain).map(([name, each]) => [name, benchOf(each)]));
