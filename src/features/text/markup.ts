const invisible = /(?:(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}])+/gu;

/** The lines of a text, without controls and direction marks. */
export const plainLines = (text: string): readonly string[] =>
  text.split(/\r\n|\r|\n/).map((line) => line.replace(invisible, " ").trim());

/** JSON text with all invisible characters but line breaks as escapes. */
export const visibleJson = (json: string): string =>
  json.replace(invisible, (signs) =>
    signs.replace(/[^\n]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );

/** Foreign text as text in HTML, also within quotes. */
export const htmlText = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Foreign text as text in Markdown: nothing in it can become a link, picture, mention, HTML, or table cell. */
export const markdownText = (text: string): string =>
  text
    .replace(invisible, " ")
    .replace(/[\\`*_{}[\]()#+\-.!|~:@^$=]/g, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");

/** A URL without any sign that means something in Markdown or HTML. */
export const markdownUrl = (url: string): string =>
  url.replace(/[^\w:/?#@!$&+,;=%.~-]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);

/** A Markdown table of cells that are Markdown already. Columns for which `isNumber` holds are aligned right. */
export function markdownTable(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  isNumber: (column: number) => boolean = () => false,
): string {
  const line = heads.map((_, column) => (isNumber(column) ? "---:" : "---"));
  return [heads, line, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** A text as one word of a POSIX shell: nothing in it is expanded. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
