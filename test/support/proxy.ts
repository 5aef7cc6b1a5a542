// An HTTP proxy on loopback that records what passes through it.
import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";

export interface Proxy {
  readonly url: string;
  /** Each request as the proxy sees it: method, target, and headers. */
  readonly log: readonly string[];
  /** What clients sent through its tunnels, byte for byte. */
  readonly tunnelled: () => string;
  /**
   * Sets the port of this machine at which every tunnel ends, whatever host was asked for, or a status to refuse
   * tunnels with.
   */
  answer(next: { readonly port: number } | { readonly status: number }): void;
  close(): Promise<void>;
}

/** Starts a proxy on a free port of 127.0.0.1. It tunnels (`CONNECT`) and refuses everything else. */
export async function startProxy(): Promise<Proxy> {
  const log: string[] = [];
  const chunks: Buffer[] = [];
  let next: { readonly port: number } | { readonly status: number } = { status: 502 };
  const server = createServer((request, response) => {
    log.push([request.method, request.url, ...request.rawHeaders].join(" "));
    response.writeHead(405).end();
  });
  server.on("connect", (request, socket) => {
    log.push([request.method, request.url, ...request.rawHeaders].join(" "));
    socket.on("error", () => undefined);
    if ("status" in next) {
      socket.end(`HTTP/1.1 ${next.status} No\r\nproxy-authenticate: Basic realm="office"\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const target = connect(next.port, "127.0.0.1", () => socket.write("HTTP/1.1 200 Connected\r\n\r\n"));
    target.on("error", () => socket.destroy());
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.pipe(target).pipe(socket);
    socket.on("close", () => target.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    log,
    tunnelled: () => Buffer.concat(chunks).toString("latin1"),
    answer: (then) => (next = then),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
