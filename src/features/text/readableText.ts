const longest = 200;
/** Controls, direction marks, and half characters, but not the two joiners, which belong to words and emoji. */
export const unreadable = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** A label as one readable line: without controls and direction marks, clipped between characters. */
export function labelText(label: string): string {
  const plain = label
    .slice(0, longest * 16)
    .replace(unreadable, " ")
    .replace(/\s+/g, " ")
    .trim();
  const characters = Array.from(new Intl.Segmenter().segment(plain), ({ segment }) => segment);
  return characters.length <= longest ? plain : `${characters.slice(0, longest - 1).join("")}…`;
}

/** The text without its percent-encoding; undefined if that is invalid. */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
