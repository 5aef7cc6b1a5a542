import type { PlatformToken } from "../../protocol/platforms";
import type { AdLibrary } from "../adLibrary";
import { AdLibraryError } from "../errors";
import type { ApiVersion } from "../versions";

/**
 * The version that a key works with: V2 where it does, else V1. Free: asks for one platform's filters, once or twice.
 * @throws {AdLibraryError} V2's failure, where V1 does not work either or could not help
 */
export async function workingVersion(
  library: (version: ApiVersion) => Pick<AdLibrary, "filters">,
  platform: PlatformToken,
  signal?: AbortSignal,
): Promise<ApiVersion> {
  try {
    await library("v2").filters(platform, signal);
    return "v2";
  } catch (error) {
    // Only a refusal, or the answer of a server without such a route, is about the version.
    if (!(error instanceof AdLibraryError) || !["rejected", "badAnswer"].includes(error.code)) throw error;
    await library("v1")
      .filters(platform, signal)
      .catch((failure: unknown) => {
        throw signal?.aborted ? failure : error;
      });
    return "v1";
  }
}
