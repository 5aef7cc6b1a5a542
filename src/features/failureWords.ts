import * as l10n from "@vscode/l10n";
import type { Obstacle } from "../api/errors";
import type { Charge } from "../protocol/credits";
import type { FailureCode, NextStep } from "../protocol/failure";
import type { QueryProblem } from "../protocol/search";
import type { StorageError, StorageReason } from "./archive/storageError";
import { afterBadAnswer, badAnswer, host, notSent, theHost } from "./serviceWords";
import { archiveWords, storageMessage } from "./storageWords";
import {
  assistantsStopped,
  limitUnreadable,
  notRepeated,
  overBudget,
  planRefused,
  programRefused,
} from "./refusalWords";
import type { Refusal } from "./wallet/walletError";

/** What is known of a failure, to put it into words. */
export interface Told {
  readonly code: FailureCode;
  readonly charge: Charge;
  readonly serviceCode?: number | undefined;
  readonly serviceText?: string | undefined;
  readonly host?: string | undefined;
  readonly detail?: string | undefined;
  /** HTTP status, where one arrived. */
  readonly status?: number | undefined;
  /** Method and address of the request. */
  readonly request?: string | undefined;
  /** Of `badAnswer`: it ends too early. */
  readonly cutOff?: true | undefined;
  /** The base URL is known to be one of an ad library. */
  readonly worked?: true | undefined;
  /** Of `notSent`: what stood in the way. */
  readonly obstacle?: Obstacle | undefined;
  readonly problems?: readonly QueryProblem[] | undefined;
  /** Of `overBudget`: which limit, and what is left of it. */
  readonly refusal?: Refusal | undefined;
  /** Of `storage`, `notKept` and `ownershipUnknown`: what is wrong; absent when it was the ledger, before anything was sent. */
  readonly reason?: StorageReason | undefined;
  /** Of `storage`: why the ledger could not take a line, where that is known. */
  readonly ledger?: StorageReason | undefined;
  /** Of `storage`: an export that can be resumed. */
  readonly resumable?: StorageError["resumable"] | undefined;
}

interface FailureWords {
  readonly message: (told: Told) => string;
  readonly next?: NextStep | ((told: Told) => NextStep);
}

/** What is said of each failure, and what is offered next. The only place with such words. */
export const failureWords: Readonly<Record<FailureCode, FailureWords>> = {
  noConnection: {
    message: () => l10n.t("No library is connected. Connect yours, or use the sample library."),
    next: "connect",
  },
  noKey: {
    message: ({ detail }) =>
      detail === undefined
        ? l10n.t("No API key is stored for this library. Enter it once; it is kept in the secret storage.")
        : l10n.t("There is no usable API key ({0}). Enter it again.", detail),
    next: "setApiKey",
  },
  rejected: {
    message: ({ serviceText, serviceCode }) =>
      serviceText
        ? l10n.t("The library refused the request: {0} (code {1}).", serviceText, serviceCode ?? "–")
        : l10n.t("The library refused the request without a reason (code {0}).", serviceCode ?? "–"),
    next: "checkConnection",
  },
  notSent: {
    message: notSent,
    next: "tryAgain",
  },
  timeout: {
    message: (told) =>
      l10n.t("{0} did not answer in time. Try again, or raise the time limit in the settings.", theHost(told)),
    next: "openSettings",
  },
  interrupted: {
    message: (told) => l10n.t("The connection to {0} broke before the answer was complete. Try again.", host(told)),
    next: "tryAgain",
  },
  badAnswer: {
    message: badAnswer,
    next: afterBadAnswer,
  },
  tooLarge: {
    message: (told) => l10n.t("The answer of {0} was too large and was not read to its end.", host(told)),
    next: "showLog",
  },
  redirected: {
    message: (told) =>
      l10n.t(
        "The library wants to redirect to {0}. Redirects are never followed, because the key would travel along.",
        told.host ?? "–",
      ),
    next: "connect",
  },
  cancelled: { message: () => l10n.t("Cancelled.") },
  invalidRequest: {
    message: ({ detail }) =>
      detail === undefined
        ? l10n.t("The search was not sent, because something in it is not right. Nothing was charged.")
        : l10n.t("Nothing was sent or charged, because something in the request is not right: {0}", detail),
    next: "editFilters",
  },
  overBudget: {
    message: overBudget,
    next: "openSettings",
  },
  limitUnreadable: { message: limitUnreadable, next: "openSettings" },
  programRefused: { message: programRefused },
  declined: { message: () => l10n.t("Not sent, as you chose. Nothing was charged.") },
  assistantsStopped: { message: assistantsStopped },
  planRefused: { message: planRefused },
  notRepeated: { message: notRepeated },
  noDetails: { message: () => l10n.t("The service has no details for this ad's platform. Nothing was charged.") },
  otherLibrary: {
    message: () =>
      l10n.t(
        "Another library is connected by now. Nothing was sent or charged. Search there, or connect to the former one.",
      ),
    next: "connect",
  },
  notInV1: {
    message: () =>
      l10n.t("V1 has no search over all platforms at once. Choose one platform, or use a key that is enabled for V2."),
  },
  notFound: { message: ({ detail }) => detail ?? l10n.t("This is no longer in the archive.") },
  notSameSearch: {
    message: ({ detail }) =>
      detail === undefined
        ? l10n.t("This is not the same search.")
        : l10n.t("This is not the same search. {0}", detail),
  },
  nothingShown: {
    message: () => l10n.t("No search is on the screen. Open an explorer and search first."),
    next: "editFilters",
  },
  nothingSaved: { message: () => l10n.t("No search is saved yet. Search first, then save it.") },
  nothingUnfinished: { message: () => l10n.t("No export was left unfinished.") },
  storage: {
    message: storageMessage,
    next: "showLog",
  },
  notKept: {
    message: ({ reason = "failed" }) =>
      l10n.t("The archive can't keep another answer, so nothing was sent or charged. {0}", archiveWords[reason]()),
    next: "tryAgain",
  },
  ownershipUnknown: {
    message: ({ reason = "failed" }) =>
      l10n.t(
        "The archive can't be read, so it can't tell whether you already own this. Nothing was sent or charged. {0}",
        archiveWords[reason](),
      ),
    next: "tryAgain",
  },
  otherDataset: {
    message: ({ detail = "–" }) =>
      l10n.t("This folder has a dataset of another library ({0}). Choose another folder.", detail),
  },
  damagedDataset: {
    message: ({ detail = "–" }) =>
      l10n.t("A file of the dataset cannot be read: {0}. Restore it, or write the dataset into a new folder.", detail),
  },
  noDataset: {
    message: ({ detail = "–" }) => l10n.t("There is no dataset in {0}: it has no manifest.json.", detail),
  },
  unexpected: {
    message: () => l10n.t("Something went wrong inside the extension. The log has the details."),
    next: "showLog",
  },
};

/** What a failed request may have cost. */
export const chargeWords: Readonly<Record<Charge, () => string>> = {
  none: () => "",
  charged: () => l10n.t("The request was charged."),
  unknown: () => l10n.t("The request may have been charged."),
};
