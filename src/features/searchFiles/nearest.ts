/** A candidate, known by its name or by its label. */
export interface Named {
  readonly name: string;
  readonly label?: string | undefined;
}

const most = 3;

/** The candidates that a mistyped name most likely means, likeliest first; empty if nothing is close. */
export function nearest<T extends Named>(typed: string, offered: readonly T[]): readonly T[] {
  const wanted = plain(typed);
  if (wanted === "") return [];
  // A short name or a number has near neighbors in every list and means none of them.
  const limit = /^\d+$/.test(wanted) ? 0 : Math.floor(wanted.length / 3);
  const ranked = offered.map((one) => ({ one, away: away(wanted, one, limit) }));
  return ranked
    .filter((each) => each.away <= limit)
    .sort((a, b) => a.away - b.away)
    .slice(0, most)
    .map(({ one }) => one);
}

function away(wanted: string, { name, label }: Named, limit: number): number {
  const names = [name, ...(label === undefined ? [] : [label])].map(plain);
  return Math.min(...names.map((one) => (one === wanted ? 0 : distance(wanted, one, limit))));
}

/** Case, blanks, dashes and underscores do not distinguish names. */
function plain(name: string): string {
  return name
    .slice(0, 100)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s_-]+/g, "");
}

/** Letters to add, drop, change or swap with a neighbor; more than `limit` if that is clear at once. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let [before, row]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const changed = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same);
      next.push(swapped ? Math.min(changed, (before[j - 2] ?? 0) + 1) : changed);
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}
