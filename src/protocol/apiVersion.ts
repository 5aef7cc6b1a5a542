/** The versions of the service (docs/api.md, "Versioning"): V2, or V1 for keys that are not enabled for V2. */
export type ApiVersion = "v2" | "v1";
