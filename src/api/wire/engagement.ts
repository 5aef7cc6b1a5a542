import * as z from "zod";
import type { AdDetail, EngagementPeriod } from "../../protocol/ads";
import { breakdownOf, breakdownSchema, timelineOf, timelineSchema } from "./breakdown";
import { present, unlessEmpty } from "./fields";
import { amount, countOf, words } from "./leaves";

const periodSchema = () =>
  z.object({
    growth: z.object({ value: words(), timeline: breakdownSchema() }),
    timeline: timelineSchema(),
    breakdown: breakdownSchema(),
  });

/** `engagement_data` of a detail. */
export const engagementSchema = () =>
  z.object({ score: amount(), growth_last_month: words(), lifetime: periodSchema(), last_month: periodSchema() });

/** The engagement; absent if none of it was sent. */
export function engagementOf(wire: z.input<ReturnType<typeof engagementSchema>>): AdDetail["engagement"] {
  return unlessEmpty(
    present({
      score: countOf(wire.score),
      growthLastMonth: percent(wire.growth_last_month),
      lifetime: periodOf(wire.lifetime),
      lastMonth: periodOf(wire.last_month),
    }),
  );
}

function periodOf(wire: z.input<ReturnType<typeof periodSchema>>): EngagementPeriod | undefined {
  return unlessEmpty(
    present({
      growth: percent(wire.growth.value),
      growthTimeline: breakdownOf(wire.growth.timeline),
      timeline: timelineOf(wire.timeline),
      breakdown: breakdownOf(wire.breakdown),
    }),
  );
}

/** Some platforms send the percentage as a number, some as text with or without a percent sign. */
function percent(value: string | number | bigint | null | undefined): string | undefined {
  const text = value == null ? "" : String(value).trim();
  if (text === "") return undefined;
  return /\d$/.test(text) ? `${text}%` : text;
}
