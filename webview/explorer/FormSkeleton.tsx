import * as l10n from "@vscode/l10n";

/** The form while its filters are on their way. */
export function FormSkeleton() {
  return (
    <div class="form-skeleton" role="status" aria-label={l10n.t("Loading the filters")}>
      {[60, 45, 70, 50, 55].map((width, index) => (
        <div class="filter" key={index}>
          <div class="bone" style={{ width: `${width}%`, height: "12px" }} />
          <div class="bone" style={{ height: "26px" }} />
        </div>
      ))}
    </div>
  );
}
