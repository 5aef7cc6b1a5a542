import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { clipText } from "../charts/label";
import { formatNumber } from "../charts/numbers";
import { PlainButton } from "../controls/Button";
import { usePage } from "../panes";
import { Section } from "./parts";

/** The most characters shown: more would slow down the page. */
const longest = 300_000;

type Raw =
  | { readonly is: "closed" }
  | { readonly is: "loading" }
  | { readonly is: "open"; readonly text: string }
  | { readonly is: "failed"; readonly text: string };

/** The answer as the service sent it, fetched from what is bought when it is opened. */
export function RawJson({ onRaw }: { readonly onRaw: () => Promise<string> }): JSX.Element {
  const { session } = usePage();
  const [raw, setRaw] = useState<Raw>({ is: "closed" });
  function open(): void {
    setRaw({ is: "loading" });
    onRaw().then(
      (text) => setRaw({ is: "open", text }),
      (failure: unknown) => setRaw({ is: "failed", text: messageOf(failure) }),
    );
  }
  const isOpen = raw.is === "open";
  return (
    <Section title={l10n.t("Raw JSON")}>
      <div class="detail-buttons wraps">
        <button
          type="button"
          class="plain-button details-button"
          aria-expanded={isOpen}
          aria-disabled={raw.is === "loading"}
          onClick={() => {
            if (raw.is === "closed" || raw.is === "failed") open();
            else if (isOpen) setRaw({ is: "closed" });
          }}
        >
          {isOpen ? l10n.t("Hide raw JSON") : l10n.t("Show raw JSON")}
        </button>
        {isOpen && (
          <PlainButton class="details-button" label={l10n.t("Copy JSON")} onPress={() => session.copyText(raw.text)} />
        )}
      </div>
      <RawBody raw={raw} />
    </Section>
  );
}

function RawBody({ raw }: { readonly raw: Raw }): JSX.Element | null {
  if (raw.is === "closed") return null;
  if (raw.is === "loading") return <p role="status">{l10n.t("Loading…")}</p>;
  if (raw.is === "failed") {
    return (
      <p role="alert" class="detail-failure">
        {raw.text}
      </p>
    );
  }
  const { length } = raw.text;
  return (
    <>
      <pre class="raw-json" role="region" dir="ltr" tabIndex={0} aria-label={l10n.t("JSON text")}>
        {length > longest ? raw.text.slice(0, longest) : raw.text}
      </pre>
      {length > longest && (
        <p>
          {l10n.t(
            "Showing the first {0} of {1} characters. Copy JSON copies all of them.",
            formatNumber(longest),
            formatNumber(length),
          )}
        </p>
      )}
    </>
  );
}

function messageOf(failure: unknown): string {
  const named = typeof failure === "object" && failure !== null && "message" in failure ? failure.message : undefined;
  return typeof named === "string" && named ? clipText(named, 300) : l10n.t("The raw answer couldn't be read.");
}
