import type { Told } from "./featureError";
import * as l10n from "@vscode/l10n";
import type { Charge } from "../../protocol/credits";
import type { FailureCode, NextStep } from "../../protocol/failure";
import { afterBadAnswer, badAnswerMessage, host, notSent, theHost } from "./serviceWords";
import { archiveWords, storageMessage } from "./storageWords";
import {
  assistantsStopped,
  limitUnreadable,
  notRepeated,
  overBudget,
  planRefused,
  programRefused,
} from "./refusalWords";

interface FailureWords {
  readonly message: (told: Told) => string;
  readonly next?: NextStep | ((told: Told) => NextStep);
}

/** The message for each failure, and what is offered next. Failure messages are defined only here. */
export const failureWords: Readonly<Record<FailureCode, FailureWords>> = {
  noConnection: {
    message: () => l10n.t("No library is connected. Connect your library, or use the sample library."),
    next: "connect",
  },
  noKey: {
    message: ({ specifics }) =>
      specifics === undefined
        ? l10n.t("No API key is stored for this library. Enter it once, and VS Code keeps it in its secret storage.")
        : l10n.t("The stored API key can't be used ({0}). Enter it again.", specifics),
    next: "setApiKey",
  },
  rejected: {
    message: ({ serviceText, serviceCode = "–", isQuoted }) => {
      if (!serviceText) return l10n.t("The library refused the request and gave no reason (code {0}).", serviceCode);
      return isQuoted
        ? l10n.t("The library refused the request (code {0}). Its reason is quoted as data.", serviceCode)
        : l10n.t("The library refused the request: {0} (code {1}).", withoutPeriod(serviceText), serviceCode);
    },
    next: "checkConnection",
  },
  notSent: {
    message: notSent,
    next: "tryAgain",
  },
  timeout: {
    message: (told) =>
      l10n.t("{0} did not respond in time. Try again, or raise the time limit in Settings.", theHost(told)),
    next: "openSettings",
  },
  interrupted: {
    message: (told) =>
      l10n.t("The connection to {0} was lost before the response was complete. Try again.", host(told)),
    next: "tryAgain",
  },
  badAnswer: {
    message: badAnswerMessage,
    next: afterBadAnswer,
  },
  tooLarge: {
    message: (told) =>
      l10n.t("The response from {0} is too large to read. Narrow the search, or see the log for details.", host(told)),
    next: "showLog",
  },
  redirected: {
    message: (told) =>
      l10n.t(
        "The library redirects to {0}. Redirects are never followed, because they would carry your key along. If the library moved, connect to its new address.",
        told.isQuoted ? l10n.t("another address, which is quoted as data") : (told.host ?? "–"),
      ),
    next: "connect",
  },
  cancelled: { message: () => l10n.t("Canceled.") },
  invalidRequest: {
    message: ({ specifics }) =>
      specifics === undefined
        ? l10n.t(
            "The search was not sent, because part of it is not valid. Nothing was charged. Fix the filters that are marked.",
          )
        : l10n.t("Nothing was sent or charged, because the request is not valid: {0}", specifics),
    next: "editFilters",
  },
  overBudget: {
    message: overBudget,
    next: "openSettings",
  },
  limitUnreadable: { message: limitUnreadable, next: "openSettings" },
  programRefused: { message: programRefused },
  declined: { message: () => l10n.t("Not sent, because you declined. Nothing was charged.") },
  assistantsStopped: { message: assistantsStopped },
  planRefused: { message: planRefused },
  notRepeated: { message: notRepeated },
  noDetails: { message: () => l10n.t("The service has no details for this ad's platform. Nothing was charged.") },
  otherLibrary: {
    message: () =>
      l10n.t(
        "A different library is connected now. Nothing was sent or charged. Search again there, or connect to the previous library.",
      ),
    next: "connect",
  },
  notInV1: {
    message: () =>
      l10n.t("V1 can't search all platforms at once. Choose one platform, or use a key that is enabled for V2."),
  },
  notFound: {
    message: ({ specifics }) => specifics ?? l10n.t("This is no longer in the archive. Search again to fetch it."),
  },
  beingChecked: {
    message: () =>
      l10n.t(
        "Another window or terminal is checking this search. Nothing was sent or charged. Wait until it is done, then try again.",
      ),
    next: "tryAgain",
  },
  notSameSearch: {
    message: ({ specifics }) =>
      specifics === undefined
        ? l10n.t("This is not the same search.")
        : l10n.t("This is not the same search. {0}", specifics),
  },
  nothingShown: {
    message: () => l10n.t("No search is open. Open an explorer and search first."),
    next: "editFilters",
  },
  nothingSaved: { message: () => l10n.t("You have no saved searches yet. Search first, then save the search.") },
  nothingUnfinished: { message: () => l10n.t("There are no unfinished exports.") },
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
    message: ({ specifics = "–" }) =>
      l10n.t("This folder contains a dataset of a different library ({0}). Choose another folder.", specifics),
  },
  folderInUse: {
    message: ({ specifics = "–" }) =>
      l10n.t("This folder has other files ({0}). Choose an empty folder, or one with a dataset.", specifics),
  },
  damagedDataset: {
    message: ({ specifics = "–" }) =>
      l10n.t("A dataset file can't be read: {0}. Restore it, or write the dataset to a new folder.", specifics),
  },
  noDataset: {
    message: ({ specifics = "–" }) =>
      l10n.t("{0} is not a dataset, because it has no manifest.json. Choose another folder.", specifics),
  },
  datasetFailed: {
    message: ({ specifics = "–" }) =>
      l10n.t("Writing the dataset failed: {0}. What it contained before is unchanged. Try again.", specifics),
    next: "tryAgain",
  },
  unexpected: {
    message: () => l10n.t("Something went wrong in the extension. See the log for details."),
    next: "showLog",
  },
};

/** What a failed request may have cost. */
export const chargeWords: Readonly<Record<Charge, () => string>> = {
  none: () => "",
  charged: () => l10n.t("The request was charged."),
  unknown: () => l10n.t("The request may have been charged."),
};

/** The service's words without the period at their end, to go on after them. */
const withoutPeriod = (text: string) => text.replace(/(?<!\.)\.$/, "");
