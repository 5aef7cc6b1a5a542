import { timeAgo } from "../features/text";

/** A number with its noun: "1 page", "2 pages". */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** How long ago an ISO time was, in English. */
export const ageInEnglish = (iso: string) => timeAgo(iso, { language: "en", justNow: "just now" });
