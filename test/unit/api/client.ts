// A client of the service under test, with a permit and a log that remember.
import { AdLibrary, type AdLibraryOptions, type RequestRecord, type SpendingPermit } from "../../../src/api/adLibrary";
import { AdLibraryError } from "../../../src/api/errors";
import type { PreparedSearch } from "../../../src/api/wire/query";
import type { ExportedPage, ExportStop } from "../../../src/features/export/exportTypes";
import { type PagePorts, pagesToExport } from "../../../src/features/export/pagesToExport";
import { defaultSegments } from "../../../src/protocol/platforms";

export const canary = "CANARY-7f3a/9b+c2=d8&e1<04>a6f5b3c7d9e2f1";

export const segments = defaultSegments;

export function clientOf(baseUrl: string, options: Partial<AdLibraryOptions> = {}) {
  const records: RequestRecord[] = [];
  const library = new AdLibrary({
    baseUrl,
    segments,
    key: () => canary,
    timeoutMs: 60_000,
    paidRetry: "whenNotSent",
    onRequest: (record) => records.push(record),
    ...options,
  });
  return { library, records };
}

/** A permit that always allows, and tells what it was told: "1", "1 received", "2", … */
export function openPermit(): SpendingPermit & { readonly told: readonly string[] } {
  const told: string[] = [];
  return {
    told,
    beforeAttempt: (attempt) => Promise.resolve(void told.push(String(attempt))),
    afterAttempt: (attempt, outcome) => Promise.resolve(void told.push(`${attempt} ${outcome}`)),
  };
}

/** All pages of a search, walked as exports walk them, each paid for. Returns why the walk ended. */
export function walkOf(library: AdLibrary, request: PreparedSearch): AsyncGenerator<ExportedPage, ExportStop> {
  const fetchPage: PagePorts["fetchPage"] = async (cursor) => {
    const { text, receivedAt, value } = await library.search(request, cursor, openPermit());
    return { text, receivedAt, content: value };
  };
  return pagesToExport(
    { bought: () => Promise.resolve(undefined), fetchPage },
    { version: "v2", platform: request.platform },
  );
}

/** The failure of a call that must fail. */
export async function failureOf(call: Promise<unknown>): Promise<AdLibraryError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof AdLibraryError) return error;
    throw error;
  }
  throw new Error("The call succeeded.");
}

/** A time limit that passes when the test says so, not when the machine is slow. */
export const limitMs = 77_777;

/** Lets the limit of the running request pass once `ready` settles, for each of `times` requests in turn. */
export async function passLimits(times: number, ready: (request: number) => Promise<unknown>): Promise<void> {
  const { setTimeout: real } = globalThis;
  let started: (limit: () => void) => void = () => undefined;
  const next = () => new Promise<() => void>((resolve) => (started = resolve));
  let limit = next();
  const patched = (pass: () => void, ms?: number) => {
    if (ms !== limitMs) return real(pass, ms);
    started(pass);
    return real(() => undefined, 0);
  };
  const install = (value: unknown) =>
    Object.defineProperty(globalThis, "setTimeout", { value, configurable: true, writable: true });
  install(patched);
  try {
    for (let request = 1; request <= times; request += 1) {
      const pass = await limit;
      limit = next();
      await ready(request);
      pass();
    }
  } finally {
    install(real);
  }
}

/** No pause between attempts: the jitter is drawn as 0. */
export function withoutPauses(): void {
  const { random } = Math;
  before(() => {
    Math.random = () => 0;
  });
  after(() => {
    Math.random = random;
  });
}
