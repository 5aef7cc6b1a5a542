import * as l10n from "@vscode/l10n";
import type { ComponentChildren } from "preact";
import type { PanelCommand } from "../../src/protocol/panel";
import { Button } from "../controls/Button";
import { Icon } from "../controls/Icon";
import type { PaneProps } from "./panes";

/** Before the first search: what to do, and how to get connected where that is missing. */
export function Welcome({ state, session }: PaneProps) {
  const { connection, lost } = state;
  const act = (command: PanelCommand, label: string, look: "primary" | "secondary") => (
    <Button
      look={look}
      label={label}
      onPress={() => {
        session.run(command);
      }}
    />
  );
  if (connection.kind === "none") {
    const text = l10n.t("Connect your own library, or look around in the sample library: no key, nothing charged.");
    return (
      <Empty icon="plug" title={l10n.t("Not connected to a library")} text={text}>
        {act("connect", l10n.t("Connect…"), "primary")}
        {act("useSampleLibrary", l10n.t("Explore the sample library"), "secondary")}
      </Empty>
    );
  }
  if (connection.kind === "service" && !connection.hasKey) {
    const text = l10n.t("Enter the key of {0} once; it is kept in the secret storage.", connection.origin ?? "");
    return (
      <Empty icon="key" title={l10n.t("No API key for this library")} text={text}>
        {act("setApiKey", l10n.t("Set API key…"), "primary")}
        {act("useSampleLibrary", l10n.t("Explore the sample library"), "secondary")}
      </Empty>
    );
  }
  const title = lost ? l10n.t("The ads of your last search are no longer kept") : l10n.t("Find ads");
  const text = l10n.t("Fill in as much of the form as you like, then search. A page has 18 ads.");
  return <Empty icon="search" title={title} text={text} />;
}

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
      {children !== undefined && <div class="alert-actions">{children}</div>}
    </div>
  );
}
