/** Loopback hosts, as `URL` writes them: there the sample library keeps its pictures. */
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Hosts of this machine and of the networks behind it, as `URL` writes them: a library in the open has no pictures there,
 * and asking for one would tell whoever wrote its address what answers.
 */
const inside = [
  /^(?:.+\.)?localhost\.?$/,
  /^(?:0|10|127|169\.254|172\.(?:1[6-9]|2\d|3[01])|192\.168|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))(?:\.\d+){2,3}$/,
  /^\[(?:::1?\]|::ffff:|f[cd]|fe[89ab])/,
];

/** An address from which a picture or video may be loaded: https out in the open, or plain http on loopback. */
export function mediaUrl(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const { protocol, hostname, username, password } = new URL(address);
  const safe =
    protocol === "https:"
      ? !inside.some((hosts) => hosts.test(hostname))
      : protocol === "http:" && loopback.test(hostname);
  return safe && username === "" && password === "" ? address : undefined;
}
