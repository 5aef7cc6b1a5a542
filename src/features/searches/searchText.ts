import * as z from "zod";
import { parseExact } from "../../api";
import { readSearchFile, writeSearchFile } from "../searchFiles";
import type { BodyQuery } from "../forms";
import { bodyField, nameField, platformField, type SavedSearch } from "./savedSearch";

/** A search as text that machines exchange. */
export interface PortableSearch extends BodyQuery {
  readonly name: string;
}

/** An entry that is not a search: its place in the list, from 1, and its wrong fields. */
export interface RefusedSearch {
  readonly place: number;
  readonly fields: readonly string[];
}

const mostSearches = 1000;
const longestText = 8 << 20;
const portable = z.object({ name: nameField, platform: platformField, body: bodyField });
const collection = z.object({ searches: z.array(z.unknown()).max(mostSearches) });

/** A saved search as the text of a search file. */
export function writeSavedSearchFile({ name, query }: SavedSearch): string {
  return writeSearchFile({ name, ...query });
}

/**
 * Reads a search file, or what older versions exported: a list of searches, or a single one. Undefined if the text
 * holds none. `fallback` names a search file that has no name.
 */
export function readSearches(
  text: string,
  fallback = "",
): { readonly searches: PortableSearch[]; readonly refused: RefusedSearch[] } | undefined {
  const entries = fileEntries(text, fallback) ?? entriesOf(text);
  if (!entries) return undefined;
  const searches: PortableSearch[] = [];
  const refused: RefusedSearch[] = [];
  for (const [index, entry] of entries.entries()) {
    const result = portable.safeParse(entry);
    if (result.success) searches.push(result.data);
    else refused.push({ place: index + 1, fields: fieldsOf(result.error) });
  }
  return { searches, refused };
}

function fieldsOf(error: z.ZodError): string[] {
  return [...new Set(error.issues.map(({ path }) => String(path[0] ?? "")).filter(Boolean))];
}

/** A search file's only search; it may have comments, and its only name may be its path. */
function fileEntries(text: string, fallback: string): readonly PortableSearch[] | undefined {
  const { file } = readSearchFile(text);
  const name = file?.name ?? fallback;
  return file && name !== "" ? [{ name, platform: file.platform, body: file.body }] : undefined;
}

function entriesOf(text: string): readonly unknown[] | undefined {
  if (text.length > longestText) return undefined;
  try {
    const value = parseExact(text.replace(/^\uFEFF/, ""));
    if (Array.isArray(value)) return value.length <= mostSearches ? value : undefined;
    const many = collection.safeParse(value);
    if (many.success) return many.data.searches;
    return portable.safeParse(value).success ? [value] : undefined;
  } catch {
    return undefined;
  }
}
