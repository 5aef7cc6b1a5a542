/** Loopback hosts, as `URL` writes them: there the sample library keeps its pictures. */
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** An address from which a picture or video may be loaded; absent for every other scheme, and for plain http elsewhere. */
export function mediaUrl(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const { protocol, hostname, username, password } = new URL(address);
  const safe = protocol === "https:" || (protocol === "http:" && loopback.test(hostname));
  return safe && username === "" && password === "" ? address : undefined;
}
