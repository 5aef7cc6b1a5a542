import * as l10n from "@vscode/l10n";
import { formatNumber } from "../charts/numbers";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { aboutPlatform } from "../../src/protocol/aboutPlatform";
import type { ApiVersion } from "../../src/protocol/apiVersion";
import { prices } from "../../src/protocol/credits";
import { prettyJson } from "../../src/protocol/exactJson";
import type { FilterForm } from "../../src/protocol/filters";
import type { BoughtSearch, ToldProblems } from "../../src/protocol/panel";
import { isIndividual, platforms, type PlatformToken } from "../../src/protocol/platforms";
import { sentOf } from "../../src/protocol/search";
import { Button, PlainButton, TextButton } from "../controls/Button";
import { Dropdown, type Option } from "../controls/fields";
import { filterNamed } from "../filters/filterTexts";
import { overBudget, type PaneProps, useFolded } from "../panes";
import type { PageSession } from "../session";
import type { PanelState } from "../state";
import { ago, localTime } from "../words/phrases";
import { ActiveFilters } from "./ActiveFilters";
import { FailureAlert } from "./FailureAlert";
import { FilterFields } from "./FilterFields";
import { isBlocked } from "../state/query";
import { againLabel, BudgetNote, priceRemark } from "./spending";
import { useFormFocus } from "./useKeys";

/** The form: platform, one control per filter, and the search with its price. */
export function FormPane(props: PaneProps) {
  const { state, session } = props;
  const { form, formLoading, formFailure } = state;
  const folded = useFolded(state);
  const pane = useFormFocus(state.wanted);
  useDraftCheck(state, session);
  const fields = useFields(props);
  return (
    <form
      ref={pane}
      class={`form-pane ${folded ? "folded" : ""}`}
      aria-label={l10n.t("Search ads")}
      aria-busy={formLoading}
      onSubmit={(event) => event.preventDefault()}
    >
      <FormHead {...props} folded={folded} />
      <ActiveFilters {...props} />
      <FormNotices {...props} />
      <div class="form-scroll">
        {form && <About form={form} />}
        {formFailure && !isWelcomed(state) && (
          <FailureAlert
            failure={formFailure}
            retryLabel={l10n.t("Load the filters again, 0 credits")}
            onRetry={() => void session.reloadForm()}
          />
        )}
        {formLoading && <FormSkeleton />}
        {fields}
        {form && <RequestPreview {...props} />}
      </div>
      <FormFoot {...props} />
    </form>
  );
}

/** The fields, redrawn only when something that they show changed: results that arrive do not touch them. */
function useFields({ state: { form, draft, problems }, session, store }: PaneProps) {
  return useMemo(
    () => form && <FilterFields key={form.platform} {...{ form, draft, problems, session, store }} />,
    [form, draft, problems, session, store],
  );
}

function About({ form }: { readonly form: FilterForm }) {
  const about = aboutPlatform(form.platform, form);
  return about.length > 0 ? <p class="form-about muted smaller">{about.join(" ")}</p> : null;
}

/** Whether the results area already says what is missing. */
function isWelcomed({ connection: { kind, hasKey }, results, running, failedSearch }: PanelState): boolean {
  const missing = kind === "none" || (kind === "service" && !hasKey);
  return missing && !results && !running && !failedSearch;
}

/** Platforms that the library's version lacks are marked as such, and disabled unless already chosen. */
function platformOptions(version: ApiVersion | undefined, chosen: PlatformToken): readonly Option[] {
  return platforms.map(({ token, label: name }) => {
    const label = token === "mega" ? l10n.t("All platforms") : name;
    const lacking = version === "v1" && !isIndividual(token);
    return lacking
      ? { value: token, label: l10n.t("{0} (not available in V1)", label), disabled: token !== chosen }
      : { value: token, label };
  });
}

function FormHead({ state, session, store, folded }: PaneProps & { readonly folded: boolean }) {
  return (
    <div class="form-head row">
      <Dropdown
        label={l10n.t("Platform")}
        value={state.draft.platform}
        options={platformOptions(state.connection.apiVersion, state.draft.platform)}
        onChange={(token) => {
          const platform = platforms.find((candidate) => candidate.token === token);
          if (platform) void session.switchPlatform(platform.token);
        }}
      />
      <FoldButton store={store} folded={folded} />
    </div>
  );
}

/** Folds the form to its chips, or shows all of it again. */
export function FoldButton({ store, folded }: Pick<PaneProps, "store"> & { readonly folded: boolean }) {
  return (
    <PlainButton
      class="form-fold"
      icon={folded ? "chevron-down" : "chevron-up"}
      label={folded ? l10n.t("Show filters") : l10n.t("Hide filters")}
      expanded={!folded}
      onPress={() => store.dispatch({ type: "formFolded", folded: !folded })}
    >
      <span class="fold-text">{l10n.t("Filters")}</span>
    </PlainButton>
  );
}

function searchLabel(pages = 1): string {
  const credits = formatNumber(pages * prices.search);
  return pages === 1 ? l10n.t("Search, {0} credits", credits) : l10n.t("Search {0} pages, {1} credits", pages, credits);
}

/** What the last search brought, since the service says no total before it is paid. */
function foundText({ pages, found }: BoughtSearch): string {
  const on = pages === 1 ? l10n.t("1 page") : l10n.t("{0} pages", pages);
  if (!found) return on;
  const ads = found.ads === 1 ? l10n.t("1 ad on {0}", on) : l10n.t("{0} ads on {1}", formatNumber(found.ads), on);
  return found.ended ? l10n.t("{0}, end reached", ads) : ads;
}

/**
 * Searches, or shows what is bought of the draft. The main button stays where it is while it changes, and no double click
 * can reach a price: paying again is a button of its own.
 */
