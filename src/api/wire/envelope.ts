import { AdLibraryError, clipped } from "../errors";
import { parseExact } from "../integers";
import { fieldsOf } from "./fields";

/** The code of success (contract, "Response envelope"). */
const success = 1000;

/**
 * The `data` of an answer's text, integers exact (contract, "Response envelope").
 * @throws {AdLibraryError} `rejected` for a failed envelope, `badAnswer` for what is no envelope at all
 */
export function readEnvelope(text: string): unknown {
  const answer = parsed(text);
  const { status, meta, data } = fieldsOf(answer);
  const { code, message } = fieldsOf(meta);
  if (status === "ok" && code === success) return data;
  if (status === "failed" || (Number.isInteger(code) && code !== success)) {
    throw new AdLibraryError("rejected", {
      charge: "unknown",
      ...(typeof code === "number" && Number.isInteger(code) && { serviceCode: code }),
      ...(typeof message === "string" && { serviceText: message }),
    });
  }
  throw badAnswer(`no envelope: ${clipped(text, 80)}`);
}

/** An answer that cannot be used although it arrived whole. */
export function badAnswer(detail: string): AdLibraryError {
  return new AdLibraryError("badAnswer", { charge: "unknown", detail });
}

function parsed(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    throw badAnswer(text.trim() === "" ? "the body is empty" : `not JSON: ${clipped(text, 80)}`);
  }
}
