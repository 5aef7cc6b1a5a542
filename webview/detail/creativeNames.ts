import * as l10n from "@vscode/l10n";
import type { Attachment } from "../../src/protocol/ads";
import { plainLabel } from "../charts/label";
import { formatNumber } from "../charts/numbers";

/** The name of a creative for people who cannot see it: its place and its kind. */
export function creativeName({ type }: Attachment, index: number, count: number): string {
  return l10n.t("Creative {0} of {1} ({2})", index + 1, count, typeName(type));
}

/** The text below a creative: kind, length, place. */
export function aboutCreative({ type, durationSeconds }: Attachment, index: number, count: number): string {
  const place = count > 1 ? l10n.t("{0} of {1}", formatNumber(index + 1), formatNumber(count)) : "";
  const length = durationSeconds === undefined ? "" : l10n.t("{0} s", formatNumber(durationSeconds));
  return [typeName(type), length, place].filter(Boolean).join(" · ");
}

function typeName(type: string): string {
  if (type === "image") return l10n.t("Image");
  if (type === "video") return l10n.t("Video");
  if (type === "clip") return l10n.t("Clip");
  if (type === "youtube") return "YouTube";
  return plainLabel(type, 24) || l10n.t("Unknown type");
}
