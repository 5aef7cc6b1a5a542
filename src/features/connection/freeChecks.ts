import * as l10n from "@vscode/l10n";
import { AdLibraryError, workingVersion } from "../../api";
import type { ApiVersion } from "../../protocol/apiVersion";
import type { FilterForm } from "../../protocol/filters";
import type { Failure } from "../../protocol/failure";
import { type Platform, platforms, type PlatformSegments, type PlatformToken } from "../../protocol/platforms";
import { type Place, toFailure } from "../failures";
import type { LibraryClient } from "./libraryClient";

/** What a platform's free filter route answered. */
export interface PlatformFinding {
  readonly platform: Platform;
  readonly works: boolean;
  /** The path segment that was asked. */
  readonly segment: string;
  readonly ms: number;
  /** One or two sentences. */
  readonly words: string;
  /** This library may use a different segment. */
  readonly segmentInDoubt: boolean;
}

type Answer = { readonly filters: number } | { readonly failure: Failure; readonly noSuchRoute: boolean };

/** Has the filters of all platforms requested at once (free) and reports the result of each. */
export async function checkPlatforms(
  request: (platform: PlatformToken) => Promise<Pick<FilterForm, "filters">>,
  segments: PlatformSegments,
  place?: Place,
): Promise<readonly PlatformFinding[]> {
  const answers = await Promise.all(
    platforms.map(async (platform) => {
      const start = performance.now();
      const answer = await request(platform.token).then(({ filters }) => ({ filters: filters.length }), failed(place));
      return { platform, answer, ms: Math.round(performance.now() - start) };
    }),
  );
  // If nothing works, the key or the base URL is wrong, not the name of a platform.
  const someWork = answers.some(({ answer }) => "filters" in answer);
  return answers.map(({ platform, answer, ms }) => {
    const segment = segments[platform.token];
    const segmentInDoubt =
      someWork && "failure" in answer && (answer.noSuchRoute || answer.failure.code === "rejected");
    const words = wordsOf(answer, segmentInDoubt ? segment : undefined);
    return { platform, works: "filters" in answer, segment, ms, words, segmentInDoubt };
  });
}

const failed =
  (place: Place | undefined) =>
  (error: unknown): Answer => {
    const status = error instanceof AdLibraryError ? error.status : undefined;
    return { failure: toFailure(error, place), noSuchRoute: status === 404 || status === 405 };
  };

function wordsOf(answer: Answer, doubted: string | undefined): string {
  if ("filters" in answer)
    return answer.filters === 1 ? l10n.t("Works: 1 filter") : l10n.t("Works: {0} filters", answer.filters);
  const { failure, noSuchRoute } = answer;
  if (doubted === undefined) return failure.message;
  if (noSuchRoute)
    return l10n.t("There is no route for “{0}”. This library may use another name for the platform.", doubted);
  return `${failure.message} ${l10n.t("Either the key is not enabled for this platform, or the library uses another name for it than “{0}”.", doubted)}`;
}

/** The version that a key works with, or why it does not work. */
export type KeyFinding = { readonly version: ApiVersion } | { readonly failure: Failure };

/** A key may be enabled for only some platforms: three kinds of them are asked before it counts as refused. */
const asked: readonly PlatformToken[] = ["native", "facebook", "mega"];

/** Tries a library and a key with free requests, in one version first. A refusal is the one from its first platform. */
export async function tryKey(
  client: (version: ApiVersion) => Promise<LibraryClient>,
  signal: AbortSignal,
  first: ApiVersion = "v2",
): Promise<KeyFinding> {
  return workingVersion(async (version) => (await client(version)).api, asked, signal, first).then(
    (version) => ({ version }),
    (error: unknown) => ({ failure: toFailure(error) }),
  );
}
