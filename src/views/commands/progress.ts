import * as l10n from "@vscode/l10n";
import vscode = require("vscode");
import { figure } from "../../features/text";
import { Cancels } from "../panel/dispatch";
import { agrees } from "../spending";
import { plain } from "../words";

const location = vscode.ProgressLocation.Notification;

/** Shows the progress of free work, with a button that cancels it. */
export function freeProgress<T>(
  title: string,
  work: (signal: AbortSignal, tell: (message: string) => void) => Promise<T>,
): Thenable<T> {
  return vscode.window.withProgress({ location, title: plain(title), cancellable: true }, (progress, cancellation) => {
    const stop = new AbortController();
    cancellation.onCancellationRequested(() => stop.abort());
    return work(stop.signal, (message) => progress.report({ message }));
  });
}

/**
 * Shows the progress of work that may pay, with a button that cancels it: what was already requested is finished first.
 * @param atOnce the most credits that requests on their way can cost together
 */
export function paidProgress<T>(
  title: string,
  atOnce: number,
  work: (tell: (message: string) => void, cancels: Cancels) => Promise<T>,
): Thenable<T> {
  const cancels = new Cancels();
  return vscode.window.withProgress({ location, title, cancellable: true }, (progress, cancellation) => {
    const working = work((message) => progress.report({ message }), cancels);
    cancellation.onCancellationRequested(() => {
      cancels.cancel();
      if (atOnce > 0) void finishing(working, atOnce, cancels);
    });
    return working;
  });
}

/** VS Code closes a notification whose button was pressed, so another one offers to abort the requests on their way. */
async function finishing(working: Promise<unknown>, credits: number, cancels: Cancels): Promise<void> {
  const ended = working.then(
    () => true,
    () => true,
  );
  const price = l10n.t("to abort it may cost {0} credits", figure(credits));
  // As one text: a message of its own would draw the notification anew, which can lose a press of its button.
  const title = `${l10n.t("Finishing the page already requested")}: ${price}`;
  const waited = vscode.window.withProgress({ location, title, cancellable: true }, (_, cancellation) => {
    const again = new Promise<false>((resolve) => cancellation.onCancellationRequested(() => resolve(false)));
    return Promise.race([ended, again]);
  });
  if (await waited) return;
  const aborts = await agrees({
    words: l10n.t("Abort the request on its way?"),
    detail: l10n.t(
      "Up to {0} credits may already have been charged for it. If you wait, you get what you paid for.",
      figure(credits),
    ),
    yes: l10n.t("Abort, May Cost {0} Credits", figure(credits)),
    no: l10n.t("Wait"),
  });
  if (aborts) cancels.cancel();
  else await finishing(working, credits, cancels);
}
