import * as l10n from "@vscode/l10n";
import { createContext } from "preact";

/** The library, by its name, that what is below comes from, where another one is connected: nothing below may spend. */
export const OtherLibrary = createContext<string | undefined>(undefined);

/** A library's name as a person knows it. */
export function libraryLabel(name: string): string {
  const [origin = name, version] = name.split(" ");
  const label = origin === "sample:" ? l10n.t("Sample library") : origin.replace(/^https?:\/\//, "");
  return version === undefined ? label : `${label} (${version.toUpperCase()})`;
}
