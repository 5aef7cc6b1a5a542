/** Parts of undici, so that no bundle contains the rest: with all of it, `proxy.js` would have 536 kB instead of 307. */
declare module "undici/lib/dispatcher/env-http-proxy-agent.js" {
  export { EnvHttpProxyAgent as default } from "undici";
}
declare module "undici/lib/dispatcher/pool.js" {
  export { Pool as default } from "undici";
}
declare module "undici/lib/api/api-connect.js" {
  import type { Dispatcher } from "undici";
  export type Tunnel = Omit<Dispatcher.ConnectOptions, "origin">;
  /** A method of dispatchers, which only undici's own index adds to them. */
  export default function connect(this: Dispatcher, tunnel: Tunnel): Promise<Dispatcher.ConnectData>;
}
declare module "undici/lib/global.js" {
  export { setGlobalDispatcher } from "undici";
}
