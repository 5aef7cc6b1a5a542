/** Characters of a line that a person is asked about. */
const atMost = 80;

/** The same JSON text in lines, broken only between its values: nothing that others wrote begins a line of its own. */
export function jsonInLines(json: string): string {
  const parts = json.match(/(?:"(?:[^"\\]|\\.)*"|[^",])+,?|,/g) ?? [];
  // What is no JSON stays on its line.
  if (parts.join("") !== json) return json;
  const lines = [""];
  for (const part of parts) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + part.length > atMost) lines.push(part);
    else lines[lines.length - 1] = line + part;
  }
  return lines.join("\n");
}
