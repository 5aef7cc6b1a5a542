import * as l10n from "@vscode/l10n";
import type { ComponentChildren } from "preact";
import type { PanelCommand } from "../../src/protocol/panel";
import { Button } from "../controls/Button";
import { useParts } from "../deferred";
import { Icon } from "../controls/Icon";
import type { PaneProps } from "../panes";
import type { PanelState } from "../state";

/** Before the first search: what to do, and how to connect if that is missing. */
export function Welcome(props: PaneProps) {
  const { state, session } = props;
  const { connection, lost } = state;
  const parts = useParts(false);
  const commandButton = (command: PanelCommand, label: string, look: "primary" | "secondary") => (
    <Button look={look} label={label} onPress={() => session.run(command)} />
  );
  if (connection.kind === "none") {
    const text = l10n.t("Explore the sample library, which needs no key and charges nothing, or connect your own.");
    return (
      <Empty icon="plug" title={l10n.t("Not connected to a library")} text={text}>
        {commandButton("useSampleLibrary", l10n.t("Explore the sample library"), "primary")}
        {commandButton("connect", l10n.t("Connect…"), "secondary")}
      </Empty>
    );
  }
  if (connection.kind === "service" && !connection.hasKey) {
    const text = l10n.t("Enter the key for {0} once. VS Code keeps it in its secret storage.", connection.origin ?? "");
    return (
      <>
        <Empty icon="key" title={l10n.t("No API key for this library")} text={text}>
          {commandButton("setApiKey", l10n.t("Set API key…"), "primary")}
          {commandButton("useSampleLibrary", l10n.t("Explore the sample library"), "secondary")}
        </Empty>
        {/* What is bought of them opens without a key. */}
        {parts && <parts.Beginnings {...props} />}
      </>
    );
  }
  const title = lost ? l10n.t("The ads of your last search are no longer in the archive") : l10n.t("Find ads");
  return (
    <>
      <Empty icon="search" title={title} text={howToSearch(state)} />
      {parts && !lost && <parts.Beginnings {...props} />}
    </>
  );
}

const howToSearch = ({ formFailure }: PanelState) =>
  formFailure
    ? l10n.t("The filters of this platform aren't available. The form says why.")
    : l10n.t("Fill in as much of the form as you like, then search. A page has up to 18 ads.");

interface EmptyProps {
  readonly icon: string;
  readonly title: string;
  readonly text: string;
  readonly children?: ComponentChildren;
}

function Empty({ icon, title, text, children }: EmptyProps) {
  return (
    <div class="empty">
      <Icon name={icon} />
      <h2>{title}</h2>
      <p>{text}</p>
      {children !== undefined && <div class="alert-actions row wraps">{children}</div>}
    </div>
  );
}
