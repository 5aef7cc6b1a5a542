import { lookup } from "node:dns/promises";
// eslint-disable-next-line @typescript-eslint/no-restricted-imports -- `fetch` resolves names out of sight: here the checked address is the one that is dialed
import { request as requestHttp, type IncomingMessage } from "node:http";
// eslint-disable-next-line @typescript-eslint/no-restricted-imports -- see above
import { request as requestHttps } from "node:https";
import { isPublicAddress, mediaUrl } from "../protocol/mediaUrl";

/** Why there is no picture. */
export type PictureProblem = "address" | "privateNetwork" | "redirects" | "tooLarge" | "type" | "failed";

export interface LoadedPicture {
  readonly mimeType: string;
  readonly bytes: Buffer;
}

export interface PictureOptions {
  /** The origin of a library on this machine: the only one that may be fetched from without https. */
  readonly loopback?: string | undefined;
  readonly signal: AbortSignal;
}

/** More than an answer may have, because larger pictures are scaled down. */
const mostBytes = 5_000_000;
const mostRedirects = 2;
const timeoutMs = 15_000;

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
    if (statusCode === 200) return read(answer);
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
  if (mediaUrl(url) === undefined) return "address";
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

async function read(answer: IncomingMessage): Promise<LoadedPicture | PictureProblem> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    const stream: AsyncIterable<Uint8Array> = answer;
    for await (const chunk of stream) {
      size += chunk.length;
      if (size > mostBytes) {
        answer.destroy();
        return "tooLarge";
      }
      chunks.push(chunk);
    }
  } catch {
    return "failed";
  }
  const bytes = Buffer.concat(chunks);
  const mimeType = sniffed(bytes);
  return mimeType === undefined ? "type" : { mimeType, bytes };
}

/** The type according to the first bytes, whatever the answer declares. */
function sniffed(bytes: Buffer): string | undefined {
  const starts = (hex: string, at = 0) => bytes.subarray(at, at + hex.length / 2).toString("hex") === hex;
  if (starts("89504e470d0a1a0a")) return "image/png";
  if (starts("ffd8ff")) return "image/jpeg";
  if (starts("474946383761") || starts("474946383961")) return "image/gif";
  return starts("52494646") && starts("57454250", 8) ? "image/webp" : undefined;
}

const toError = ({ reason }: AbortSignal): Error =>
  reason instanceof Error ? reason : new DOMException("Canceled.", "AbortError");
