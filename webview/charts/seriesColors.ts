/** Places in the palette of the style sheet that well-known metrics have in every chart. */
const wellKnown: readonly (readonly [RegExp, number])[] = [
  [/comment|repl/i, 1],
  [/share|retweet|repost|repin/i, 2],
  [/save|bookmark|\bpins?\b/i, 3],
  [/like|heart|love|reaction|favo|up_?vote/i, 4],
  [/click/i, 5],
  [/impression/i, 6],
  [/view|play/i, 0],
];

/** Colors of the palette. */
const paletteSize = 8;

/**
 * The place in the palette of each series: a well-known metric keeps its own wherever it is drawn, the others take what
 * is left, in order. At most eight labels have places of their own.
 */
export function seriesColors(labels: readonly string[]): readonly number[] {
  const taken = new Set<number>();
  const known = labels.map((label) => {
    const color = wellKnown.find(([pattern]) => pattern.test(label))?.[1];
    if (color === undefined || taken.has(color)) return undefined;
    taken.add(color);
    return color;
  });
  const free = Array.from({ length: paletteSize }, (_, color) => color).filter((color) => !taken.has(color));
  return known.map((color) => color ?? free.shift() ?? paletteSize - 1);
}
