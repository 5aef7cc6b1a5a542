// An HTTP service on loopback that records every request and answers as it is told, right or wrong.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { patienceInMs } from "./hostOutput.mjs";

/** A request as it arrived. */
export interface Seen {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Settles when the connection is closed. */
  readonly closed: Promise<unknown>;
}

/** What a reply can use. */
export interface Exchange {
  readonly seen: Seen;
  readonly response: ServerResponse;
  /** For replies that are not proper HTTP. */
  readonly socket: Socket;
  /** Number of the request; 1 for the first. */
  readonly count: number;
}

/** Answers a request. */
export type Reply = (exchange: Exchange) => unknown;

export interface Misbehaving {
  readonly url: string;
  /** Every request, in order of arrival. */
  readonly requests: readonly Seen[];
  /** Sets the replies to further requests. A list is used up one by one; its last reply stays. */
  answer(...replies: readonly [Reply, ...Reply[]]): void;
  /** Resolves when this many requests have arrived; rejects if that takes long. */
  arrived(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts a service on a free port of 127.0.0.1. */
export async function startMisbehaving(...first: readonly [Reply, ...Reply[]]): Promise<Misbehaving> {
  let replies = [...first];
  const requests: Seen[] = [];
  const server = createServer((request, response) => {
    void read(request).then((seen) => {
      requests.push(seen);
      server.emit("seen");
      const reply = replies.length > 1 ? replies.shift() : replies[0];
      return reply?.({ seen, response, socket: request.socket, count: requests.length });
    });
  });
  // Many tests are about clients that hang up.
  server.on("clientError", (_error, socket) => {
    if (socket.writable) socket.end("HTTP/1.1 400 Bad Request\r\n\r\n");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: urlOf(server.address()),
    requests,
    answer: (...next) => {
      replies = [...next];
    },
    arrived: async (count) => {
      const signal = AbortSignal.timeout(patienceInMs);
      const missing = () => assert.fail(`Only ${requests.length} of ${count} requests arrived.`);
      while (requests.length < count) await once(server, "seen", { signal }).catch(missing);
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function urlOf(address: AddressInfo | string | null): string {
  if (typeof address !== "object" || !address) throw new Error("The server has no port.");
  return `http://127.0.0.1:${address.port}`;
}

async function read(request: IncomingMessage): Promise<Seen> {
  const { method = "", url: target = "", headers, socket } = request;
  const closed = socket.destroyed ? Promise.resolve() : new Promise((resolve) => socket.once("close", resolve));
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return { method, target, headers, body: Buffer.concat(chunks).toString(), closed };
}
