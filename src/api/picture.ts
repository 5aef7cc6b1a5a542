import { lookup } from "node:dns/promises";
// `fetch` resolves names out of sight; here, the checked address is the one that is dialed.
import { request as requestHttp, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { isPublicAddress, mediaUrl } from "../protocol/mediaUrl";
import { pictureSize } from "./pictureSize";

/** Why there is no picture. */
export type PictureProblem =
  "address" | "privateNetwork" | "redirects" | "tooLarge" | "tooManyPixels" | "type" | "failed";

export interface LoadedPicture {
  readonly mimeType: string;
  readonly bytes: Buffer;
}

export interface PictureOptions {
  /** The origin of a library on this machine: the only one that may be fetched from without https. */
  readonly loopback?: string | undefined;
  /** Whether a picture with more pixels than a screen shows is refused, by its header. */
  readonly sized?: boolean;
  /** Whether a drawing counts as a picture: only the sample library's own are trusted. */
  readonly svg?: boolean;
  /** Told of all bytes as they arrive; the picture is given up with `false`. */
  readonly spend?: (bytes: number) => boolean;
  readonly signal: AbortSignal;
}

/** More than an answer may have, because larger pictures are scaled down. */
const mostBytes = 5_000_000;
const mostRedirects = 2;
const timeoutMs = 15_000;
const longestAddress = 2048;
/** More than 4K in both directions; a small file could decode to gigabytes. */
const mostPixels = 25_000_000;

/**
 * Loads a picture that the service named: no key, no referrer, no cookie. Names are resolved first, and nothing is
 * requested if one of the addresses is not routed on the internet; each redirect is checked in the same way.
 */
export async function loadPicture(url: string, options: PictureOptions): Promise<LoadedPicture | PictureProblem> {
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(timeoutMs)]);
  let at = url;
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const host = await reachable(at, options.loopback);
    if (typeof host === "string") return host;
    const answer = await ask(new URL(at), host.addresses, signal).catch(() => undefined);
    if (!answer) return options.signal.aborted ? Promise.reject(toError(options.signal)) : "failed";
    const { statusCode = 0, headers } = answer;
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      answer.destroy();
      if (!URL.canParse(headers.location, at)) return "address";
      at = new URL(headers.location, at).href;
      continue;
    }
    if (statusCode === 200) return read(answer, options);
    answer.destroy();
    return "failed";
  }
  return "redirects";
}

interface Host {
  readonly addresses: readonly { readonly address: string; readonly family: number }[];
}

/** The addresses of a host, if all of them may be dialed. */
async function reachable(url: string, loopback: string | undefined): Promise<Host | PictureProblem> {
  if (mediaUrl(url) === undefined || url.length > longestAddress) return "address";
  const { protocol, origin, hostname } = new URL(url);
  const own = origin === loopback;
  if (protocol !== "https:" && !own) return "address";
  const addresses = await lookup(hostname.replace(/^\[(.*)\]$/, "$1"), { all: true }).catch(() => []);
  if (addresses.length === 0) return "failed";
  return own || addresses.every((each) => isPublicAddress(each.address)) ? { addresses } : "privateNetwork";
}

/** Dials one of the checked addresses, whatever the name resolves to by now. */
function ask(url: URL, addresses: Host["addresses"], signal: AbortSignal): Promise<IncomingMessage> {
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const asked = request(url, {
      headers: { accept: "image/png, image/jpeg, image/gif, image/webp" },
      signal,
      lookup: (_host, { all }, done) => {
        const [first] = addresses;
        if (all) done(null, [...addresses]);
        else done(null, first?.address ?? "", first?.family);
      },
    });
    asked.on("response", resolve).on("error", reject).end();
  });
}

/** Stops as soon as the first bytes are those of no picture, or there are too many. */
async function read(
  answer: IncomingMessage,
  { spend, svg, sized }: PictureOptions,
): Promise<LoadedPicture | PictureProblem> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    const stream: AsyncIterable<Uint8Array> = answer;
    for await (const chunk of stream) {
      const earlier = size;
      size += chunk.length;
      chunks.push(chunk);
      if (size > mostBytes || spend?.(chunk.length) === false) return "tooLarge";
      if (earlier < signBytes && size >= signBytes && sniffed(Buffer.concat(chunks), svg) === undefined) return "type";
    }
  } catch {
    return "failed";
  } finally {
    answer.destroy();
  }
  const bytes = Buffer.concat(chunks);
  const mimeType = sniffed(bytes, svg);
  if (mimeType === undefined) return "type";
  const picture = { mimeType, bytes };
  if (!sized || mimeType === svgType) return picture;
  const { width = 0, height = 0 } = pictureSize(picture) ?? {};
  return width * height === 0 ? "type" : width * height > mostPixels ? "tooManyPixels" : picture;
}

const svgType = "image/svg+xml";

/** So many bytes tell every type. */
const signBytes = 12;

/** The type according to the first bytes, whatever the answer declares. */
function sniffed(bytes: Buffer, svg = false): string | undefined {
  const starts = (hex: string, at = 0) => bytes.subarray(at, at + hex.length / 2).toString("hex") === hex;
  if (starts("89504e470d0a1a0a")) return "image/png";
  if (starts("ffd8ff")) return "image/jpeg";
  if (starts("474946383761") || starts("474946383961")) return "image/gif";
  if (svg && bytes.toString("latin1", 0, 5) === "<svg ") return svgType;
  return starts("52494646") && starts("57454250", 8) ? "image/webp" : undefined;
}

const toError = ({ reason }: AbortSignal): Error =>
  reason instanceof Error ? reason : new DOMException("Canceled.", "AbortError");
