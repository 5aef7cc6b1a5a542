// The replies of the misbehaving service: good ones, wrong ones, and the ways in which a connection breaks.
import { gzipSync } from "node:zlib";
import type { Exchange, Reply } from "./misbehaving";

/** A body with any status and headers; JSON by name unless told otherwise. */
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

/** The envelope of success around a payload. */
export function okText(data: unknown): string {
  return JSON.stringify({ status: "ok", meta: { code: 1000, message: null }, data });
}

export const ok = (data: unknown): Reply => body(okText(data));

/** The envelope of failure, HTTP 200 as ever. */
export function failed(code: unknown, message: unknown = "no", status = 200): Reply {
  return body(JSON.stringify({ status: "failed", meta: { code, message }, data: [] }), status);
}

export function redirect(status: number, location: string): Reply {
  return ({ response }) => response.writeHead(status, { location }).end();
}

/** Takes the request and says nothing. */
export const hangBeforeHeaders: Reply = () => undefined;

/** Headers, and no body. */
export const hangAfterHeaders: Reply = ({ response }) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.flushHeaders();
};

/** Half a body. */
export const hangInBody: Reply = ({ response }) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.write('{"status":"ok","meta"');
};

/** A space every few milliseconds, for ever. */
export const drip: Reply = ({ response }) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write(" "), 5);
  response.on("close", () => clearInterval(timer));
};

/** TCP reset instead of an answer. */
export const resetBeforeHeaders: Reply = ({ socket }) => socket.resetAndDestroy();

/** TCP reset in the middle of the body. */
export const resetInBody: Reply = ({ response, socket }) => {
  response.writeHead(200, { "content-length": "1000" });
  response.write('{"status":"ok"', () => socket.resetAndDestroy());
};

/** A proper end of the connection before the promised length. */
export const shortBody: Reply = ({ socket }) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{}");

/** A body without end; stops when the client hangs up. Counts what the connection took. */
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

/** A few hundred kilobytes that unpack to many megabytes. */
export function gzipBomb(megabytes: number): Reply {
  const packed = gzipSync(Buffer.alloc(megabytes * 1024 * 1024, " "));
  return body(packed, 200, { "content-encoding": "gzip" });
}

/** Every byte a chunk of its own, so that borders fall inside characters. */
export function byteByByte(content: string): Reply {
  return async ({ response }) => {
    response.writeHead(200);
    for (const byte of Buffer.from(content)) {
      await new Promise((resolve) => response.write(Buffer.of(byte), resolve));
    }
    response.end();
  };
}

/** Bytes that need not be HTTP. */
export function raw(bytes: string): Reply {
  return ({ socket }) => socket.end(bytes);
}

/** More headers than any client takes. */
export const headerFlood: Reply = raw(
  `HTTP/1.1 200 OK\r\n${Array.from({ length: 4000 }, (_, index) => `x-${index}: ${"y".repeat(100)}`).join("\r\n")}\r\n\r\n{}`,
);

/** Passes the request on to another service; its answer's text may be changed on the way. */
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