function FormFoot({ state, session }: PaneProps) {
  const { bought, form, draft } = state;
  const remark = priceRemark(state.connection);
  const busy = state.running !== undefined;
  const why = overBudget(state, (state.pages ?? 1) * prices.search);
  return (
    <div class="form-foot column">
      {bought && (
        <>
          <p class="form-bought muted smaller" title={localTime(bought.fetchedAt)}>
            {l10n.t("Bought: {0}, fetched {1}", foundText(bought), ago(bought.fetchedAt))}
          </p>
          {!isBlocked(state) && (
            <Button
              class="search-again"
              label={againLabel(state.pages)}
              disabled={why !== undefined}
              busy={busy}
              onPress={() => void session.searchAgain(sentOf(form, draft), state.pages)}
            />
          )}
        </>
      )}
      <Button
        look="primary"
        class="search-button"
        icon={bought ? "archive" : "search"}
        label={
          bought
            ? l10n.t("Show bought results, 0 credits")
            : isBlocked(state)
              ? l10n.t("Fix the marked filters to search")
              : searchLabel(state.pages)
        }
        disabled={!form || (!bought && why !== undefined)}
        busy={busy}
        onPress={() => void session.submit()}
      />
      {remark !== undefined && <p class="price-remark muted smaller">{remark}</p>}
      <BudgetNote why={why} />
    </div>
  );
}

/** How long a change of the form can be undone, in ms. */
const undoMs = 10_000;

/** Changes to the form beyond the person's last edit, each with a way to continue. */
function FormNotices({ state, store }: Pick<PaneProps, "state" | "store">) {
  const { form, undo, leftOut } = state;
  const notices = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!undo) return;
    const timer = setInterval(() => {
      // Somebody who is at the button isn't interrupted.
      if (!notices.current?.matches(":focus-within, :hover")) store.dispatch({ type: "undoExpired" });
    }, undoMs);
    return () => clearInterval(timer);
  }, [undo, store]);
  if (!form || (!undo && !leftOut)) return null;
  const nameOf = (key: string) => filterNamed(form, key);
  return (
    <div ref={notices} class="form-notices keeps-size smaller" role="status">
      {leftOut && (
        <LeftOut leftOut={leftOut} nameOf={nameOf} onDismiss={() => store.dispatch({ type: "leftOutDismissed" })} />
      )}
      {undo && (
        <p>
          {undo.by === undefined
            ? l10n.t("The filters were replaced.")
            : l10n.t("{0} changed other selections.", nameOf(undo.by))}{" "}
          <TextButton
            label={l10n.t("Undo filter change")}
            text={l10n.t("Undo")}
            onPress={() => store.dispatch({ type: "draftReplaced", draft: undo.draft })}
          />
        </p>
      )}
    </div>
  );
}

interface LeftOutProps {
  readonly leftOut: ToldProblems;
  readonly nameOf: (key: string) => string;
  readonly onDismiss: () => void;
}

/** What a search from another library had and this one lacks. */
function LeftOut({ leftOut, nameOf, onDismiss }: LeftOutProps) {
  return (
    <div>
      <p>
        {l10n.t("This library doesn't support all of this search. Removed:")}{" "}
        <TextButton label={l10n.t("Dismiss list of removed parts")} text={l10n.t("Dismiss")} onPress={onDismiss} />
      </p>
      <ul>
        {leftOut.map(({ filter, message }, index) => (
          <li key={index} dir="auto">
            {filter === undefined ? message : l10n.t("{0}: {1}", nameOf(filter), message)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The form while its filters are on their way. */
function FormSkeleton() {
  return (
    <div class="form-skeleton" role="status" aria-label={l10n.t("Loading the filters")}>
      {Array.from({ length: 5 }, (_, index) => (
        <div class="filter column shrinks" key={index}>
          <div class="bone bone-name" />
          <div class="bone bone-control" />
        </div>
      ))}
    </div>
  );
}

/** The exact request that Search would send, for those who want to know or to automate. */
function RequestPreview({ state, session }: Pick<PaneProps, "state" | "session">) {
  const { body, problems } = state;
  const why =
    problems.length > 0 ? l10n.t("Nothing would be sent. Fix the problems above first.") : l10n.t("Preparing…");
  return (
    <details class="preview">
      <summary class="muted small">{l10n.t("Request preview")}</summary>
      {body === undefined ? <p class="filter-description">{why}</p> : <Body body={body} session={session} />}
    </details>
  );
}

function Body({ body, session }: { readonly body: string } & Pick<PaneProps, "session">) {
  const copies = [
    {
      label: l10n.t("Copy JSON"),
      icon: "copy",
      copy: () => session.copyText(body),
    },
    {
      label: l10n.t("Copy as cURL"),
      icon: "terminal",
      copy: () => session.run("copyAsCurl"),
    },
  ];
  return (
    <>
      <pre class="preview-body smaller" tabIndex={0} role="region" aria-label={l10n.t("JSON body of page 1")}>
        {prettyJson(body)}
      </pre>
      <div class="preview-actions wraps">
        {copies.map(({ label, icon, copy }) => (
          <TextButton key={icon} icon={icon} label={label} onPress={copy} />
        ))}
      </div>
    </>
  );
}

/** How long the form must rest before the draft is checked. */
const restMs = 250;

/**
 * Has the host check each draft that rests (free), so that problems show next to their fields before anything is paid.
 */
function useDraftCheck({ draft, form }: PanelState, session: PageSession): void {
  const ready = form?.platform === draft.platform;
  useEffect(() => {
    if (!ready) return;
    const timer = setTimeout(() => void session.checkDraft(), restMs);
    return () => {
      clearTimeout(timer);
    };
  }, [draft, ready, session]);
}
