/** Stands for bytes that are no text. */
export const noText = "\uFFFD";

/** Bytes that were to be read as text and are none. Lines and columns count from 1. */
export class NotTextError extends Error {
  override readonly name = "NotTextError";
  constructor(
    readonly line: number,
    readonly column: number,
    encoding: string,
  ) {
    super(`line ${line}, column ${column} is not ${encoding.toUpperCase()}`);
  }
}

/** A byte order mark decides. Without one, files are in UTF-8. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

/** The text of a file, without its byte order mark. @throws {NotTextError} rather than to change or lose anything */
export function decoded(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw placeOf(bytes, encoding);
  }
}

/** The lines of a file. Only line feeds end them: texts in JSON may have other line ends. @throws {TypeError} if not text */
export async function* decodedLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let begun: string[] = [];
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true });
    const [end = "", ...lines] = decoder.decode(chunk, { stream: true }).split("\n");
    begun.push(end);
    for (const line of lines) {
      yield begun.join("");
      begun = [line];
    }
  }
  yield begun.join("") + (decoder?.decode() ?? "");
}

/** The same with `noText` for bytes that are no text: for what itself says where they are, or what is only looked at. */
export const roughlyDecoded = (bytes: Uint8Array): string => new TextDecoder(encodingOf(bytes)).decode(bytes);

/** Where the first bytes are that are no text. A file may also have the sign that stands for them. */
function placeOf(bytes: Uint8Array, encoding: string): NotTextError {
  const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
  const isMeant = (at: number) => {
    const start = encoding === "utf-8" ? Buffer.byteLength(text.slice(0, at)) : at * 2;
    const sign = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
    try {
      return sign.decode(bytes.subarray(start, start + (encoding === "utf-8" ? 3 : 2))) === noText;
    } catch {
      return false;
    }
  };
  let at = text.indexOf(noText);
  while (at >= 0 && isMeant(at)) at = text.indexOf(noText, at + 1);
  const lines = text
    .slice(0, at)
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/);
  return new NotTextError(lines.length, (lines.at(-1) ?? "").length + 1, encoding);
}
