import type { Dispatcher } from "undici";
import openTunnel, { type Tunnel } from "undici/lib/api/api-connect.js";
import EnvHttpProxyAgent from "undici/lib/dispatcher/env-http-proxy-agent.js";
import Pool from "undici/lib/dispatcher/pool.js";
import { setGlobalDispatcher } from "undici/lib/global.js";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Sends the requests of this process through the proxies that the environment names, and names the proxy in the errors of
 * `fetch`. Returns what is wrong with the environment, without any password; otherwise the agent, which must be
 * destroyed at the end.
 */
export function useProxies(env: Environment): string | EnvHttpProxyAgent {
  const used: Used = { proxies: new Map(), blocked: new WeakSet() };
  for (const variable of ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"])
    if (isUnusable(valueIn(env, variable)))
      return `${variable} must be the URL of a proxy, such as http://proxy.example:8080. Percent-encode special characters of its password.`;
  const clientFactory = (proxy: URL, options: object) => connectionsTo(proxy, options, used);
  const proxies = {
    httpProxy: asHttp(valueIn(env, "HTTP_PROXY") || valueIn(env, "ALL_PROXY")),
    httpsProxy: asHttp(valueIn(env, "HTTPS_PROXY")),
  };
  const agent = new EnvHttpProxyAgent({ ...proxies, clientFactory });
  setGlobalDispatcher(agent);
  const send = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    try {
      return await send(input, init);
    } catch (error) {
      const url = new URL(input instanceof Request ? input.url : input);
      const proxy = used.proxies.get(`${url.hostname}:${url.port || (url.protocol === "https:" ? 443 : 80)}`);
      if (proxy === undefined || !(error instanceof Error)) throw error;
      throw Object.assign(error, { proxy, ...(isBlocked(error, used) && { obstacle: "proxy" }) });
    }
  };
  return agent;
}

/** Like curl, it takes the variable in lowercase first, and an address without a scheme for one of HTTP. */
function valueIn(env: Environment, variable: string): string {
  const value = env[variable.toLowerCase()] ?? env[variable] ?? "";
  return value === "" || /^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `http://${value}`;
}

const socks = /^socks\w*:/i;

/** undici's SOCKS is an experiment, so its agent gets an HTTP proxy instead, whose fragment keeps the scheme. */
const asHttp = (value: string) => {
  const [scheme] = socks.exec(value) ?? [];
  return scheme === undefined ? value : `${value.replace(scheme, "http:")}#${scheme}`;
};

function isUnusable(value: string): boolean {
  try {
    const { protocol, username, password } = new URL(value || "http://none");
    decodeURIComponent(username + password);
    return !/^https?:$/.test(protocol) && !socks.test(protocol);
  } catch {
    return true;
  }
}

/** Which proxies were used. */
interface Used {
  /** By the host and port that was asked for: the proxy, without its password. */
  readonly proxies: Map<string, string>;
  /** The reasons why a proxy couldn't be asked for a tunnel, or gave none. */
  readonly blocked: WeakSet<object>;
}

/** The connections to a proxy. */
function connectionsTo(proxy: URL, options: object, used: Used): Dispatcher {
  const pool = new Pool(proxy.origin, options);
  const isSocks = socks.test(proxy.hash.slice(1));
  const connect = async (tunnel: Tunnel) => {
    used.proxies.set(tunnel.path, `${isSocks ? proxy.hash.slice(1) : proxy.protocol}//${proxy.host}`);
    try {
      if (isSocks) throw new Error("SOCKS is not supported, only HTTP proxies");
      return await openTunnel.call(pool, tunnel);
    } catch (error) {
      if (error instanceof Error) used.blocked.add(error);
      throw error;
    }
  };
  return Object.assign(pool, { connect });
}

function isBlocked(error: unknown, used: Used): boolean {
  return error instanceof Error && (used.blocked.has(error) || isBlocked(error.cause, used));
}
