import type { IncomingMessage, ServerResponse } from "node:http";
import { bad, codes, Refusal, type Reply, type SampleCall, type Body } from "./request";
import type { Service } from "./service";
import { answerV1 } from "./v1/routes";
import { answerV2 } from "./v2/routes";

const byteLimit = 1024 * 1024;

function readText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve, reject) => {
    request.on("data", (part: Buffer) => {
      bytes += part.length;
      if (bytes <= byteLimit) parts.push(part);
      else reject(new Refusal(codes.badRequest, "The body is too large."));
    });
    request.on("end", () => resolve(Buffer.concat(parts).toString("utf8")));
    request.on("error", reject);
  });
}

function parse(text: string): unknown {
  try {
    // Requests contain no integer beyond 2^53: snapshots are seconds, and the keys of items are ours.
    // eslint-disable-next-line no-restricted-syntax
    return JSON.parse(text);
  } catch {
    return bad("The body is not valid JSON.");
  }
}

/** Reads the JSON object in a request's body; an empty one if there is no body. @throws {Refusal} for anything else */
async function readBody(request: IncomingMessage): Promise<Body> {
  const text = await readText(request);
  if (text.trim() === "") return new Map();
  const value = parse(text);
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? new Map<string, unknown>(Object.entries(value))
    : bad("The body must be a JSON object.");
}

const success = JSON.stringify({ code: codes.success, message: null });

/** Sends an envelope. `meta` and `data` are JSON texts. */
function send(response: ServerResponse, status: "ok" | "failed", meta: string, data: string): void {
  const body = Buffer.from(`{"status":"${status}","meta":${meta},"data":${data}}`);
  response.writeHead(200, {
    "content-type": "application/json; charset=utf-8",
    "content-length": body.length,
    "cache-control": "no-store",
  });
  response.end(body);
}

function keyOf(request: IncomingMessage, query: URLSearchParams, body: Body): string | undefined {
  const header = request.headers["x-api-key"];
  if (typeof header === "string") return header;
  const fromBody = body.get("api_key");
  return query.get("api_key") ?? (typeof fromBody === "string" ? fromBody : undefined);
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

async function reply(service: Service, version: string | undefined, call: SampleCall): Promise<Reply> {
  const answer = await (version === "v2"
    ? answerV2(service, call)
    : version === "v1"
      ? answerV1(service, call)
      : undefined);
  if (!answer) throw new Refusal(codes.notFound, "There is no such route.");
  return answer;
}

/** Answers a request to the API. The HTTP status is always 200; the envelope says whether the request succeeded. */
export async function answerApi(service: Service, request: IncomingMessage, url: URL, response: ServerResponse) {
  const [version, ...path] = url.pathname.split("/").filter(Boolean).map(decode);
  let key: string | undefined;
  try {
    const body = await readBody(request);
    key = keyOf(request, url.searchParams, body);
    const accepted = service.accounts.check(key, version === "v1" ? 1 : 2);
    const call = { method: request.method ?? "GET", path, query: url.searchParams, body };
    const { purpose, data } = await reply(service, version, call);
    service.accounts.charge(accepted, purpose);
    send(response, "ok", success, data);
  } catch (error) {
    service.accounts.countFailure(key);
    const [code, message] =
      error instanceof Refusal ? [error.code, error.message] : [codes.server, "Server error. Please try again."];
    send(response, "failed", JSON.stringify({ code, message }), "[]");
  }
}
