import type { Option } from "../option";

const folded = new WeakMap<readonly Option[], readonly string[]>();

/** ASCII, where no letter has an accent. */
const plain = /^[\0-\x7f]*$/;

/** Lower case without accents, so that "sohne" finds "Söhne". */
export function fold(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

function foldedLabels(options: readonly Option[]): readonly string[] {
  const known = folded.get(options);
  if (known) return known;
  const labels = options.map(({ label }) => fold(label));
  folded.set(options, labels);
  return labels;
}

/** The options whose label holds every word of the text; those that begin with it come first. All for an empty text. */
export function matching(options: readonly Option[], text: string): readonly Option[] {
  const wanted = fold(text.trim());
  if (wanted === "") return options;
  const words = wanted.split(/\s+/);
  const labels = foldedLabels(options);
  const first: Option[] = [];
  const rest: Option[] = [];
  options.forEach((option, index) => {
    const label = labels[index] ?? "";
    if (!words.every((word) => label.includes(word))) return;
    (label.startsWith(wanted) ? first : rest).push(option);
  });
  return [...first, ...rest];
}
