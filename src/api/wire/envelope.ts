import type { Digits } from "../../protocol/ads";
import { AdLibraryError } from "../errors";
import { endOfString, parseExact } from "../integers";
import { fieldsOf } from "./fields";

/** The code of success (docs/api.md, "Response envelope"). */
const success = 1000;

/**
 * The `data` of an answer's text, integers exact (docs/api.md, "Response envelope").
 * @throws {AdLibraryError} `rejected` for a failed envelope, `badAnswer` for anything that is not an envelope
 */
export function readEnvelope(text: string): unknown {
  const { status, meta, data } = fieldsOf(parsed(text));
  const { code, message } = fieldsOf(meta);
  if (status === "ok" && code === success) return data;
  if (status === "failed" || (Number.isInteger(code) && code !== success)) {
    throw new AdLibraryError("rejected", {
      charge: "unknown",
      ...(typeof code === "number" && Number.isInteger(code) && { serviceCode: code }),
      ...(typeof message === "string" && { serviceText: message }),
    });
  }
  throw badAnswer("no envelope");
}

/** An answer that cannot be used although it arrived whole. `otherAd` is the ad that it is about instead. */
export function badAnswer(specifics: string, otherAd?: Digits): AdLibraryError {
  return new AdLibraryError("badAnswer", { charge: "unknown", specifics, ...(otherAd !== undefined && { otherAd }) });
}

function parsed(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    const whole = text.trim();
    if (whole.startsWith("{") && endsEarly(whole)) {
      const specifics = `cut off after ${text.length} characters`;
      throw new AdLibraryError("badAnswer", { charge: "unknown", specifics, cutOff: true });
    }
    throw badAnswer(whole === "" ? "the body is empty" : "not JSON");
  }
}

/** Whether a text ends before the object that it begins with. What follows that is something else, such as a warning. */
function endsEarly(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') at = endOfString(text, at) - 1;
    else if (sign === "{" || sign === "[") depth += 1;
    else if ((sign === "}" || sign === "]") && (depth -= 1) === 0) return false;
  }
  return true;
}
