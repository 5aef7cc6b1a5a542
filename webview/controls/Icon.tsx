/** A codicon. Decorative unless `label` names it. */
export function Icon({ name, label }: { readonly name: string; readonly label?: string }) {
  const spoken = label === undefined ? { "aria-hidden": true } : { role: "img" as const, "aria-label": label };
  return <span class={`codicon codicon-${name}`} title={label} {...spoken} />;
}

/** Indicates that something is in progress. */
export function ProgressRing({ label }: { readonly label: string }) {
  return <vscode-progress-ring class="progress-ring" aria-label={label} />;
}
