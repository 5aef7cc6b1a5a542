import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Accounts, type Account } from "./accounts";
import { answerApi } from "./answerApi";
import { answerMedia } from "./media/answerMedia";
import { createForms } from "./search/forms";
import { Finder } from "./search/finder";
import type { Service } from "./service";
import { Moments } from "./moments";
import { SampleWorld } from "./world/sampleWorld";

export type { Account } from "./accounts";

export interface SampleOptions {
  /** Port to listen on. 0, the default, takes any free one. */
  readonly port?: number;
  /** Instead of a port: a server that already listens on this machine but answers nothing yet. */
  readonly server?: Server;
  /** The present in milliseconds since the epoch (`Date.now` if absent). Ads arrive as it moves on. */
  readonly now?: () => number;
  /** How many ads of each platform can be searched; 50,000 if absent. */
  readonly adsPerPlatform?: number;
  /** What the made-up world is computed from; 2021 if absent. */
  readonly seed?: number;
  /** Freezes the library until `POST /next-moment`, when ads appear, change, and vanish. */
  readonly moments?: boolean;
}

/** A running sample library: an HTTP service on loopback that serves the whole contract over made-up ads. */
export interface SampleLibrary {
  /** Base URL. */
  readonly url: string;
  /** A key that it accepts for V2 and V1; different after each start. */
  readonly key: string;
  /** Accepts a further key. With `v2: false`, the key opens V1 only. */
  addKey(key: string, options?: { readonly v2?: boolean }): void;
  /** What a key has used so far; undefined if the key is not accepted. */
  account(key: string): Account | undefined;
  close(): Promise<void>;
}

const host = "127.0.0.1";
/** The names of this machine with any port: a remote window reaches the library through a port of its own. */
const ownHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

async function listen(server: Server, port: number): Promise<number> {
  if (!server.listening)
    await new Promise<void>((done, failed) => server.once("error", failed).listen(port, host, done));
  const address = server.address();
  if (address !== null && typeof address === "object") return address.port;
  throw new Error("The sample library could not open a port.");
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function createService(options: SampleOptions, accounts: Accounts, mediaUrl: () => string): Service {
  const library = new SampleWorld(options.seed ?? 2021, options.adsPerPlatform ?? 50_000);
  const now = options.now ?? Date.now;
  const present = () => Math.floor(now() / 60_000) * 60;
  const moments = options.moments ? new Moments(present()) : undefined;
  return {
    library,
    moments,
    finder: new Finder(library),
    forms: createForms(library),
    accounts,
    get mediaUrl() {
      return mediaUrl();
    },
    present: () => moments?.present() ?? present(),
  };
}

/** Path of the URL to connect to. A library is named by its URL, so this one says what it is. */
export const namingPath = "/sample-library";

async function answer(service: Service, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url: path = "/" } = request;
  const target = `http://${host}${path.startsWith(`${namingPath}/`) ? path.slice(namingPath.length) : path}`;
  // A website whose name was made to resolve to this machine (DNS rebinding) would send that name.
  if (!ownHost.test(request.headers.host ?? "")) response.writeHead(421).end();
  else if (!URL.canParse(target)) response.writeHead(400).end();
  else if (service.moments && request.method === "POST" && new URL(target).pathname.endsWith("/next-moment")) {
    const days = new URL(target).searchParams.get("days") ?? "0";
    service.moments.next(/^\d{1,4}$/.test(days) ? Number(days) : 0);
    response.writeHead(204).end();
  } else if (request.url?.startsWith("/media/")) await answerMedia(service, request, new URL(target), response);
  else await answerApi(service, request, new URL(target), response);
}

/** Starts a sample library. Rejects if the port is taken. */
export async function startSampleLibrary(options: SampleOptions = {}): Promise<SampleLibrary> {
  const accounts = new Accounts();
  const key = `sample-${randomBytes(24).toString("base64url")}`;
  accounts.add(key, { v2: true });
  let url = "";
  const service = createService(options, accounts, () => `${url}/media`);
  const server = options.server ?? createServer();
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    answer(service, request, response).catch(() => response.destroy());
  });
  url = `http://${host}:${await listen(server, options.port ?? 0)}`;
  return {
    url,
    key,
    addKey: (added, { v2 = true } = {}) => accounts.add(added, { v2 }),
    account: (used) => accounts.of(used),
    close: () => close(server),
  };
}
