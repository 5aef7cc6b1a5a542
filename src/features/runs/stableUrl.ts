import { parseUrl } from "../../api";

const words = (text: string) => text.split(" ");

/** Parameters that sign a URL or limit its validity: they change while the content stays the same. */
const signed = new Set(
  words(
    "expires x-expires x-signature signature key-pair-id hmac hdnts hdnea auth_key nonce_tp _nc_ohc _nc_oc _nc_gid",
  ),
);
/** Further ones of picture and video stores; elsewhere, parameters with these names may be meaningful. */
const signedInStores = new Set(
  words(
    "exp expiry e sig sign token policy acl auth authkey verify se sp sv sr st spr skoid sktid skt ske sks skv " +
      "oh oe edm ccb _nc_ht _nc_sid _nc_eui2 ur lk3s btag ts t",
  ),
);
const signedPrefix = /^x-(?:amz|goog|oss|cos|bce)-/;
/** Parameters that click trackers add to a link each time. */
const clickMarks = new Set(words("fbclid gclid dclid gbraid wbraid msclkid ttclid twclid yclid igshid"));
/** Some stores of videos put signature and expiry before the path. */
const signedPath = /^\/[0-9a-f]{32}\/[0-9a-f]{8}\//;

/** A picture's or video's URL, or a link, without the parts that are signed anew each time it is issued. */
export function stableUrl(text: string, of: "creative" | "link"): string {
  const url = parseUrl(text);
  if (!url) return text;
  const rotates = (name: string) =>
    signed.has(name) || signedPrefix.test(name) || (of === "creative" ? signedInStores : clickMarks).has(name);
  const names = [...url.searchParams.keys()].map((name) => name.toLowerCase());
  const inPath = of === "creative" && signedPath.test(url.pathname);
  // Most URLs have nothing to remove and stay unchanged.
  if (!inPath && !names.some(rotates)) return text;
  const kept = [...url.searchParams].filter(([name]) => !rotates(name.toLowerCase()));
  url.search = new URLSearchParams(kept).toString();
  if (inPath) url.pathname = url.pathname.replace(signedPath, "/");
  return url.href;
}
