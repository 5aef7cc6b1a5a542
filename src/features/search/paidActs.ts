import * as l10n from "@vscode/l10n";
import type { ApiVersion } from "../../protocol/apiVersion";
import type { AdRef } from "../../protocol/ads";
import { prices } from "../../protocol/credits";
import { platforms } from "../../protocol/platforms";
import type { Cursor } from "../../protocol/search";
import { sampleUrl } from "../connection";
import { labelText } from "../text";
import { queryLabel } from "./queryLabel";
import type { FrozenSearch } from "./readOwned";
import type { SpendingAct } from "../wallet";

/** The act for a page of a search, for the wallet; page 1 without a cursor. */
export function searchAct({ query, request, address }: FrozenSearch, cursor?: Cursor): SpendingAct {
  const { origin, version, platform, body } = address;
  const label = queryLabel(query);
  const what = label === "" ? bodyWords(request.body) : `“${labelText(label)}”`;
  const name = nameOf(request.platform);
  return {
    what: "search",
    identity: [origin, version, platform, body, cursor?.lastHit ?? "", cursor?.page ?? 1].join("\n"),
    credits: prices.search,
    origin,
    sample: origin === sampleUrl,
    platform: request.platform,
    label: label || request.body,
    words:
      cursor === undefined
        ? l10n.t("Search on {0}: {1}", name, what)
        : l10n.t("Search on {0}, page {1}: {2}", name, cursor.page, what),
  };
}

/** The act for an ad's detail, for the wallet. */
export function detailAct(ad: AdRef, origin: string, version: ApiVersion): SpendingAct {
  return {
    what: "adDetail",
    identity: [origin, version, ad.platform, ad.id].join("\n"),
    credits: prices.adDetail,
    origin,
    sample: origin === sampleUrl,
    platform: ad.platform,
    label: `${nameOf(ad.platform)} ${ad.id}`,
    words: l10n.t("Details of ad {0} on {1}", ad.id, nameOf(ad.platform)),
  };
}

const bodyWords = (body: string) => (body === "{}" ? l10n.t("all ads") : body);

function nameOf(token: string): string {
  if (token === "mega") return l10n.t("all platforms");
  return platforms.find((platform) => platform.token === token)?.label ?? token;
}
