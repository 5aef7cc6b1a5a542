/** Pick lists, trees and the status bar draw `$(name)` as an icon: the service's words and a person's names must not. */
export function noIcons(text: string): string {
  return text.replace(/\$\(/g, "(");
}
