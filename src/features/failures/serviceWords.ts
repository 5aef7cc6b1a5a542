import * as l10n from "@vscode/l10n";
import type { NextStep } from "../../protocol/failure";
import type { Told } from "./featureError";

/** The library's name for the middle of a sentence. */
export const host = (told: Told): string => told.host ?? l10n.t("the library");
/** The same for the start of a sentence. */
export const theHost = (told: Told): string => told.host ?? l10n.t("The library");

/** What can help after an unusable answer. */
export function afterBadAnswer(told: Told): NextStep {
  const { status = 0, cutOff, worked } = told;
  if (isForeignPage(told)) return "tryAgain";
  if (status === 401 || status === 403) return "setApiKey";
  if (status === 429 || status >= 500 || cutOff) return "tryAgain";
  return worked || status === 402 ? "showLog" : "checkConnection";
}

/** A web page in place of an answer of a library that worked. Before it did, its base URL is the likely cause. */
const isForeignPage = ({ webPage, worked, charge }: Told) => webPage && (charge !== "none" || worked);

/** The service always answers 200 (docs/api.md, "Errors" 1): any other status comes from something in front of it. */
export function badAnswerMessage(told: Told): string {
  const { status = 0, cutOff, worked, place, kept, otherAd } = told;
  if (otherAd !== undefined) {
    const what = l10n.t("{0} sent the details of another ad ({1}).", theHost(told), otherAd);
    return kept === undefined ? what : `${what} ${l10n.t("They are kept as they came, but not shown as this ad's.")}`;
  }
  if (kept !== undefined) {
    const what = cutOff
      ? l10n.t("The response from {0} was cut off.", host(told))
      : l10n.t("{0} sent a response that can't be read.", theHost(told));
    return `${what} ${l10n.t("It is kept as it came: if an update can read it, it is yours for 0 credits.")}`;
  }
  if (isForeignPage(told))
    return l10n.t(
      "Instead of a response from {0}, a web page arrived, probably the sign-in page of your network or a proxy. Sign in there, then try again.",
      host(told),
    );
  if (status === 401 || status === 403)
    return l10n.t("{0} refused the API key (HTTP {1}). Enter a key that is enabled there.", theHost(told), status);
  if (status === 429)
    return l10n.t(
      "{0} is receiving too many requests (HTTP {1}). Wait a while, then try again.",
      theHost(told),
      status,
    );
  if (status === 402)
    return l10n.t(
      "{0} requires payment (HTTP {1}). Check the plan and the credits of your API key with the library's operator.",
      theHost(told),
      status,
    );
  if (status >= 500) return l10n.t("{0} reported a server error (HTTP {1}). Try again later.", theHost(told), status);
  if (cutOff) return l10n.t("The response from {0} was cut off. Try again.", host(told));
  if (worked && status >= 400)
    return place === "terminal"
      ? l10n.t("{0} refused the request (HTTP {1}). Try again later.", theHost(told), status)
      : l10n.t(
          "{0} refused the request (HTTP {1}). Try again later, or see the log for details.",
          theHost(told),
          status,
        );
  if (worked)
    return place === "terminal"
      ? l10n.t("{0} sent a response that can't be read. Try again later.", theHost(told))
      : l10n.t("{0} sent a response that can't be read. Try again later, or see the log for details.", theHost(told));
  return l10n.t("The response from {0} is not from an ad library. Check the base URL.", host(told));
}

export function notSent(told: Told): string {
  const reason = told.specifics ?? "–";
  if (told.obstacle === "certificate") {
    if (told.place === "terminal")
      return l10n.t(
        "The request was not sent to {0}, because this machine doesn't trust its certificate ({1}). Check the base URL, or set NODE_EXTRA_CA_CERTS to a file with the certificate.",
        host(told),
        reason,
      );
    return l10n.t(
      "The request was not sent to {0}, because this machine doesn't trust its certificate ({1}). Check the base URL, or add the certificate to this machine's certificate store, which VS Code uses (setting http.systemCertificates).",
      host(told),
      reason,
    );
  }
  if (told.obstacle === "proxy") {
    if (told.place === "terminal")
      return l10n.t(
        "The request was not sent to {0}, because the proxy {1} did not connect to it ({2}). Check HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, and NO_PROXY, then try again.",
        host(told),
        told.proxy ?? "–",
        reason,
      );
    return l10n.t(
      "The request was not sent to {0}, because the proxy refused it ({1}). Check the proxy, its user name, and its password (setting http.proxy), then try again.",
      host(told),
      reason,
    );
  }
  return l10n.t("Can't reach {0}. Check your network connection and the base URL, then try again.", host(told));
}

/** Names the proxy that a failed request had to go through, unless the message does. */
export const proxyWords = ({ proxy, obstacle }: Told): string =>
  proxy === undefined || obstacle === "proxy" ? "" : l10n.t("Requests go through the proxy {0}.", proxy);

/** A request with what the base URL should not have, before the same of its route. */
const twice = /^[A-Z]+ (https?:\/\/\S*?)\/(v[12](?:\/(?:[^/\s]+\/)?ads(?:\/\S*)?)?)\/v[12]\//i;

/** What to do about a base URL that ends in a version or a route of it, if the library doesn't know what was asked. */
export function versionWords({ code, request = "", worked }: Told): string {
  const [, base, added] = twice.exec(request) ?? [];
  if (worked || base === undefined || added === undefined || (code !== "rejected" && code !== "badAnswer")) return "";
  return l10n.t("The base URL ends in /{0}, which is added automatically. Use {1} instead.", added, base);
}
