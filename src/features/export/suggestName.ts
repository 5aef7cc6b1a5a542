import { localDay } from "../text";
import type { ExportFormat } from "./exportTypes";

const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;
/** Everything but letters, digits and pictographs: not every file system accepts the rest, and shells need quotes. */
const unfit = /[^\p{L}\p{M}\p{N}\p{So}_]+/gu;
/** Longest name in bytes of UTF-8, ending included: leaves room for additions when a name is taken. */
const longest = 120;

/** A name for an export that every file system accepts: `tiktok-summer-shoes-2026-01-31.json`. */
export function suggestName(platform: string, about: string, date: Date, format: ExportFormat): string {
  const ending = `-${localDay(date)}.${format}`;
  const words = [slug(platform), slug(about)].filter(Boolean).join("-") || "ads";
  const name = words.replace(reserved, "_$&");
  return clip(name, longest - Buffer.byteLength(ending)).replace(/-+$/, "") + ending;
}

function slug(text: string): string {
  const plain = text.normalize("NFC").replace(unfit, "-");
  return plain.replace(/^-+|-+$/g, "").toLowerCase();
}

/** The longest beginning that fits, never cut inside a character that people see as one. */
function clip(text: string, bytes: number): string {
  let clipped = "";
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (Buffer.byteLength(clipped + segment) > bytes) break;
    clipped += segment;
  }
  return clipped;
}
