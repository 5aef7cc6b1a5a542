import ipaddr from "ipaddr.js";
import type { Attachment } from "./ads";

/** Both browsers and Node.js have it, but the types of this room include neither. */
declare const URL: {
  canParse(text: string): boolean;
  new (text: string): Readonly<Record<"protocol" | "hostname" | "username" | "password", string>>;
};

/** Loopback hosts, as `URL` writes them: the sample library serves its pictures there. */
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Global unicast, the only part of IPv6 that is routed on the internet; `ipaddr.js` knows its reserved ranges. */
const globalIpv6 = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Endings of names that never lead to the internet: the special-use names of RFC 6761, 6762 (with its appendix G),
 * 7686, 8375 and 9476, `internal` as ICANN reserved it, the names that ICANN will not delegate (`corp`, `home`,
 * `mail`), the `localdomain` of old hosts files, and the short names of services in clusters (`web.shop.svc`,
 * `kubernetes.default`). `example` is left out: no address belongs to it.
 */
const privateEndings = new Set([
  ...["localhost", "local", "test", "invalid", "onion", "alt", "arpa", "internal"],
  ...["intranet", "private", "corp", "home", "lan", "mail", "localdomain"],
  ...["svc", "pod", "cluster", "default", "consul", "docker", "swarm"],
]);

/** No public name ends in anything else; those in a cluster may end in a namespace such as `kube-system`. */
const publicEnding = /^(?:[a-z]{2,}|xn--[a-z0-9-]+)$/;

/** Whether an IP address is routed on the internet and not reserved for anything else. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const ip = ipaddr.parse(text);
  const routed = ip instanceof ipaddr.IPv4 || ip.match(globalIpv6);
  return routed && ip.range() === "unicast";
}

/** Whether a host, as `URL` writes it, may belong to this machine or to a private network. */
function mayBePrivate(hostname: string): boolean {
  const literal = hostname.replace(/^\[(.*)\]$/, "$1");
  if (ipaddr.isValid(literal)) return !isPublicAddress(literal);
  const labels = literal.replace(/\.+$/, "").split(".");
  const ending = labels.at(-1) ?? "";
  return labels.length < 2 || privateEndings.has(ending) || !publicEnding.test(ending);
}

/**
 * A URL from which a picture or video may be loaded: https on the public internet, or plain http on loopback. A
 * public library keeps no pictures in private networks, and requests there would reveal to the author of the URL
 * which hosts answer. In private networks, only the hosts named in the user's setting are asked, over https. The one
 * place that decides this, for results, details and the archive.
 * @param hosts names of private hosts, as `URL` writes them
 */
export function mediaUrl(url: string | undefined, hosts: readonly string[] = []): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const { protocol, hostname, username, password } = new URL(url);
  const named = hosts.includes(hostname) || !mayBePrivate(hostname);
  const safe = protocol === "https:" ? named : protocol === "http:" && loopback.test(hostname);
  return safe && username === "" && password === "" ? url : undefined;
}

/** The addresses of an attachment's pictures, the smallest first: a video's is its poster. */
export const picturesIn = ({ type, url, thumbnail }: Attachment): readonly string[] =>
  [thumbnail, type === "image" ? url : undefined].filter((one) => one !== undefined);
