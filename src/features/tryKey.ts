import type { Failure } from "../protocol/failure";
import type { PlatformToken } from "../protocol/platforms";
import { toFailure } from "./failures";
import type { LibraryClient } from "./libraryClient";

/** A key may be enabled for some platforms only: three kinds of them are asked before it counts as refused. */
const asked: readonly PlatformToken[] = ["native", "plat_social_a", "mega"];

/** Tries a library and a key with free requests; undefined when they work. A refusal is that of the first platform. */
export async function tryKey({ api }: LibraryClient, signal: AbortSignal): Promise<Failure | undefined> {
  let refused: Failure | undefined;
  for (const platform of asked) {
    const failure = await api.filters(platform, signal).then(() => undefined, toFailure);
    if (failure?.code !== "rejected") return failure;
    refused ??= failure;
  }
  return refused;
}
