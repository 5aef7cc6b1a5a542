import { type AdCard, type AdDetail, firstText } from "../../protocol/ads";
import { youtubeUrl } from "../../protocol/adFields";
import type { LinkName } from "../../protocol/panel";
import { parseUrl } from "../../api";

/** The URL behind a link's name, exactly as the service sent it; undefined when there is no such link. */
export function linkUrl(link: LinkName, card: AdCard | undefined, detail: AdDetail | undefined): string | undefined {
  switch (link.of) {
    case "post":
      return firstText(detail?.postUrl, card?.postUrl);
    case "display":
      return card?.displayUrl;
    case "urlChain":
      return detail?.urlChain[link.index]?.url;
    case "attachment": {
      const attachment = (detail ?? card)?.attachments[link.index];
      if (attachment?.youtubeId) return youtubeUrl(attachment.youtubeId);
      return attachment?.url;
    }
  }
}

/** A URL that is safe to open outside: http or https, a host, no user info; undefined for anything else. */
export function safeLink(url: string): URL | undefined {
  const parsed = parseUrl(url);
  if (!parsed) return undefined;
  const fit =
    /^https?:$/.test(parsed.protocol) && parsed.hostname !== "" && parsed.username === "" && parsed.password === "";
  return fit ? parsed : undefined;
}
