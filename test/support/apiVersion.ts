import type { ApiVersion } from "../../src/protocol/apiVersion";

/** Which version of the service the browser's tests run with: `AD_LIBRARY_API_VERSION=v1` for V1. */
export const testedVersion: ApiVersion = process.env.AD_LIBRARY_API_VERSION === "v1" ? "v1" : "v2";
