// What the benchmarks of exports run: the floor, the export alone, and the export as people have it.
import { createWriteStream } from "node:fs";
import { AdLibrary } from "../../src/api/adLibrary";
import { prepareSearch } from "../../src/api/wire/query";
import { exportPages } from "../../src/features/export/exportPages";
import type { ExportAbout, ExportFormat } from "../../src/features/export/exportTypes";
import { localTarget } from "../../src/features/export/targets";
import { pagesToExport, type PagePorts } from "../../src/features/export/pagesToExport";
import { defaultSegments } from "../../src/protocol/platforms";
import { openStack } from "../unit/features/stack";
import { receivedAt } from "./benchPages";

const prepared = prepareSearch({ platform: "mega", choices: [] }, { platform: "mega", filters: [], repairs: 0 });
if (!("request" in prepared)) throw new Error("The search of the bench is not valid.");
const { request } = prepared;
const about: ExportAbout = {
  version: "v2",
  platform: "mega",
  origin: "https://ads.example",
  body: "{}",
  startedAt: receivedAt,
};
const permit = { beforeAttempt: () => Promise.resolve(), afterAttempt: () => Promise.resolve() };

export interface Place {
  /** Base URL: `SERVER/LATENCY/LAST`. */
  readonly base: string;
  /** Number of the last page. */
  readonly last: number;
  readonly file: string;
  readonly folder: string;
}
/** Resolves when the file is complete; to how to close, which nobody waits for, where that is something. */
export type Candidate = (place: Place) => Promise<(() => Promise<void>) | void>;

/** The floor: one request after the other, `JSON.parse`, and the text into a file. */
export const floor: Candidate = async ({ base, last, file }) => {
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
    bought: () => Promise.resolve(undefined),
    fetchPage: async (cursor) => {
      const { value: content, text, receivedAt } = await library.search(request, cursor, permit);
      return { text, receivedAt, content };
    },
  };
}

interface Plain {
  readonly format: ExportFormat;
  readonly ahead?: number;
}

/** The export's own code with the real client. Nothing is archived or booked. */
export const plain = ({ format, ahead }: Plain): Candidate => {
  return async ({ base, file, last }) => {
    const target = localTarget(file);
    const ports = portsOf(base);
    const plan = { version: "v2", platform: "mega" } as const;
    const source = pagesToExport(ports, plan, undefined, ahead);
    const { pages: written, complete } = await exportPages(target, format, about, source);
    if (!complete || written !== last) throw new Error(`${written} of ${last} pages`);
  };
};

/**
 * The export as people have it: every page is booked in the ledger and archived, and each of these is on the disk in
 * time.
 */
export const whole = (ahead?: number): Candidate => {
  return async ({ base, file, last, folder }) => {
    const stack = openStack(folder, base, "key", { confirmAbove: Infinity, archiveMaxSizeMb: 500 });
    const { wallet, exports } = stack;
    await stack.connection.current();
    const address = { origin: base, version: "v2", platform: "mega", body: "{}" } as const;
    const frozen = {
      query: { platform: "mega", choices: [] },
      request,
      address,
      segments: defaultSegments,
      since: "",
      label: "",
    } as const;
    const gate = await wallet.plan((last + 2) * 100, "bench");
    const wish = { format: "ndjson", target: localTarget(file), place: file, ...(gate && { gate }) } as const;
    const more = ahead === undefined ? {} : { ahead };
    const summary = await exports.run(frozen, { ...wish, ...more }, () => undefined, new AbortController().signal);
    if (!summary.complete || summary.pages !== last)
      throw new Error(`${summary.pages} of ${last} pages`, { cause: summary.failure });
    return () => stack.close();
  };
};
