/** Pick lists, trees and the status bar draw `$(name)` as an icon: foreign texts must not become one. */
export function noIcons(text: string): string {
  return text.replace(/\$\(/g, "(");
}
