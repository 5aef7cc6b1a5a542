import * as l10n from "@vscode/l10n";
import type { AdCard } from "../../src/protocol/ads";
import { plainLabel } from "../charts/label";
import { platforms } from "../../src/protocol/platforms";

const labels = new Map(platforms.map(({ token, label }) => [token, label]));

/** What an ad is called: its title, or "Untitled ad" with its id. */
export function adName({ title, id }: AdCard): string {
  const name = title === undefined ? "" : plainLabel(title, 300);
  if (name !== "") return name;
  return id === undefined ? l10n.t("Untitled ad") : l10n.t("Untitled ad {0}", id);
}

/** What an ad's platform is called. */
export function platformLabel({ platform, platformName }: AdCard): string {
  return (platform && labels.get(platform)) ?? plainLabel(platformName);
}
