import type { IncomingMessage } from "node:http";
import { bad, codes, Refusal } from "./refusal";
import type { Body } from "./search/readOrder";

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
export async function readBody(request: IncomingMessage): Promise<Body> {
  const text = await readText(request);
  if (text.trim() === "") return new Map();
  const value = parse(text);
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? new Map<string, unknown>(Object.entries(value))
    : bad("The body must be a JSON object.");
}
