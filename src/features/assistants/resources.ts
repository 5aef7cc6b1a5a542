import { defaultSegments } from "../../protocol/platforms";
import { FeatureError } from "../failures";
import type { FrozenSearch } from "../search";
import type { ToolAnswer } from "./answer";
import type { ToolPorts, ToolCall } from "./answer";
import { readOwnedAd, readOwnedPage } from "./ownedTools";
import { toolInputs } from "./toolInputs";

export const adResource = (platform: string, id: string) => `adlibrary://ad/${platform}/${id}`;

export function pageResource({ request }: FrozenSearch, lastHit: string, page: number): string {
  return `adlibrary://page/${defaultSegments[request.platform]}/${lastHit}/${page}?body=${encodeURIComponent(request.body)}`;
}

/** Reads what a URI names. Free and offline. @throws {FeatureError} `notFound` if it is not owned */
export async function readResource(ports: ToolPorts, uri: string, call: ToolCall): Promise<ToolAnswer> {
  const [, platform, id] = /^adlibrary:\/\/ad\/([a-z]+)\/(-?\d+)$/.exec(uri) ?? [];
  const ad = toolInputs.read_owned_ad.safeParse({ platform, id, detail: "full" });
  if (ad.success) return readOwnedAd(ports, ad.data, call);
  const [, of = "", lastHit = "", page, encoded = ""] =
    /^adlibrary:\/\/page\/([a-z]+)\/(\d{1,19})\/(\d{1,6})\?body=(\S+)$/.exec(uri) ?? [];
  const body = decoded(encoded);
  if (page === undefined || body === undefined)
    throw new FeatureError("notFound", { specifics: "This address is not that of an owned ad or page." });
  return readOwnedPage(ports, { platform: of, lastHit, page: Number(page), body });
}

/** Undefined if it is not percent-encoded. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
