import type { PlatformProfile } from "./platformProfiles";

const months = 12;

/** The factor by which a vertical (its position in `verticals`) advertises more in a month (0 is January). */
function factor(vertical: number, month: number): number {
  if (vertical === 4) return month === 0 || month === 4 ? 2.5 : 1;
  if (vertical === 5) return month >= 4 && month <= 6 ? 2 : 1;
  if (vertical === 7) return month === 8 ? 2.2 : 1;
  if (vertical <= 2 || vertical === 10) return month >= 10 ? 1.8 : 1;
  return 1;
}

const known = new WeakMap<PlatformProfile, readonly (readonly number[])[]>();

function byMonth(profile: PlatformProfile): readonly (readonly number[])[] {
  const weights = Array.from({ length: months }, (_, month) =>
    profile.verticals.map((weight, vertical) => weight * factor(vertical, month)),
  );
  known.set(profile, weights);
  return weights;
}

/** The month (UTC) of a second; 0 is January. */
export const monthOf = (second: number): number => new Date(second * 1000).getUTCMonth();

/** The weights of the verticals on a platform at the time when an ad arrives. */
export function seasonalWeights(profile: PlatformProfile, second: number): readonly number[] {
  return (known.get(profile) ?? byMonth(profile))[monthOf(second)] ?? profile.verticals;
}
