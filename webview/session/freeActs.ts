import type { AdRef, AdSighting } from "../../src/protocol/ads";
import type { LinkName, PanelCommand } from "../../src/protocol/panel";
import type { Host } from "../host";

/** Acts that neither cost nor change what the panel shows. */
export interface FreeActs {
  readonly run: (command: PanelCommand, ads?: readonly AdRef[]) => void;
  readonly openLink: (ad: AdRef, link: LinkName) => void;
  readonly copyLink: (ad: AdRef, link: LinkName) => void;
  readonly copyText: (text: string) => void;
  /** All fetches in which an ad was seen, oldest first. */
  readonly adHistory: (ad: AdRef) => Promise<readonly AdSighting[]>;
  /** The owned answer as the service sent it, pretty-printed. */
  readonly rawDetail: (ad: AdRef) => Promise<string>;
}

/** The free acts over a host; the host itself tells the person of a failure of one of these. */
export function freeActs(host: Host, failed: (error: unknown) => void): FreeActs {
  return {
    run: (command, ads) => {
      host.ask("run", { command, ...(ads && { ads }) }).catch(failed);
    },
    openLink: (ad, link) => {
      host.ask("openLink", { ad, link }).catch(failed);
    },
    copyLink: (ad, link) => {
      host.ask("copyLink", { ad, link }).catch(failed);
    },
    copyText: (text) => {
      host.ask("copyText", { text }).catch(failed);
    },
    adHistory: (ad) => host.ask("adHistory", { ad }),
    rawDetail: async (ad) => (await host.ask("rawDetail", { ad })).text,
  };
}
