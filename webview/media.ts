import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { mediaUrl } from "../src/protocol/mediaUrl";

/** Private hosts from which pictures may be loaded: the person named them in a setting. */
export const MediaHosts = createContext<readonly string[]>([]);

/** Returns a function that filters the URLs from which pictures and videos may be loaded. */
export function useMediaUrl(): (url: string | undefined) => string | undefined {
  const hosts = useContext(MediaHosts);
  return (url) => mediaUrl(url, hosts);
}
