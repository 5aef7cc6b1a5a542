import { createReadStream } from "node:fs";
import { buffer } from "node:stream/consumers";
import {
  changeText,
  convertRequest,
  convertResponse,
  liveFilters,
  readRequestV1,
  requestProblems,
  requestDocument,
  responseProblems,
} from "../features/convert";
import { textOf } from "../features/disk";
import { exitCodes, unreadable, UsageError } from "./exitCodes";
import { visibleJson } from "../features/text";
import { type Action, readStdin } from "./session";
import { printable, printableName } from "./screen";

/** `convert request`: converts a request, and checks it against the live filters if a library is connected. */
export const convertRequestFile: Action = async (
  { session, screen, signal },
  { json, platform: named },
  [file = ""],
) => {
  const request = readRequestV1(await given(file, signal));
  if (typeof request === "string") {
    screen.warn(requestProblems[request]());
    return exitCodes.problems;
  }
  const name = named ?? request.platform;
  if (name === undefined) throw new UsageError("The request doesn't name its platform. Add --platform.");
  const platform = session.platform(name);
  const live = await liveFilters(session.engine.forms, platform, signal, "terminal");
  const converted = await convertRequest(request, platform, "form" in live ? live : undefined);
  if (json) screen.json(converted);
  else screen.print(visibleJson(requestDocument(converted, session.settings.segments, live.why)).trimEnd());
  return exitCodes.done;
};

/** `convert response`: gives exported V1 cards or details V2's field names. */
export const convertResponseFile: Action = async ({ screen, signal }, _options, [file = ""]) => {
  const converted = convertResponse(await given(file, signal));
  if (typeof converted === "string") {
    screen.warn(responseProblems[converted]());
    return exitCodes.problems;
  }
  for (const change of converted.changes) screen.note(printable(changeText(change)));
  screen.print(visibleJson(converted.text).trimEnd());
  return exitCodes.done;
};

/** A device or a pipe may never end. */
const mostMegabytes = 64;
const mostBytes = mostMegabytes << 20;

async function given(file: string, signal: AbortSignal): Promise<string> {
  const name = file === "-" ? "stdin" : printableName(file);
  const bytes = file === "-" ? await readStdin(signal, mostBytes) : await startOf(file, name);
  if (bytes.length > mostBytes)
    throw new UsageError(`${name} is too large to be converted. Convert at most ${mostMegabytes} MB at once.`);
  return textOf(bytes, name);
}

const startOf = (file: string, name: string) =>
  buffer(createReadStream(file, { end: mostBytes })).catch((error: unknown) => {
    throw unreadable(name, error);
  });
