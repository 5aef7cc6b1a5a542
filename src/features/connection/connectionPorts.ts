import type { ApiVersion } from "../../protocol/apiVersion";
import type { Subscription } from "../events";
import type { SecretPort } from "./keyring";
import type { SampleService } from "./sampleStart";

/** The setting that holds the base URL: the user's own value, never a workspace's. */
export interface BaseUrlPort {
  read(): string;
  write(text: string): PromiseLike<void>;
  onDidChange(listener: () => void): Subscription;
}

/** The setting that holds the version of the service; its changes are reported with those of the base URL. */
export interface VersionPort {
  read(): ApiVersion;
  write(version: ApiVersion): PromiseLike<void>;
}

export interface ConnectionPorts {
  readonly secrets: SecretPort;
  readonly baseUrl: BaseUrlPort;
  readonly apiVersion: VersionPort;
  /** Starts the sample library; called at its first use only. */
  readonly startSample: () => Promise<SampleService>;
  /** Milliseconds after which an unresponsive secret storage counts as failing. */
  readonly secretPatienceMs?: number;
}
