import { platforms, type PlatformToken } from "../../protocol/platforms";
import type { AdLibrary } from "../adLibrary";
import { AdLibraryError } from "../errors";
import type { ApiVersion } from "../versions";

type Asked = Pick<AdLibrary, "filters">;

/**
 * The version that a key works with: V2 where it does, else V1. Free: asks for filters, of one platform after the other
 * while the key is refused, as it may be enabled for some only.
 * @throws {AdLibraryError} V2's failure, where V1 does not work either or could not help
 */
export async function workingVersion(
  library: (version: ApiVersion) => Asked | Promise<Asked>,
  asked: readonly PlatformToken[],
  signal?: AbortSignal,
): Promise<ApiVersion> {
  const failed = await firstFailure(await library("v2"), asked, signal);
  if (!failed) return "v2";
  // Only a refusal, or the answer of a server without such a route, is about the version.
  if (!(failed.error instanceof AdLibraryError) || !["rejected", "badAnswer"].includes(failed.error.code))
    throw failed.error;
  const individual = asked.filter((token) => platforms.some((platform) => platform.token === token && platform.inV1));
  const failedToo = await firstFailure(await library("v1"), individual, signal);
  if (failedToo) throw signal?.aborted ? failedToo.error : failed.error;
  return "v1";
}

/** What went wrong with all of the platforms that are asked; a refusal is that of the first. */
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
