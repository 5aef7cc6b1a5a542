/** The words of a POSIX shell command (quotes and escapes resolved, nothing expanded), up to its first operator. */
export function shellWords(command: string): readonly string[] {
  const words: string[] = [];
  const wordOrSign =
    /\\\r?\n|\s+|[|;&<>]|#(?=.*)|((?:'[^']*'|"(?:[^"\\]|\\[^])*"|\$'(?:[^'\\]|\\[^])*'|\\[^]|[^\s'"\\|;&<>$]|\$)+)/y;
  for (let found = wordOrSign.exec(command); found; found = wordOrSign.exec(command)) {
    const [all, word] = found;
    if (word !== undefined) words.push(unquoted(word));
    else if (/^[|;&<>]/.test(all)) break;
  }
  return words;
}

function unquoted(word: string): string {
  const part = /'([^']*)'|"((?:[^"\\]|\\[^])*)"|\$'((?:[^'\\]|\\[^])*)'|\\\r?\n|\\([^])|([^'"\\$]+|\$)/g;
  let text = "";
  for (const [, single, double, ansi, escaped, bare] of word.matchAll(part)) {
    if (double !== undefined) text += double.replace(/\\\r?\n/g, "").replace(/\\(["\\$`])/g, "$1");
    else if (ansi !== undefined) text += ansi.replace(/\\(u[0-9a-fA-F]{1,4}|x[0-9a-fA-F]{1,2}|[^])/g, escape);
    else text += single ?? escaped ?? bare ?? "";
  }
  return text;
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["0", "\0"],
]);

function escape(_: string, sign: string): string {
  if (/^[ux]./.test(sign)) return String.fromCharCode(parseInt(sign.slice(1), 16));
  return escapes.get(sign) ?? sign;
}
