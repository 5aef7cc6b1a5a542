/** Texts that do harm if they are taken for anything but text, by name. */
export const payloads: Readonly<Record<string, string>> = {
  markup: `<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>`,
  "closing tags": `"'></title></textarea></style><svg onload=window.pwned=1>`,
  "javascript URL": "javascript:window.pwned=1",
  "command URL": "command:workbench.action.terminal.new",
  "data URL": "data:text/html,<script>window.pwned=1</script>",
  "trusted Markdown": "[click](command:workbench.action.quit) ![x](https://evil.example/p.png)",
  "Markdown table": "a | b\n| --- |\n# head `code` **bold** <https://evil.example>",
  codicon: "$(trash) $(sync~spin) done",
  "turned around": "\u202Egnp.exe \u2066x\u2069 \u200Bhidden \uFEFF",
  controls: "a\u0000b\u001B[31mred\u0007\rnew\nline\u2028sep\u0085",
  formula: `=HYPERLINK("https://evil.example","x")`,
  "hidden formula": "\u200B \t=cmd|' /C calc'!A0",
  path: "../../../../etc/passwd\\..\\CON:*?",
  shell: '\'; $(touch pwned) `touch pwned` "$HOME" \\',
  template: "${constructor} {0} {{x}} %s $& $1",
  lookalike: "https://user:password@good.example@evil.example/",
  huge: "W".repeat(50_000),
  prototype: "__proto__",
};

/** Copies of a value, one for each text in it, in which that text is replaced. */
export function withEachText(value: unknown, text: string): readonly unknown[] {
  if (typeof value === "string") return [text];
  if (value === null || typeof value !== "object") return [];
  if (Array.isArray(value)) {
    const list = value as readonly unknown[];
    return list.flatMap((member, at) => withEachText(member, text).map((changed) => list.with(at, changed)));
  }
  const members = Object.entries(value);
  return members.flatMap(([name, member]) =>
    withEachText(member, text).map((changed) => ({ ...value, [name]: changed })),
  );
}
