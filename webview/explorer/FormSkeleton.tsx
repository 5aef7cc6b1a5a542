import * as l10n from "@vscode/l10n";

/** The form while its filters are on their way. */
export function FormSkeleton() {
  return (
    <div class="form-skeleton" role="status" aria-label={l10n.t("Loading the filters")}>
      {Array.from({ length: 5 }, (_, index) => (
        <div class="filter" key={index}>
          <div class="bone bone-name" />
          <div class="bone bone-control" />
        </div>
      ))}
    </div>
  );
}
