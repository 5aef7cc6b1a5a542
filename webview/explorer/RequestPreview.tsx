import * as l10n from "@vscode/l10n";
import { PlainButton } from "../controls/Button";
import type { PaneProps } from "../panes";

/** The exact request that Search would send, for those who want to know or to automate. */
export function RequestPreview({ state, session }: Pick<PaneProps, "state" | "session">) {
  const { body, problems } = state;
  const why =
    problems.length > 0 ? l10n.t("Nothing would be sent. Fix the problems above first.") : l10n.t("Preparing…");
  return (
    <details class="preview">
      <summary>{l10n.t("Request preview")}</summary>
      {body === undefined ? <p class="filter-description">{why}</p> : <Body body={body} session={session} />}
    </details>
  );
}

function Body({ body, session }: { readonly body: string } & Pick<PaneProps, "session">) {
  const copies = [
    {
      label: l10n.t("Copy JSON"),
      icon: "copy",
      copy: () => {
        session.copyText(body);
      },
    },
    {
      label: l10n.t("Copy as cURL"),
      icon: "terminal",
      copy: () => {
        session.run("copyAsCurl");
      },
    },
  ];
  return (
    <>
      <pre class="preview-body" tabIndex={0} role="region" aria-label={l10n.t("JSON body of page 1")}>
        {pretty(body)}
      </pre>
      <div class="preview-actions">
        {copies.map(({ label, icon, copy }) => (
          <PlainButton key={icon} class="text-button" icon={icon} label={label} onPress={copy}>
            {label}
          </PlainButton>
        ))}
      </div>
    </>
  );
}

/** Adds line breaks and indentation only outside strings: every digit of the body stays as sent. */
function pretty(json: string): string {
  let depth = 0;
  return json.replace(/"(?:[^"\\]|\\.)*"|[{}[\],:]|\s+/g, (part) => {
    const line = (by: number) => `\n${"  ".repeat((depth += by))}`;
    if (part === "{" || part === "[") return `${part}${line(1)}`;
    if (part === "}" || part === "]") return `${line(-1)}${part}`;
    if (part === ",") return `,${line(0)}`;
    if (part === ":") return ": ";
    return part.trim() === "" ? "" : part;
  });
}
