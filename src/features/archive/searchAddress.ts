import type { ApiVersion } from "../../protocol/apiVersion";
import type { PlatformToken } from "../../protocol/platforms";

/** What the archive finds a search by. */
export interface SearchAddress {
  /** Origin of the library's base URL. */
  readonly origin: string;
  readonly version: ApiVersion;
  readonly platform: PlatformToken;
  /** Canonical body: equal for searches that mean the same. */
  readonly body: string;
}
