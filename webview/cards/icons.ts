/** Pictures for the names that the service gives its metrics; matched by the words in them, first match wins. */
const pictures: readonly (readonly [RegExp, string])[] = [
  [/comment|repl/, "comment"],
  [/share|retweet|repost|repin/, "live-share"],
  [/up_?vote/, "arrow-up"],
  [/like|heart|love|reaction|favo/, "heart"],
  [/view|impression|eye|seen|reach/, "eye"],
  [/day|date|calendar|time|clock|duration/, "calendar"],
  [/region|country|geo|globe|location|flag/, "globe"],
  [/engage|score|popular|trend/, "flame"],
  [/save|bookmark|pin/, "bookmark"],
  [/web|traffic|visit|domain/, "graph-line"],
  [/device|mobile|phone|os/, "device-mobile"],
  [/gender|age|people|audience|person/, "person"],
];

/** The codicon for a metric by its icon name and tooltip; absent when nothing fits. */
export function metricIcon(...names: readonly (string | undefined)[]): string | undefined {
  const text = names.join(" ").toLowerCase();
  return pictures.find(([pattern]) => pattern.test(text))?.[1];
}
