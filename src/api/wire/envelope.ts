import { AdLibraryError, clipped } from "../errors";
import { exactly, parseRounded } from "../integers";
import { fieldsOf } from "./fields";

/** The code of success (docs/api.md, "Response envelope"). */
const success = 1000;

/**
 * The `data` of an answer's text, integers exact (docs/api.md, "Response envelope").
 * @throws {AdLibraryError} `rejected` for a failed envelope, `badAnswer` for anything that is not an envelope
 */
export function readEnvelope(text: string): unknown {
  return new ParsedAnswer(text).data();
}

/** An answer's text, parsed once. */
export class ParsedAnswer {
  private readonly rounded: unknown;

  /** @throws {AdLibraryError} `badAnswer` where the text is not one JSON document */
  constructor(private readonly text: string) {
    this.rounded = parsed(text);
  }

  /** The `data` of a success as `parseRounded` returns it; absent for any other answer. */
  roundedData(): unknown {
    const { status, meta, data } = fieldsOf(this.rounded);
    return status === "ok" && fieldsOf(meta).code === success ? data : undefined;
  }

  /** The `data` of a success, integers exact. @throws {AdLibraryError} `rejected` or `badAnswer` */
  data(): unknown {
    const { status, meta, data } = fieldsOf(exactly(this.rounded, this.text));
    const { code, message } = fieldsOf(meta);
    if (status === "ok" && code === success) return data;
    if (status === "failed" || (Number.isInteger(code) && code !== success)) {
      throw new AdLibraryError("rejected", {
        charge: "unknown",
        // Stryker disable next-line ConditionalExpression: only numbers are integers: TypeScript cannot see that
        ...(typeof code === "number" && Number.isInteger(code) && { serviceCode: code }),
        ...(typeof message === "string" && { serviceText: message }),
      });
    }
    throw badAnswer(`no envelope: ${clipped(this.text, 80)}`);
  }
}

/** An answer that cannot be used although it arrived whole. */
export function badAnswer(specifics: string): AdLibraryError {
  return new AdLibraryError("badAnswer", { charge: "unknown", specifics });
}

function parsed(text: string): unknown {
  try {
    return parseRounded(text);
  } catch {
    const whole = text.trim();
    if (whole.startsWith("{") && !whole.endsWith("}")) {
      const specifics = `cut off after ${text.length} characters: …${clipped(whole.slice(-80), 80)}`;
      throw new AdLibraryError("badAnswer", { charge: "unknown", specifics, cutOff: true });
    }
    throw badAnswer(whole === "" ? "the body is empty" : `not JSON: ${clipped(text, 80)}`);
  }
}
