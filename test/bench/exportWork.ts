// One process of the bench `export`: `SERVER LATENCY PAGES TURN` prints each candidate's speed over the floor's; `TURN`
// says which one begins.
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AdLibrary } from "../../src/api/adLibrary";
import { prepareSearch } from "../../src/api/wire/query";
import { exportPages } from "../../src/features/export/exportPages";
import type { ExportAbout, ExportFormat } from "../../src/features/export/exportTypes";
import { localTarget } from "../../src/features/export/localTarget";
import { pagesAhead } from "../../src/features/export/pagesAhead";
import { pagesToExport, type PagePorts } from "../../src/features/export/pagesToExport";
import { ExportSearch } from "../../src/features/exportSearch";
import { defaultSegments } from "../../src/protocol/platforms";
import { openStack } from "../unit/features/stack";
import { median, receivedAt, timed } from "./benchPages";

const [server = "", latencyText = "0", pagesText = "1", turnText = "0"] = process.argv.slice(2);
const [latency, pages, turn] = [latencyText, pagesText, turnText].map(Number) as [number, number, number];
const prepared = prepareSearch({ platform: "mega", choices: [] }, { platform: "mega", filters: [], repairs: 0 });
if (!("request" in prepared)) throw new Error("The search of the bench is not valid.");
const { request } = prepared;
const about: ExportAbout = { platform: "mega", origin: server, body: "{}", startedAt: receivedAt };
const leave = { beforeAttempt: () => Promise.resolve(), afterAttempt: () => Promise.resolve() };

interface Place {
  readonly base: string;
  readonly last: number;
  readonly file: string;
  readonly folder: string;
}
type Candidate = (place: Place) => Promise<void>;

/** One request after the other, `JSON.parse`, and the text into a file. */
const floor: Candidate = async ({ base, last, file }) => {
  const out = createWriteStream(file);
  for (let page = 1; page <= last; page++) {
    const headers = { "content-type": "application/json", "x-api-key": "key" };
    const body = page === 1 ? `{"page":1}` : `{"page":${page},"last_hit":1700000000}`;
    const text = await (await fetch(`${base}/search`, { method: "POST", headers, body })).text();
    JSON.parse(text);
    if (!out.write(text)) await new Promise<void>((done) => out.once("drain", done));
  }
  await new Promise<void>((done) => out.end(done));
};

function portsOf(base: string): PagePorts {
  const library = new AdLibrary({
    ...{ baseUrl: base, segments: defaultSegments, key: () => "key" },
    ...{ timeoutMs: 30_000, paidRetry: "never" },
  });
  return {
    owned: () => Promise.resolve(undefined),
    fetchPage: async (cursor, signal) => {
      const { value: content, text, receivedAt } = await library.search(request, cursor, leave, signal);
      return { text, receivedAt, content };
    },
  };
}

/** The export's own code over the real client; nothing is archived or booked. */
const plain = (format: ExportFormat, ahead?: number): Candidate => {
  return async ({ base, file, last }) => {
    const [ports, plan] = [portsOf(base), { platform: "mega" }] as const;
    const source = ahead === undefined ? pagesToExport(ports, plan) : pagesAhead(ports, plan, ahead);
    const { pages: written, complete } = await exportPages(localTarget(file), format, about, source);
    if (!complete || written !== last) throw new Error(`${written} of ${last} pages`);
  };
};

/** As a person has it: every page booked in the ledger, archived and noted in the journal, each on the disk in time. */
const whole = (ahead?: number): Candidate => {
  return async ({ base, file, last, folder }) => {
    const stack = openStack(folder, base, "key");
    const { search, details, archive, wallet } = stack;
    await stack.connection.current();
    const exports = new ExportSearch({ search, details, archive, journals: folder, now: () => new Date() });
    const address = { origin: server, version: "v2", platform: "mega", body: "{}" } as const;
    const frozen = { query: { platform: "mega", choices: [] }, request, address, segments: defaultSegments } as const;
    const gate = await wallet.plan((last + 2) * 100, "bench");
    const wish = { format: "ndjson", target: localTarget(file), place: file, ...(gate && { gate }) } as const;
    const more = ahead === undefined ? {} : { ahead };
    const summary = await exports.run(frozen, { ...wish, ...more }, () => undefined, new AbortController().signal);
    await stack.close();
    if (!summary.complete || summary.pages !== last)
      throw new Error(`${summary.pages} of ${last} pages`, { cause: summary.failure });
  };
};

const candidates: Readonly<Record<string, Candidate>> = {
  floor,
  json: plain("json"),
  ndjson: plain("ndjson"),
  csv: plain("csv"),
  "ndjson, faster": plain("ndjson", 4),
  "ndjson with ledger, archive and journal": whole(),
  "the same, faster": whole(4),
};

async function milliseconds(work: Candidate, latencyMs: number, last: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "bench-export-"));
  try {
    return await timed(() =>
      work({ base: `${server}/${latencyMs}/${last}`, last, file: join(folder, "file"), folder }),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function main(): Promise<void> {
  const names = Object.keys(candidates);
  const times = new Map(names.map((name) => [name, [] as number[]]));
  for (const name of names) await milliseconds(candidates[name]!, 0, 60);
  // Without latency the noise is as large as what is measured: the candidates take turns.
  for (let pass = 0; pass < (latency === 0 ? 3 : 1); pass++) {
    const first = (turn + pass) % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      times.get(name)?.push(await milliseconds(candidates[name]!, latency, pages));
    }
  }
  const least = median(times.get("floor")!);
  const ratios = names.slice(1).map((name) => [`${name}, ${latency} ms`, least / median(times.get(name)!)] as const);
  console.log(JSON.stringify(Object.fromEntries(ratios)));
}

void main();
