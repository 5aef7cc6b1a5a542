// The service of the benchmark `export`: pages of 43 kB after a chosen latency, from a process of its own.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { benchPage } from "./benchPages";

/** Two hundred texts are enough variety. They are made in advance, because making them must not be measured. */
const texts = Array.from({ length: 200 }, (_, index) => benchPage(index, true).split(`"current_page":${index},`));
const empty = `{"status":"ok","meta":{"code":1000},"data":{"ads":[],"current_page":1,"has_next_page":false}}`;

function pageText(page: number, last: number): string {
  if (page > last) return empty;
  const [before = "", after = ""] = texts[page % texts.length]!;
  return `${before}"current_page":${page},${page < last ? after : after.replace("true", "false")}`;
}

export interface PageServer {
  /** Its origin. The path of a base URL is `/LATENCY/LAST`: milliseconds, and the number of the last page. */
  readonly origin: string;
  readonly close: () => void;
}

/** Starts the service on a free port of loopback. */
export async function startPageServer(): Promise<PageServer> {
  const server = createServer((request, response) => {
    void (async () => {
      let body = "";
      for await (const chunk of request.setEncoding("utf8")) body += String(chunk);
      const [, latency, last] = (request.url ?? "").split("/").map(Number);
      const page = Number(/"page":(\d+)/.exec(body)?.[1] ?? 1);
      if (latency) await delay(latency);
      response.setHeader("content-type", "application/json").end(pageText(page, last ?? 0));
    })();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
