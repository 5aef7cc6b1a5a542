import { AdLibraryError } from "../../api";
import { adKey, type AdRef } from "../../protocol/ads";
import type { ExportRequest } from "../wallet";

/** After this many in a row, an export stops: the service may refuse the key, or everything that is paid. */
const mostInARow = 3;

/** `meta.code` of a server error, the only failure that may be temporary (docs/api.md, "Errors" 3). */
const serverErrorCode = 1009;

/**
 * The ads whose details the service refused to an export. No code says what a refusal is about (docs/api.md, "Errors" 5):
 * it is about the ad if the details of a later one came, or if an earlier try was refused them as well. Then the export
 * does without these details, and doesn't request them again.
 */
export class RefusedDetails {
  /** Ads whose details an earlier try was refused. */
  private readonly before = new Set<string>();
  private readonly known = new Map<string, AdRef>();
  /** Refused in this try, while it isn't known what the refusal is about. */
  private open: readonly { readonly ad: AdRef; readonly failure: unknown }[] = [];

  /** @param requests of earlier tries of the export */
  constructor(requests: readonly ExportRequest[]) {
    const acts = new Map<string, string>();
    for (const { platform, ad: id, charge, refused } of requests) {
      if (id === undefined) continue;
      const ad = { platform, id };
      const act = acts.get(adKey(ad));
      if (charge === "spent") this.answered();
      if (refused === undefined || refused === act) continue;
      acts.set(adKey(ad), refused);
      if (act === undefined) this.open = [...this.open, { ad, failure: undefined }];
      else this.know(ad);
    }
    for (const key of acts.keys()) this.before.add(key);
    this.open = [];
  }

  /** The refusals that are about their ads. */
  get ads(): readonly AdRef[] {
    return [...this.known.values()];
  }

  /** The last refusal, if nothing shows that it is about its ad. */
  get doubt() {
    return this.open.at(-1);
  }

  has(ad: AdRef): boolean {
    return this.known.has(adKey(ad)) || this.open.some((each) => adKey(each.ad) === adKey(ad));
  }

  /** The details of an ad came. */
  answered(): void {
    for (const { ad } of this.open) this.know(ad);
    this.open = [];
  }

  /** Takes how the request for an ad's details failed. Returns whether the export can go on. */
  take(ad: AdRef, failure: unknown): boolean {
    if (!(failure instanceof AdLibraryError) || failure.code !== "rejected") return false;
    if (this.before.has(adKey(ad))) this.know(ad);
    else if (failure.serviceCode === serverErrorCode) return false;
    else this.open = [...this.open, { ad, failure }];
    return this.open.length < mostInARow;
  }

  private know(ad: AdRef): void {
    this.known.set(adKey(ad), ad);
  }
}
