/** Host and path of a URL as the browser understands it; undefined for anything that is not plain http(s). */
export function hostAndPath(url: string | undefined): { readonly host: string; readonly path: string } | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const { protocol, username, password, host, pathname, search } = new URL(url);
  if (!/^https?:$/.test(protocol) || username || password) return undefined;
  return { host, path: `${pathname}${search}`.replace(/^\/$/, "") };
}
