/** Says that something is under way, for as long as it is. */
export function ProgressRing({ label }: { readonly label: string }) {
  return <vscode-progress-ring class="progress-ring" aria-label={label} />;
}
