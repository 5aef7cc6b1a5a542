import { platforms, type PlatformSegments, type PlatformToken } from "../../protocol/platforms";

/** The path segment of a platform: the operator's if set, else the usual one. */
export function segmentOf(token: PlatformToken, segments?: PlatformSegments): string {
  const usual = platforms.find((platform) => platform.token === token);
  return segments?.[token] ?? usual?.segment ?? token;
}

/** The individual platform named by a card's `platform` field, ignoring case. */
export function platformNamed(name: string, segments?: PlatformSegments): PlatformToken | undefined {
  const names = segments ? namesIn(segments) : usualNames;
  return names.get(name) ?? names.get(name.toLowerCase());
}

type Names = ReadonlyMap<string, PlatformToken>;

/** Of two platforms with the same name the first wins, and the operator's segments take precedence over ours. */
function namesOf(segments?: PlatformSegments): Names {
  const individual = platforms.filter(({ hasDetails }) => hasDetails).reverse();
  return new Map([
    ...individual.flatMap(({ segment, token }) => [segment, token].map((name) => [name, token] as const)),
    ...individual.flatMap(({ token }) => (segments ? [[segments[token].toLowerCase(), token] as const] : [])),
  ]);
}

const usualNames = namesOf();
/** Cached by the settings object: a page uses the same one for every card. */
const known = new WeakMap<PlatformSegments, Names>();

function namesIn(segments: PlatformSegments): Names {
  const names = known.get(segments) ?? namesOf(segments);
  // Stryker disable next-line CallExpression: the names would be the same, only made for each card
  known.set(segments, names);
  return names;
}
