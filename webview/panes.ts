import * as l10n from "@vscode/l10n";
import { formatNumber } from "./charts/numbers";
import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import type { LoadMedia } from "../src/protocol/panel";
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

/** What every part of a page may use. */
interface PageContent {
  readonly session: Pick<PageSession, "run" | "copyText" | "openLink" | "copyLink" | "keptPicture">;
  readonly loadMedia: LoadMedia;
  /** Private hosts from which pictures may be loaded: the person named them in a setting. */
  readonly mediaHosts: readonly string[];
  /** Why no more details can be bought today, in words; undefined if they can. */
  readonly noBudget: string | undefined;
}

const nothing = () => undefined;

/** The page that a part is in. A part that is only pre-rendered or warmed up has none, so it asks and loads nothing. */
export const Page = createContext<PageContent>({
  session: {
    ...{ run: nothing, copyText: nothing, openLink: nothing, copyLink: nothing },
    keptPicture: () => Promise.resolve(undefined),
  },
  loadMedia: "never",
  mediaHosts: [],
  noBudget: undefined,
});

/** The page around this part. */
export const usePage = () => useContext(Page);

/** The name of the library that the content below comes from, if another one is connected: nothing there may spend. */
export const OtherLibrary = createContext<string | undefined>(undefined);

/** Why so many credits can't be spent today, in words: the daily budget of the connected library doesn't allow it. */
export function overBudget({ connection, credits: { budget } }: PanelState, credits: number): string | undefined {
  if (connection.kind === "sample" || !budget || budget.left >= credits) return undefined;
  return l10n.t("{0} of your daily budget of {1} are left.", formatNumber(budget.left), formatNumber(budget.of));
}

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
