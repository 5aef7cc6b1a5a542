import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

/** What the library does with a paid request that reached it. */
export const faults = [
  "page",
  "failed",
  "damaged",
  "html",
  "reset",
  "half",
  "serverError",
  "silence",
  "redirect",
] as const;
export type Fault = (typeof faults)[number];

const page = JSON.stringify({
  status: "ok",
  meta: { code: 1000, message: null },
  data: { ads: [], current_page: 1, has_next_page: false, last_hit: 1 },
});
const failed = JSON.stringify({ status: "failed", meta: { code: 1009, message: "server error" }, data: [] });

/** A library that counts each request that reached it and misbehaves as the request's body asks. */
export class FaultyLibrary {
  /** Requests that reached it. */
  requests = 0;
  /** Called when a request that will never be answered has arrived. */
  onSilence: (name: string) => void = () => undefined;
  private readonly server = createServer((request, response) => void this.receive(request, response));

  async start(): Promise<string> {
    this.server.listen(0, "127.0.0.1");
    await once(this.server, "listening");
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, "close");
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { fault, name } = JSON.parse(Buffer.concat(chunks).toString()) as { fault: Fault; name: string };
    this.answer(fault, name, response);
  }

  private answer(fault: Fault, name: string, response: ServerResponse): void {
    switch (fault) {
      case "page":
        return void response.end(page);
      case "failed":
        return void response.end(failed);
      case "damaged":
        return void response.end(page.slice(0, 40));
      case "html":
        return void response.end("<html>Sign in</html>");
      case "reset":
        return void response.destroy();
      case "half":
        response.writeHead(200, { "content-length": page.length });
        return void response.write(page.slice(0, 40), () => response.destroy());
      case "serverError":
        return void response.writeHead(500).end("down");
      case "redirect":
        return void response.writeHead(307, { location: "https://elsewhere.example/" }).end();
      case "silence":
        return this.onSilence(name);
    }
  }
}
