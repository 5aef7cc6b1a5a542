import * as l10n from "@vscode/l10n";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { ApiVersion } from "../../src/protocol/apiVersion";
import { prices } from "../../src/protocol/credits";
import { platforms, type PlatformToken } from "../../src/protocol/platforms";
import { Button, PlainButton } from "../controls/Button";
import { Dropdown } from "../controls/Dropdown";
import type { Option } from "../controls/option";
import type { PanelState } from "../state";
import { ActiveFilters } from "./ActiveFilters";
import { FailureAlert } from "./FailureAlert";
import { FilterFields } from "./FilterFields";
import { FormNotices } from "./FormNotices";
import { FormSkeleton } from "./FormSkeleton";
import type { PaneProps } from "../panes";
import { priceRemark } from "./price";
import { RequestPreview } from "./RequestPreview";
import { useDraftCheck } from "./useDraftCheck";

/** The form: platform, one control per filter, and the search with its price. */
export function FormPane(props: PaneProps) {
  const { state, session } = props;
  const { form, formLoading, formFailure } = state;
  const [folded, setFolded] = useFolded(state);
  useDraftCheck(state, session);
  const fields = useFields(props);
  return (
    <form
      class={`form-pane ${folded ? "folded" : ""}`}
      aria-label={l10n.t("Search ads")}
      aria-busy={formLoading}
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
      <FormHead {...props} folded={folded} onFold={setFolded} />
      <ActiveFilters {...props} />
      <FormNotices {...props} />
      <div class="form-scroll">
        {formFailure && !isWelcomed(state) && (
          <FailureAlert
            failure={formFailure}
            retryLabel={l10n.t("Load the filters again, 0 credits")}
            onRetry={() => void session.reloadForm()}
            onCommand={session.run}
            onCopy={session.copyText}
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

/** Folded by a search or an opened ad, and unfolded by anything that needs attention. */
function useFolded({ results, running, leftOut, open }: PanelState) {
  const [folded, setFolded] = useState(results !== undefined);
  const searching = running !== undefined && running.cursor === undefined;
  useEffect(() => {
    if (searching) setFolded(true);
  }, [searching]);
  const detailed = open !== undefined;
  useEffect(() => {
    if (detailed) setFolded(true);
  }, [detailed]);
  useEffect(() => {
    if (leftOut) setFolded(false);
  }, [leftOut]);
  return [folded, setFolded] as const;
}

/** The fields, redrawn only when something that they show changed: results that arrive do not touch them. */
function useFields({ state: { form, draft, problems }, session, store }: PaneProps) {
  return useMemo(
    () => form && <FilterFields key={form.platform} {...{ form, draft, problems, session, store }} />,
    [form, draft, problems, session, store],
  );
}

/** Whether the results area already says what is missing. */
function isWelcomed({ connection: { kind, hasKey }, results, running, failedSearch }: PanelState): boolean {
  const missing = kind === "none" || (kind === "service" && !hasKey);
  return missing && !results && !running && !failedSearch;
}

interface FormHeadProps extends PaneProps {
  readonly folded: boolean;
  readonly onFold: (folded: boolean) => void;
}

/** Platforms that the library's version lacks are marked as such, and disabled unless already chosen. */
function platformOptions(version: ApiVersion | undefined, chosen: PlatformToken): readonly Option[] {
  return platforms.map(({ token, label, inV1 }) => {
    const lacking = version === "v1" && !inV1;
    return lacking
      ? { value: token, label: l10n.t("{0} (not available in V1)", label), disabled: token !== chosen }
      : { value: token, label };
  });
}

function FormHead({ state, session, folded, onFold }: FormHeadProps) {
  return (
    <div class="form-head">
      <Dropdown
        label={l10n.t("Platform")}
        value={state.draft.platform}
        options={platformOptions(state.connection.apiVersion, state.draft.platform)}
        onChange={(token) => {
          const platform = platforms.find((candidate) => candidate.token === token);
          if (platform) void session.switchPlatform(platform.token);
        }}
      />
      <PlainButton
        class="form-fold"
        icon={folded ? "chevron-down" : "chevron-up"}
        label={folded ? l10n.t("Show filters") : l10n.t("Hide filters")}
        expanded={!folded}
        onPress={() => {
          onFold(!folded);
        }}
      >
        {l10n.t("Filters")}
      </PlainButton>
    </div>
  );
}

function FormFoot({ state, session }: PaneProps) {
  const remark = priceRemark(state.connection);
  return (
    <div class="form-foot">
      <Button
        look="primary"
        class="search-button"
        icon="search"
        label={l10n.t("Search, {0} credits", prices.search)}
        disabled={!state.form}
        busy={state.running !== undefined}
        onPress={() => void session.search()}
      />
      {remark !== undefined && <p class="price-remark">{remark}</p>}
    </div>
  );
}
