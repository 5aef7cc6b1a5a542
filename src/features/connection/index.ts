// Which library is connected, with which key, and the client that talks to it.
export { type ApiKey, apiKeyProblemText, isApiKeyProblem, parseApiKey } from "./apiKey";
export { type BaseUrl, baseUrlProblemText, isBaseUrlProblem, parseBaseUrl, withoutVersion } from "./baseUrl";
export { Connection, type ConnectionPorts, libraryNamed, type SampleService, versionedName } from "./connection";
export { checkPlatforms, type KeyFinding, type PlatformFinding, tryKey } from "./freeChecks";
export { type LibraryClient, LibraryClients, withSampleMedia } from "./libraryClient";
