import * as l10n from "@vscode/l10n";
import { createContext } from "preact";

/** The name of the library that the content below comes from, if another one is connected: nothing there may spend. */
export const OtherLibrary = createContext<string | undefined>(undefined);

/** A library's display name. */
export function libraryLabel(name: string): string {
  const [origin = name, version] = name.split(" ");
  const label = origin === "sample:" ? l10n.t("Sample library") : origin.replace(/^https?:\/\//, "");
  return version === undefined ? label : `${label} (${version.toUpperCase()})`;
}
