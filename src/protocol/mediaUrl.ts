import ipaddr from "ipaddr.js";

/** Browsers and Node.js have it alike; the types of this room know neither. */
declare const URL: {
  canParse(text: string): boolean;
  new (text: string): Readonly<Record<"protocol" | "hostname" | "username" | "password", string>>;
};

/** Loopback hosts, as `URL` writes them: there the sample library keeps its pictures. */
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Global unicast, the only part of IPv6 that is routed on the internet; of it, `ipaddr.js` knows what is reserved. */
const globalIpv6 = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Endings of names that never lead into the internet: the special-use names of RFC 6761, 6762 (with its appendix G), 7686,
 * 8375 and 9476, `internal` as ICANN reserved it, the names that ICANN will not delegate (`corp`, `home`, `mail`), and the
 * `localdomain` of old hosts files. `example` is left out: nobody has an address behind it.
 */
const reservedNames = new Set([
  ...["localhost", "local", "test", "invalid", "onion", "alt", "arpa", "internal"],
  ...["intranet", "private", "corp", "home", "lan", "mail", "localdomain"],
]);

/** Whether an IP address is routed on the internet, and reserved for nothing else. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  const routed = address instanceof ipaddr.IPv4 || address.match(globalIpv6);
  return routed && address.range() === "unicast";
}

/** Whether a host, as `URL` writes it, may be one of this machine or of a network behind it. */
function mayBePrivate(hostname: string): boolean {
  const literal = hostname.replace(/^\[(.*)\]$/, "$1");
  if (ipaddr.isValid(literal)) return !isPublicAddress(literal);
  const labels = literal.replace(/\.+$/, "").split(".");
  return labels.length < 2 || reservedNames.has(labels.at(-1) ?? "");
}

/**
 * An address from which a picture or video may be loaded: https out in the open, or plain http on loopback. A library in
 * the open keeps no pictures in private networks, and asking there would tell whoever wrote the address what answers:
 * there, only the hosts that the person named in a setting are asked, over https.
 * The one place that decides this, for results, details and the archive.
 * @param hosts names of private hosts, as `URL` writes them
 */
export function mediaUrl(address: string | undefined, hosts: readonly string[] = []): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const { protocol, hostname, username, password } = new URL(address);
  const named = hosts.includes(hostname) || !mayBePrivate(hostname);
  const safe = protocol === "https:" ? named : protocol === "http:" && loopback.test(hostname);
  return safe && username === "" && password === "" ? address : undefined;
}
