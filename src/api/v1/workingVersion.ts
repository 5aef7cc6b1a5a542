import { platforms, type PlatformToken } from "../../protocol/platforms";
import type { AdLibrary } from "../adLibrary";
import { AdLibraryError } from "../errors";
import type { ApiVersion } from "../versions";

type Asked = Pick<AdLibrary, "filters">;

/**
 * The version that a key works with: the first one asked if it works, else the other. Free: asks for filters, one
 * platform after another while the key is refused, because it may be enabled for only some.
 * @throws {AdLibraryError} the first version's failure, if the other does not work either or could not help
 */
export async function workingVersion(
  library: (version: ApiVersion) => Asked | Promise<Asked>,
  asked: readonly PlatformToken[],
  signal?: AbortSignal,
  first: ApiVersion = "v2",
): Promise<ApiVersion> {
  const failed = await firstFailure(await library(first), offeredIn(first, asked), signal);
  if (!failed) return first;
  // Only a refusal, or the answer of a server without such a route, can be due to the version.
  if (!(failed.error instanceof AdLibraryError) || !["rejected", "badAnswer"].includes(failed.error.code))
    throw failed.error;
  const other = first === "v2" ? "v1" : "v2";
  const failedToo = await firstFailure(await library(other), offeredIn(other, asked), signal);
  if (failedToo) throw signal?.aborted ? failedToo.error : failed.error;
  return other;
}

function offeredIn(version: ApiVersion, asked: readonly PlatformToken[]): readonly PlatformToken[] {
  if (version === "v2") return asked;
  return asked.filter((token) => platforms.some((platform) => platform.token === token && platform.inV1));
}

/** The failure, if every platform failed; if all refused, the first refusal. */
async function firstFailure(library: Asked, asked: readonly PlatformToken[], signal: AbortSignal | undefined) {
  let first: { readonly error: unknown } | undefined;
  for (const platform of asked) {
    try {
      await library.filters(platform, signal);
      return undefined;
    } catch (error) {
      if (!(error instanceof AdLibraryError && error.code === "rejected")) return { error };
      first ??= { error };
    }
  }
  return first;
}
