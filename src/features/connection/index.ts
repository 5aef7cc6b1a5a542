// Which library is connected, with which key, and the client that talks to it.
export { type ApiKey, apiKeyProblemText, isApiKeyProblem, parseApiKey } from "./apiKey";
export { type BaseUrl, baseUrlProblemText, isBaseUrlProblem, parseBaseUrl, sampleUrl, withoutVersion } from "./baseUrl";
export { checkPlatforms, type PlatformFinding } from "./checkPlatforms";
export { Connection } from "./connection";
export type { ConnectionPorts } from "./connectionPorts";
export { type LibraryClient, LibraryClients } from "./libraryClient";
export { versionedName } from "./libraryName";
export { withSampleMedia } from "./sampleMedia";
export type { SampleService } from "./sampleStart";
export { type KeyFinding, tryKey } from "./tryKey";
