/** What became of one part of a V1 text. `field` is its V1 name; values are short texts, never a key. */
export interface Change {
  readonly field: string;
  readonly code: ChangeCode;
  readonly from?: string;
  readonly to?: string;
}

export type ChangeCode =
  /** The API key was removed: it is sent only in its header. */
  | "keyRemoved"
  /** Page and snapshot belong to a V1 search. */
  | "pagingRemoved"
  | "sortRenamed"
  /** Renamed without a form that shows whether the platform offers it. */
  | "sortNotChecked"
  | "sortUnknown"
  | "sortNotOffered"
  | "nameToKey"
  | "nameUnknown"
  | "nameAmbiguous"
  | "madeList"
  | "emptyRemoved"
  | "filterUnknown"
  | "valueRefused"
  /** No live form of V2 to check it against. */
  | "notChecked"
  | "renamed";

/** Whether the V2 request asks for something different from the V1 request because of this change. */
export function isLoss({ code }: Change): boolean {
  return losses.includes(code);
}

const losses: readonly ChangeCode[] = [
  ...(["sortUnknown", "sortNotOffered", "nameUnknown", "nameAmbiguous"] as const),
  ...(["filterUnknown", "valueRefused"] as const),
];
