import { domainOf } from "../../protocol/adFields";
import { cardTraits } from "../../protocol/adTraits";
import { adKey, type AdCard, type AdDetail } from "../../protocol/ads";
import { labelText, plainLines } from "../text";
import { type BoardEntry } from "./board";

/** What a board's file gets of an ad: each text as plain text, cut. */
export function snapshotOf({ card, detail }: { readonly card: AdCard; readonly detail?: AdDetail | undefined }) {
  const { title = "", owner, displayUrl, attachments } = card;
  const text = detail?.description ?? detail?.subtitle ?? attachments.find(({ subtitle }) => subtitle)?.subtitle ?? "";
  const texts = {
    title: labelText(title),
    text: [...plainLines(text).join("\n").trim()].slice(0, 2000).join(""),
    call_to_action: labelText(detail?.callToAction ?? cardTraits.callToAction(card)[0] ?? ""),
    advertiser: labelText(owner?.name ?? ""),
    landing_domain: labelText(domainOf(displayUrl)),
  };
  return Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== ""));
}

/** An ad as its board's file has it; undefined if it has no texts of it. */
export function cardOfSnapshot({ ad, snapshot }: BoardEntry): AdCard | undefined {
  if (typeof snapshot !== "object") return undefined;
  const { title = "", text, call_to_action: action, advertiser: name, landing_domain: domain } = snapshot;
  const metadata = [{ values: text ? [text] : [] }, { tooltip: "Call to action", values: action ? [action] : [] }];
  return {
    ...{ ...ad, key: adKey(ad), platformName: ad.platform, title, attachments: [], stats: [], metadata, repairs: 0 },
    ...(domain && { displayUrl: `https://${domain}` }),
    ...(name && { owner: { name } }),
  };
}
