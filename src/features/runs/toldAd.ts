import type { CsvValue } from "../../protocol/csv";
import type { ComparedAd } from "../../protocol/runs";
import { fieldsOfPrint } from "./adPrint";
import type { RunAds } from "./compareRuns";

export type Fields = ReadonlyMap<string, CsvValue>;

/** A compared ad with the contents of its print, for people and programs. */
export interface ToldAd {
  readonly ad: string;
  readonly state: ComparedAd["state"];
  readonly title?: string;
  readonly advertiser?: string;
  readonly link?: string;
  /** Its page in the run from which it was taken. */
  readonly page: number;
  readonly changes?: ComparedAd["changes"];
  readonly daysRunning?: number;
  readonly stopped?: true;
  readonly why?: ComparedAd["why"];
}

/** A compared ad with the contents of its print, in the run that it comes from. */
export function told(ad: ComparedAd, [earlier, newer]: readonly [RunAds, RunAds]): readonly [ToldAd, Fields] {
  const print = (ad.of === "newer" ? newer : earlier).prints.get(ad.ad);
  const fields: Fields = new Map(print ? fieldsOfPrint(print) : []);
  return [toldAd(ad, fields), fields];
}

function toldAd({ ad, state, changes, daysRunning, stopped, why, page }: ComparedAd, fields: Fields): ToldAd {
  const text = (name: string, of = name) => {
    const value = fields.get(of);
    return value === undefined ? {} : { [name]: String(value) };
  };
  return {
    ...{ ad, state, page, ...text("title"), ...text("advertiser"), ...text("link", "display_url") },
    ...(changes.length > 0 && { changes }),
    ...(daysRunning !== undefined && { daysRunning }),
    ...(stopped && { stopped }),
    ...(why && { why }),
  };
}
