// One process of the benchmark `loop`: `SERVER` prints how late the event loop is when idle and under each load.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import { versions } from "../../src/api/versions";
import type { Archive } from "../../src/features/archive/archive";
import { benchPage, lateness, receivedAt, receivedAtOf } from "./benchPages";
import { whole } from "./exportCandidates";
import { openArchive } from "../support/openArchive";

const [server = ""] = process.argv.slice(2);
const pages = 300;
const address = { origin: "https://ads.example", version: "v2", platform: "mega", body: "{}" } as const;

/** Makes and reads pages; stores them if an archive is given, and waits until it is tidy. */
async function takePages(archive?: Archive): Promise<void> {
  for (let page = 1; page <= pages; page++) {
    const text = benchPage(page, true);
    await archive?.storePage(address, "5", page, { text, receivedAt: receivedAtOf(page) });
    await nextTurn();
  }
  await archive?.tidied();
}

/** The longest delay, in ms, while an answer with 180,000 ads (nearly the largest allowed) is read and stored. */
async function large(archive: Archive): Promise<number> {
  const ad = (id: number) =>
    `{"id":${id},"title":"Running shoes ${id}","platform":"facebook","pad":"${"x".repeat(90)}"}`;
  const ads = Array.from({ length: 180_000 }, (_, index) => ad(index + 1)).join();
  const text = `{"status":"ok","meta":{"code":1000},"data":{"ads":[${ads}],"has_next_page":false,"last_hit":6}}`;
  const late = monitorEventLoopDelay({ resolution: 1 });
  late.enable();
  // It counts from its first tick on.
  await delay(10);
  versions.v2.readSearchPage(text, "mega", 1);
  await archive.storePage(address, "6", 1, { text, receivedAt });
  await delay(10);
  late.disable();
  return late.max / 1e6;
}

/** Searches as a person types: once for each letter, at short intervals. */
async function search(archive: Archive): Promise<void> {
  for (const word of ["running", "coffee1", "phone22", "shoes2999", "nothing"]) {
    for (let length = 2; length <= word.length; length++) {
      await archive.search({ text: word.slice(0, length) });
      await delay(20);
    }
  }
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "bench-loop-"));
  const archive = openArchive(join(folder, "archive"), { maxSizeMb: () => 1e6 });
  const exported = (latency: number, ahead?: number) => async () => {
    const last = latency === 0 ? 200 : 60;
    const place = await mkdtemp(join(folder, "export-"));
    await whole(ahead)({ base: `${server}/${latency}/${last}`, last, file: join(place, "file"), folder: place });
  };
  try {
    await exported(0)();
    const idle = await lateness(() => delay(2000));
    const read = await lateness(() => takePages());
    const figures = {
      "idle, p99 ms": idle,
      "300 pages made and read, p99 ms": read,
      "300 pages made, read, stored, and indexed, p99 ms more": (await lateness(() => takePages(archive))) - read,
      "search: letter by letter over 5,400 ads, p99 ms more": (await lateness(() => search(archive))) - idle,
      "an answer of 180,000 ads read and stored, max ms": await large(archive),
      "export, 20 ms, p99 ms": await lateness(exported(20)),
      "export, faster, 20 ms, p99 ms": await lateness(exported(20, 4)),
      "export without latency, p99 ms": await lateness(exported(0)),
    };
    await archive.close();
    console.log(JSON.stringify(figures));
  } finally {
    await rm(folder, { recursive: true });
  }
}

void main();
