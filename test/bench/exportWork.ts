// One process of the benchmark `export`: `SERVER LATENCY PAGES TURN MORE` prints the speed of each candidate over that of
// the floor. `TURN` says which one begins, and `MORE` is added to the figures' names.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median, timed } from "./benchPages";
import { type Candidate, floor, plain, whole } from "./exportCandidates";

const [server = "", latencyText = "0", pagesText = "1", turnText = "0", more = ""] = process.argv.slice(2);
const [latency, pages, turn] = [latencyText, pagesText, turnText].map(Number) as [number, number, number];
const candidates: Readonly<Record<string, Candidate>> = {
  floor,
  json: plain({ format: "json" }),
  ndjson: plain({ format: "ndjson" }),
  csv: plain({ format: "csv" }),
  "ndjson, faster": plain({ format: "ndjson", ahead: 4 }),
  "ndjson with ledger and archive": whole(),
  "the same, faster": whole(4),
};

async function milliseconds(work: Candidate, latencyMs: number, last: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "bench-export-"));
  const closing: Awaited<ReturnType<Candidate>>[] = [];
  try {
    return await timed(async () => {
      closing.push(await work({ base: `${server}/${latencyMs}/${last}`, last, file: join(folder, "file"), folder }));
    });
  } finally {
    for (const close of closing) await close?.();
    await rm(folder, { recursive: true });
  }
}

async function main(): Promise<void> {
  const names = Object.keys(candidates);
  const times = new Map(names.map((name) => [name, [] as number[]]));
  for (const name of names) await milliseconds(candidates[name]!, 0, 60);
  // Without latency, the noise is as large as what is measured, so the candidates take turns.
  for (let pass = 0; pass < (latency === 0 ? 3 : 1); pass++) {
    const first = (turn + pass) % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      times.get(name)?.push(await milliseconds(candidates[name]!, latency, pages));
    }
  }
  const least = median(times.get("floor")!);
  const ratios = names
    .slice(1)
    .map((name) => [`${name}, ${latency} ms${more}`, least / median(times.get(name)!)] as const);
  console.log(JSON.stringify(Object.fromEntries(ratios)));
}

void main();
