import { useContext } from "preact/hooks";
import { mediaUrl } from "../src/protocol/mediaUrl";
import { MediaHosts } from "./panes";

/** Returns a function that filters the URLs from which pictures and videos may be loaded. */
export function useMediaUrl(): (url: string | undefined) => string | undefined {
  const hosts = useContext(MediaHosts);
  return (url) => mediaUrl(url, hosts);
}
