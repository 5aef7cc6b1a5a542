import * as l10n from "@vscode/l10n";
import type { JSX } from "preact";
import type { AdDetail } from "../../src/protocol/ads";
import { formatDay, readDate } from "../charts/dates";
import { plainLabel } from "../charts/label";
import { FactTiles } from "./FactTiles";
import { Section } from "./Section";

/** The remark next to what V2 does not provide. */
export const onlyInV1 = () => l10n.t("V1 only");

/** What V1 says about an ad and V2 does not: when it ran, and what its target site is built with. */
export function OnlyInV1({ technologies, durations }: AdDetail): JSX.Element | null {
  if (!technologies && !durations) return null;
  return (
    <>
      {durations && (
        <Section title={l10n.t("Durations")} mark={onlyInV1()}>
          <FactTiles
            facts={durations.map(({ label, value }) => ({
              label: label === undefined ? l10n.t("Ran") : plainLabel(label, 40),
              value: plainLabel(withDays(value), 120),
              title: plainLabel(value, 300),
            }))}
          />
        </Section>
      )}
      {technologies && (
        <Section title={l10n.t("Site technologies")} mark={onlyInV1()}>
          <ul class="detail-marks">
            {technologies.slice(0, technologiesAtMost).map(({ name, category }, index) => (
              <li key={index} class="detail-mark" dir="auto">
                {category === undefined
                  ? plainLabel(name, 80)
                  : `${plainLabel(name, 80)} (${plainLabel(category, 40)})`}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

/** The day of each moment in a text; the whole text is in the tooltip. */
function withDays(text: string): string {
  return text.replace(/\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?/g, (moment) =>
    readDate(moment) ? formatDay(moment) : moment,
  );
}

const technologiesAtMost = 200;
