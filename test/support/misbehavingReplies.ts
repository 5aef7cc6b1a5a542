// Replies for the misbehaving service: good ones, wrong ones, and all ways in which a connection can break.
import { gzipSync } from "node:zlib";
import type { Exchange, Reply } from "./misbehaving";

/** Any body with any status and headers. The content type is JSON unless the headers name another. */
export function body(
  content: string | Uint8Array,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return ({ response }) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(content);
  };
}

/** A payload in the envelope of a success, as JSON text. */
export function okText(data: unknown): string {
  return JSON.stringify({ status: "ok", meta: { code: 1000, message: null }, data });
}

export const ok = (data: unknown): Reply => body(okText(data));

/** The envelope of a failure, usually with HTTP 200 as the service sends it. */
export function failed(code: unknown, message: unknown = "no", status = 200): Reply {
  return body(JSON.stringify({ status: "failed", meta: { code, message }, data: [] }), status);
}

export function redirect(status: number, location: string): Reply {
  return ({ response }) => response.writeHead(status, { location }).end();
}

/** Accepts the request and never answers. */
export const hangBeforeHeaders: Reply = () => undefined;

/** Sends the headers and never a body. */
export const hangAfterHeaders: Reply = ({ response }) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.flushHeaders();
};

/** Sends half a body and never the rest. */
export const hangInBody: Reply = ({ response }) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.write('{"status":"ok","meta"');
};

/** Sends a space every few milliseconds, forever. */
export const drip: Reply = ({ response }) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write(" "), 5);
  response.on("close", () => clearInterval(timer));
};

/** Resets the TCP connection instead of answering. */
export const resetBeforeHeaders: Reply = ({ socket }) => socket.resetAndDestroy();

/** Resets the TCP connection in the middle of the body. */
export const resetInBody: Reply = ({ response, socket }) => {
  response.writeHead(200, { "content-length": "1000" });
  response.write('{"status":"ok"', () => socket.resetAndDestroy());
};

/** Closes the connection properly, but before the promised length is sent. */
export const shortBody: Reply = ({ socket }) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{}");

/** Sends a body without end until the client hangs up. `taken` gets the number of bytes that the connection took. */
export function endless(taken: (bytes: number) => void): Reply {
  return ({ response }) => {
    const chunk = Buffer.alloc(64 * 1024, " ");
    const pour = () => {
      while (!response.destroyed) {
        taken(chunk.length);
        if (!response.write(chunk)) return void response.once("drain", pour);
      }
    };
    pour();
  };
}

/** A compressed body that unpacks to this many megabytes. */
export function gzipBomb(megabytes: number): Reply {
  const packed = gzipSync(Buffer.alloc(megabytes * 1024 * 1024, " "));
  return body(packed, 200, { "content-encoding": "gzip" });
}

/** Sends every byte as a chunk of its own, so that chunks end inside characters. */
export function byteByByte(content: string): Reply {
  return async ({ response }) => {
    response.writeHead(200);
    for (const byte of Buffer.from(content)) {
      await new Promise((resolve) => response.write(Buffer.of(byte), resolve));
    }
    response.end();
  };
}

/** Sends any bytes, HTTP or not, and closes the connection. */
export function raw(bytes: string): Reply {
  return ({ socket }) => socket.end(bytes);
}

/** Sends more headers than any client accepts. */
export const headerFlood: Reply = raw(
  `HTTP/1.1 200 OK\r\n${Array.from({ length: 4000 }, (_, index) => `x-${index}: ${"y".repeat(100)}`).join("\r\n")}\r\n\r\n{}`,
);

/** Passes the request on to another service. `change` may alter the text of the answer. */
export function through(
  upstream: string,
  change: (text: string, exchange: Exchange) => string = (text) => text,
): Reply {
  return async (exchange) => {
    const { seen, response } = exchange;
    const answer = await fetch(new URL(seen.target, upstream), {
      method: seen.method,
      headers: { "x-api-key": String(seen.headers["x-api-key"]), "content-type": "application/json" },
      ...(seen.method === "POST" && { body: seen.body }),
    });
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(change(await answer.text(), exchange));
  };
}
