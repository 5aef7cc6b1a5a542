import { asCode, cardTraits, type CodeKind, codeKind, mediaTypes } from "../../protocol/adTraits";
import type { AdCard, AdDetail } from "../../protocol/ads";
import type { ShareField } from "../../protocol/lens";

/** What an answer says of an ad in lists, which are empty where nothing was provided. */
export type Traits = Readonly<Record<Exclude<ShareField, "advertiser" | "platform" | "domain">, readonly string[]>>;

export const traitsOfCard = (card: AdCard): Traits => ({
  mediaType: cardTraits.mediaType(card),
  format: cardTraits.format(card),
  country: cardTraits.country(card),
  language: cardTraits.language(card),
  callToAction: cardTraits.callToAction(card),
});

export function traitsOfDetail({ attachments, targeting, callToAction }: AdDetail): Traits {
  const labelsOf = (kind: CodeKind) =>
    (targeting?.tabs ?? []).flatMap(({ key, breakdown }) =>
      codeKind(key) === kind ? breakdown.points.map(({ label }) => asCode(kind, label)) : [],
    );
  return {
    ...{ mediaType: mediaTypes(attachments), format: [], country: labelsOf("region"), language: labelsOf("language") },
    callToAction: callToAction === undefined ? [] : [callToAction],
  };
}
