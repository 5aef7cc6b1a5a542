import * as l10n from "@vscode/l10n";
import { createContext } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Host } from "./host";
import type { PageSession } from "./session";
import type { PanelStore, PanelState } from "./state";
import { sampleUrl } from "../src/protocol/ads";

/** What every pane of the explorer is given. */
export interface PaneProps {
  readonly state: PanelState;
  readonly session: PageSession;
  readonly store: Pick<PanelStore, "dispatch">;
}

/** What a panel of bought ads is drawn with. */
export interface BoughtPanelProps extends PaneProps {
  readonly host: Host;
  /** Changes with the library, because its ads differ. */
  readonly generation: number;
  /** How often what is bought has changed. */
  readonly changes: number;
}

/** Private hosts from which pictures may be loaded: the person named them in a setting. */
export const MediaHosts = createContext<readonly string[]>([]);

/** Finds the picture that was kept of an address, as a data URL. Never rejects. */
export const KeptPictures = createContext<PageSession["keptPicture"]>(() => Promise.resolve(undefined));

/** The name of the library that the content below comes from, if another one is connected: nothing there may spend. */
export const OtherLibrary = createContext<string | undefined>(undefined);

/** Why nothing more can be bought today, in words; undefined if it can. */
export const NoBudget = createContext<string | undefined>(undefined);

/** These words for credits that the daily budget of the connected library no longer allows. */
export function overBudget({ connection, credits: { budget } }: PanelState, credits: number): string | undefined {
  if (connection.kind === "sample" || !budget || budget.left >= credits) return undefined;
  return l10n.t("{0} of your daily budget of {1} are left.", ...[budget.left, budget.of].map(count));
}

const count = (credits: number) => credits.toLocaleString();

/** Below these widths, in px, a form folds by itself: less if the details of an ad need room as well. */
const roomForForm = { alone: 1100, withDetail: 1500 };
const windowWidth = () => (typeof innerWidth === "number" ? innerWidth : roomForForm.withDetail);

/** Whether a form shows only its chips. */
export function useFolded({ folded, open }: Pick<PanelState, "folded" | "open">): boolean {
  const [width, setWidth] = useState(windowWidth);
  useEffect(() => {
    const onResize = () => setWidth(windowWidth());
    addEventListener("resize", onResize);
    return () => removeEventListener("resize", onResize);
  }, []);
  return folded === true || (folded === "auto" && width < (open ? roomForForm.withDetail : roomForForm.alone));
}

/** A library's display name. */
export function libraryLabel(name: string): string {
  const [library = name, version] = name.split(" ");
  const label = library === sampleUrl ? l10n.t("Sample library") : library.replace(/^https?:\/\//, "");
  return version === undefined ? label : `${label} (${version.toUpperCase()})`;
}

/** Which library an answer comes from. Before a number, the same words mean *or more*. */
export const fromLibrary = (label: string): string =>
  l10n.t({ message: "from {0}", args: [label], comment: ["A library, as in: from api.example.com"] });
