import { workingVersion } from "../../api";
import type { ApiVersion } from "../../protocol/apiVersion";
import type { Failure } from "../../protocol/failure";
import type { PlatformToken } from "../../protocol/platforms";
import { toFailure } from "../failures";
import type { LibraryClient } from "./libraryClient";

/** The version that a key works with, or why it does not work. */
export type KeyFinding = { readonly version: ApiVersion } | { readonly failure: Failure };

/** A key may be enabled for only some platforms: three kinds of them are asked before it counts as refused. */
const asked: readonly PlatformToken[] = ["native", "plat_social_a", "mega"];

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
