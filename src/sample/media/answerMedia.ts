import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { dirname, join } from "node:path";
import type { Service } from "../service";
import { advertiserCount } from "../world/advertisers";
import { verticals } from "../world/catalog";
import { platformProfiles } from "../world/platformProfiles";
import { avatar } from "./brand";
import { creative } from "./creative";

/** The names of the video files that ship: an upright and a wide one for each vertical. */
const names = new Set(["tall", "wide"].flatMap((shape) => verticals.map(({ key }) => `${shape}-${key}.webm`)));

const read = new Map<string, Promise<Buffer>>();

/**
 * The folder `media/sample` beside this bundle or beside one of its parent folders.
 * @throws {Error} if there is none
 */
function clipFolder(): string {
  for (let folder = __dirname; dirname(folder) !== folder; folder = dirname(folder)) {
    const candidate = join(folder, "media", "sample");
    if (existsSync(candidate)) return candidate;
  }
  throw new Error("The videos of the sample library are missing: media/sample");
}

/** The bytes of a video; undefined if there is none of that name. */
function clip(name: string): Promise<Buffer> | undefined {
  if (!names.has(name)) return undefined;
  const known = read.get(name) ?? readFile(join(clipFolder(), name));
  read.set(name, known);
  return known;
}

/** Media never change and may be cached forever. Any website may show them, but no website's script may read them. */
const headers = {
  "cache-control": "public, max-age=31536000, immutable",
  "cross-origin-resource-policy": "cross-origin",
  "x-content-type-options": "nosniff",
} as const;

function avatarOf({ library }: Service, file: string): string | undefined {
  const index = Number(/^(\d{1,6})\.svg$/.exec(file)?.[1]);
  return index < advertiserCount ? avatar(library.advertisers.get(index)) : undefined;
}

function creativeOf({ library, present }: Service, segment: string, id: string, file: string): string | undefined {
  const platform = platformProfiles.findIndex((profile) => profile.segment === segment);
  const piece = /^(\d)\.svg$/.exec(file)?.[1];
  if (platform < 0 || piece === undefined || !/^\d{1,16}$/.test(id)) return undefined;
  const facts = library.find(platform, Number(id), present());
  return facts && Number(piece) < facts.pieces ? creative(library, facts, Number(piece)) : undefined;
}

function drawn(service: Service, path: readonly string[]): string | undefined {
  const [kind, first = "", id = "", piece = ""] = path;
  if (kind === "avatar") return avatarOf(service, first);
  return kind === "creative" ? creativeOf(service, first, id, piece) : undefined;
}

/** The first and the last byte that a `Range` header asks for, of `size` bytes; undefined if none of them exists. */
function rangeOf(header: string, size: number): readonly [first: number, last: number] | undefined {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? [];
  if (from === "" && to === "") return undefined;
  const [first, last] = from === "" ? [Math.max(0, size - Number(to)), size - 1] : [Number(from), Number(to || size)];
  return first < size && first <= last ? [first, Math.min(last, size - 1)] : undefined;
}

function sendClip(request: IncomingMessage, response: ServerResponse, bytes: Buffer): void {
  const all = { ...headers, "content-type": "video/webm", "accept-ranges": "bytes" };
  const { range } = request.headers;
  const part = range === undefined ? undefined : rangeOf(range, bytes.length);
  if (range !== undefined && !part) {
    response.writeHead(416, { ...all, "content-range": `bytes */${bytes.length}` }).end();
    return;
  }
  const [first, last] = part ?? [0, bytes.length - 1];
  response.writeHead(part ? 206 : 200, {
    ...all,
    "content-length": last - first + 1,
    ...(part && { "content-range": `bytes ${first}-${last}/${bytes.length}` }),
  });
  response.end(request.method === "HEAD" ? undefined : bytes.subarray(first, last + 1));
}

function sendDrawing(request: IncomingMessage, response: ServerResponse, svg: string): void {
  const bytes = Buffer.from(svg);
  const type = { "content-type": "image/svg+xml; charset=utf-8", "content-length": bytes.length };
  response.writeHead(200, { ...headers, ...type }).end(request.method === "HEAD" ? undefined : bytes);
}

/** Answers a request for a picture or a video. It needs no key, and the HTTP status says whether it succeeded. */
export async function answerMedia(
  service: Service,
  request: IncomingMessage,
  { pathname }: URL,
  response: ServerResponse,
): Promise<void> {
  const [, ...path] = pathname.split("/").filter(Boolean);
  const bytes = path[0] === "clip" ? await clip(path[1] ?? "")?.catch(() => undefined) : undefined;
  const svg = bytes ? undefined : drawn(service, path);
  if (request.method !== "GET" && request.method !== "HEAD") response.writeHead(405).end();
  else if (bytes) sendClip(request, response, bytes);
  else if (svg !== undefined) sendDrawing(request, response, svg);
  else response.writeHead(404).end();
}
