import { figure } from "../text";
import type { LimitRefusal, Place, Told } from "./featureError";
import * as l10n from "@vscode/l10n";
import type { FailureCode, NextStep } from "../../protocol/failure";
import { afterBadAnswer, badAnswerMessage, host, notSent, theHost } from "./serviceWords";
import { archiveWords, storageMessage } from "./storageWords";

interface FailureWords {
  readonly message: (told: Told) => string;
  readonly next?: NextStep | ((told: Told) => NextStep);
}

/** The message for each failure, and what is offered next. Failure messages are defined only here. */
export const failureWords: Readonly<Record<FailureCode, FailureWords>> = {
  noConnection: {
    message: ({ place }) =>
      place === "terminal"
        ? l10n.t(
            "No library is connected. Set AD_LIBRARY_URL or add --library URL. sample: is the built-in sample library.",
          )
        : l10n.t("No library is connected. Connect your library, or use the sample library."),
    next: "connect",
  },
  noKey: {
    message: ({ specifics, place }) => {
      if (place === "terminal")
        return l10n.t("There is no API key for this library. Set AD_LIBRARY_API_KEY, or add --key-file FILE.");
      return specifics === undefined
        ? l10n.t("No API key is stored for this library. Enter it once, and VS Code keeps it in its secret storage.")
        : l10n.t("The stored API key can't be used ({0}). Enter it again.", specifics);
    },
    next: "setApiKey",
  },
  rejected: {
    message: ({ serviceText, serviceCode = "–", isQuoted }) => {
      if (!serviceText) return l10n.t("The library refused the request and gave no reason (code {0}).", serviceCode);
      return isQuoted
        ? l10n.t("The library refused the request (code {0}). Its message follows.", serviceCode)
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
      told.place === "terminal"
        ? l10n.t("{0} did not respond in time. Try again, or raise the time limit with --timeout.", theHost(told))
        : l10n.t("{0} did not respond in time. Try again, or raise the time limit in Settings.", theHost(told)),
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
      told.place === "terminal"
        ? l10n.t("The response from {0} is too large to read. Narrow the search.", host(told))
        : l10n.t(
            "The response from {0} is too large to read. Narrow the search, or see the log for details.",
            host(told),
          ),
    next: "showLog",
  },
  redirected: {
    message: (told) =>
      l10n.t(
        "The library redirects to {0}. Redirects are never followed, because they would carry your key along. If the library moved, connect to its new address.",
        told.isQuoted ? l10n.t("another address, which follows") : (told.host ?? "–"),
      ),
    next: "connect",
  },
  cancelled: { message: () => l10n.t("Canceled.") },
  invalidRequest: {
    message: ({ specifics, place }) => {
      if (specifics !== undefined)
        return l10n.t("The request was not sent or charged, because it is not valid: {0}", specifics);
      return place === "terminal"
        ? l10n.t("The request was not sent or charged, because part of the search is not valid.")
        : l10n.t(
            "The request was not sent or charged, because part of the search is not valid. Fix the filters that are marked.",
          );
    },
    next: "editFilters",
  },
  overBudget: {
    message: overBudget,
    next: "openSettings",
  },
  limitUnreadable: { message: limitUnreadable, next: "openSettings" },
  programRefused: { message: programRefused },
  settingNotWritten: {
    message: ({ specifics = "–" }) =>
      l10n.t("The connection is unchanged, because VS Code couldn't write your settings: {0}", specifics),
    next: "openSettings",
  },
  declined: {
    message: ({ place }) =>
      place === "terminal"
        ? l10n.t("Not sent, because nobody agreed to it.")
        : l10n.t("Not sent, because you declined."),
  },
  paidBefore: {
    message: () =>
      l10n.t(
        "The request was not sent or charged. Its answer was paid for before, but the file is gone from the archive or can't be read. Only a person can agree to buy it again.",
      ),
  },
  assistantsStopped: { message: assistantsStopped },
  planRefused: { message: planRefused },
  notRepeated: { message: notRepeated },
  noDetails: { message: () => l10n.t("The service has no details for this ad's platform. Nothing was charged.") },
  otherLibrary: {
    message: () =>
      l10n.t(
        "A different library is connected now, so the request was not sent or charged. Search again there, or connect to the previous library.",
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
        "Another window or terminal is checking this search, so this check was not started or charged. Wait until that one is done, then try again.",
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
    message: ({ reason = "failed", place }) =>
      l10n.t(
        "The archive can't keep another answer, so the request was not sent or charged. {0}",
        archiveWords[reason](place),
      ),
    next: "tryAgain",
  },
  ownershipUnknown: {
    message: ({ reason = "failed", place }) =>
      l10n.t(
        "The archive can't be read, so it can't tell whether you already bought this. The request was not sent or charged. {0}",
        archiveWords[reason](place),
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
  noManifest: {
    message: ({ specifics = "–" }) =>
      l10n.t(
        '{0} has files of a dataset, but its manifest.json is missing. Nothing was changed. Restore manifest.json, or run ad-library dataset adopt "{0}" in a terminal to make a new one from these files.',
        specifics,
      ),
  },
  hasManifest: {
    message: ({ specifics = "–" }) =>
      l10n.t("{0} already has a manifest.json. To make a new one, move the old one away first.", specifics),
  },
  notAdopted: {
    message: ({ specifics = "–" }) =>
      l10n.t("No manifest was made: {0}. Restore this file or move it away, and try again.", specifics),
  },
  datasetFailed: {
    message: ({ specifics = "–" }) =>
      l10n.t("Writing the dataset failed: {0}. What it contained before is unchanged. Try again.", specifics),
    next: "tryAgain",
  },
  unexpected: {
    message: ({ place, isQuoted, specifics }) => {
      if (place !== "terminal") return l10n.t("Something went wrong in the extension. See the log for details.");
      return isQuoted
        ? l10n.t("Something unexpected went wrong. The error follows.")
        : l10n.t("Something unexpected went wrong: {0}", specifics ?? "–");
    },
    next: "showLog",
  },
};

/** Failures of requests that could have cost something. Their messages don't say that they didn't. */
const ofRequests: ReadonlySet<FailureCode> = new Set([
  ...(["rejected", "notSent", "timeout", "interrupted", "badAnswer", "tooLarge", "redirected"] as const),
  ...(["cancelled", "declined", "overBudget", "limitUnreadable", "notInV1", "noKey", "noConnection"] as const),
]);

/** What a failed request may have cost; "" if that is said already, or there was no request. */
export function chargeWords({ code, charge, kept }: Pick<Told, "code" | "charge" | "kept">): string {
  if (charge === "none") return ofRequests.has(code) ? l10n.t("The request was not charged.") : "";
  if (kept !== undefined) return l10n.t("The request may have been charged ({0} credits).", figure(kept));
  return charge === "charged" ? l10n.t("The request was charged.") : l10n.t("The request may have been charged.");
}

/** The service's words without the period at their end, to go on after them. */
const withoutPeriod = (text: string) => text.replace(/(?<!\.)\.$/, "");

/** A limit refused. */
function overBudget({ refusal, charge, place }: Told): string {
  if (refusal?.limit === "assistants") return overAllowance(refusal, place);
  if (refusal?.limit !== "day") return l10n.t("Stopped: the credits you agreed to are used up.");
  const { credits, left, of } = refusal;
  const figures = [credits, left, of].map(figure);
  if (charge === "unknown")
    return l10n.t(
      "Not tried again. Another attempt costs {0} credits, and {1} of your daily budget of {2} are left.",
      ...figures,
    );
  return place === "terminal"
    ? l10n.t(
        "Not sent. It costs {0} credits, and {1} of your daily budget of {2} are left. Raise the budget with --daily-budget, or try again tomorrow.",
        ...figures,
      )
    : l10n.t(
        "Not sent. It costs {0} credits, and {1} of your daily budget of {2} are left. Raise the budget in Settings, or try again tomorrow.",
        ...figures,
      );
}

/** A limit's setting does not hold a number of credits. */
function limitUnreadable({ specifics }: Told): string {
  return l10n.t(
    "Not sent, because the setting {0} isn't a number of credits and can't limit spending. Correct it, then try again.",
    specifics ?? "–",
  );
}

/** A program wanted to spend, and no question was asked. `specifics`: until when the person refuses such requests. */
function programRefused({ specifics }: Told): string {
  return specifics === undefined
    ? l10n.t(
        "A keybinding or another extension tried to spend credits while another request was waiting for your answer. Nothing was sent.",
      )
    : l10n.t(
        "A keybinding or another extension tried to spend credits. Nothing was sent, because you refuse such requests until {0}.",
        specifics,
      );
}

function overAllowance({ credits, left }: LimitRefusal, place: Place | undefined): string {
  return l10n.t(
    "Not sent. It costs {0} credits, and assistants may spend {1} more today. Only a person can raise this limit: {2}.",
    credits,
    left,
    place === "terminal" ? "--max-credits" : "adLibrary.assistantAllowance",
  );
}

/** A person stopped all assistants, or did so after this was planned. */
function assistantsStopped(): string {
  return l10n.t(
    "Not sent, because a person stopped assistants from spending and revoked all plans. To allow it again, that person runs “Ad Library: Allow Assistants to Spend Again” in VS Code. Then make a new plan.",
  );
}

/** A plan cannot be bought. `specifics`: why. */
function planRefused({ specifics = l10n.t("This plan can't be bought.") }: Told): string {
  return l10n.t("Nothing was sent. {0}", specifics);
}

function notRepeated(): string {
  return l10n.t("Not repeated. An assistant never repeats a request that may have been charged.");
}
