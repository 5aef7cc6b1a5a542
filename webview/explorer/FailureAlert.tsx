import * as l10n from "@vscode/l10n";
import { formatNumber } from "../charts/numbers";
import type { AdCard } from "../../src/protocol/ads";
import { prices } from "../../src/protocol/credits";
import type { Failure } from "../../src/protocol/failure";
import { sentOf } from "../../src/protocol/search";
import { adName } from "../cards/adTexts";
import { Button, TextButton } from "../controls/Button";
import { Icon } from "../controls/Icon";
import { overBudget, type PaneProps, usePage } from "../panes";
import type { FreeAction } from "../state/panelState";
import { sameQuery } from "../state/query";

interface FailureAlertProps {
  readonly failure: Failure;
  /** What failed, in a word or two, if several failures can be shown together. */
  readonly what?: string;
  /** Label of the button that repeats what failed, price included; absent if nothing can be repeated. */
  readonly retryLabel?: string;
  readonly onRetry?: () => void;
  readonly onEditFilters?: () => void;
  readonly onDismiss?: () => void;
  /** False where the host runs no commands and copies nothing, as for a board. */
  readonly acts?: boolean;
}

/** What an API client would show of the failed request, without key and search. */
function reportOf({ message, at, request, status, serviceCode, code, charge, specifics }: Failure): string {
  const facts = [
    ["Time", at],
    ["Request", request],
    ["HTTP status", status],
    ["Service code", serviceCode],
    ["Failure", code],
    ["Charge", charge],
    ["Reason", specifics],
  ] as const;
  const lines = facts.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  return [message, ...lines].join("\n");
}

function commandOf(next: Failure["next"]) {
  const commands = [
    ["connect", l10n.t("Connect…")],
    ["setApiKey", l10n.t("Set API key…")],
    ["checkConnection", l10n.t("Check connection")],
    ["openSettings", l10n.t("Open settings")],
    ["showLog", l10n.t("Show log")],
  ] as const;
  return commands.find(([command]) => command === next);
}

/** A failure where it happened: what it was and cost, in the host's words, and what to do next. */
export function FailureAlert(props: FailureAlertProps) {
  const { failure, what, retryLabel, onRetry, onEditFilters, onDismiss, acts = true } = props;
  const { session } = usePage();
  const command = acts && commandOf(failure.next);
  return (
    <div class={`alert ${isWish(failure) ? "alert-calm" : ""}`} role="alert">
      <Icon name={isWish(failure) ? "circle-slash" : "error"} />
      <div class="alert-body shrinks breaks-anywhere">
        <p dir="auto">
          {what !== undefined && <strong>{l10n.t("{0}:", what)} </strong>}
          {failure.message}
        </p>
        <div class="alert-actions row wraps">
          {command && <Button label={command[1]} onPress={() => session.run(command[0])} />}
          {failure.next === "editFilters" && onEditFilters && (
            <Button label={l10n.t("Edit filters")} onPress={onEditFilters} />
          )}
          {retryLabel !== undefined && onRetry && failure.next !== "editFilters" && (
            <Button label={retryLabel} onPress={onRetry} />
          )}
          {acts && <CopyReport failure={failure} />}
        </div>
      </div>
      {onDismiss && <Button look="icon" icon="close" label={l10n.t("Dismiss")} onPress={onDismiss} />}
    </div>
  );
}

/** A person wanted it: it is no error. */
const isWish = ({ code }: Failure) => code === "cancelled" || code === "declined";

/** Copies what a bug report needs. There is nothing to add for what was canceled, declined, or never left the panel. */
function CopyReport({ failure }: Pick<FailureAlertProps, "failure">) {
  const { session } = usePage();
  if (failure.at === undefined || isWish(failure)) return null;
  const report = reportOf(failure);
  return <TextButton label={l10n.t("Copy details")} title={report} onPress={() => session.copyText(report)} />;
}

/** What failed, if these are the details of an ad. */
export const detailsOf = (card?: AdCard) => (card ? l10n.t("Details of “{0}”", adName(card)) : l10n.t("Details"));

const actionName: Readonly<Record<FreeAction | "search" | "details", () => string>> = {
  search: () => l10n.t("Search"),
  details: detailsOf,
  command: () => l10n.t("Command"),
  link: () => l10n.t("Link"),
  copy: () => l10n.t("Copy"),
  bought: () => l10n.t("Bought pages"),
};

/** The label of the button that repeats a failed search, whatever the form has by now. */
function retryOf({ form, draft, failedSearch }: PaneProps["state"], price: number): string {
  const credits = formatNumber(price);
  const edited = failedSearch && !sameQuery(sentOf(form, failedSearch.query), sentOf(form, draft));
  return edited
    ? l10n.t("Try the search again without your edits, {0} credits", credits)
    : l10n.t("Try the search again, {0} credits", credits);
}

/** Failures of searches and small actions: above the results, however these are scrolled, and never instead of them. */
export function Failures({ state, session, store }: PaneProps) {
  const { failedSearch, failedAction } = state;
  const dismiss = (of: "search" | "action") => () => {
    store.dispatch({ type: "failureDismissed", of });
  };
  const page = failedSearch?.cursor?.page;
  const price = (page === undefined ? (state.pages ?? 1) : 1) * prices.search;
  return (
    <>
      {failedSearch && (
        <FailureAlert
          what={page === undefined ? l10n.t("Search") : l10n.t("Page {0}", page)}
          failure={failedSearch.failure}
          {...(overBudget(state, price) === undefined && {
            retryLabel:
              page === undefined ? retryOf(state, price) : l10n.t("Try page {0} again, {1} credits", page, price),
            onRetry: () => void session.tryAgain(),
          })}
          onEditFilters={() => store.dispatch({ type: "formWanted", place: "problem" })}
          onDismiss={dismiss("search")}
        />
      )}
      {failedAction && (
        <FailureAlert
          what={failedAction.card ? detailsOf(failedAction.card) : actionName[failedAction.action]()}
          failure={failedAction.failure}
          onDismiss={dismiss("action")}
        />
      )}
    </>
  );
}
