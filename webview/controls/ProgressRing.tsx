/** Indicates that something is in progress. */
export function ProgressRing({ label }: { readonly label: string }) {
  return <vscode-progress-ring class="progress-ring" aria-label={label} />;
}
