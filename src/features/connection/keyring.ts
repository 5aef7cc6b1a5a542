import { isApiKeyProblem, parseApiKey, secretName } from "./apiKey";
import { inTime, type Subscription } from "../events";

/** Where secrets are kept (VS Code's SecretStorage). Any method may fail or hang if there is no keyring. */
export interface SecretPort {
  get(name: string): PromiseLike<string | undefined>;
  store(name: string, value: string): PromiseLike<void>;
  delete(name: string): PromiseLike<void>;
  /** The names of all that were stored and not deleted. */
  names(): readonly string[];
  /** Reports the name of a secret that changed, here or in another window. */
  onDidChange(listener: (name: string) => void): Subscription;
}

/** How long to wait for a secret storage before it counts as failed. */
const usualPatienceMs = 10_000;

/** Keys by library: in the secret storage, or in memory for this session if the storage fails. Never in a file. */
export class Keyring {
  private readonly session = new Map<string, string>();
  private failing = false;

  constructor(
    private readonly secrets: SecretPort,
    private readonly patienceMs = usualPatienceMs,
  ) {}

  /** Whether the secret storage failed the last time it was asked. */
  get storageFails(): boolean {
    return this.failing;
  }

  /** Whether the key of this library is kept only in memory and is lost with the window. */
  isSessionOnly(library: string): boolean {
    return this.session.has(library);
  }

  /** The key for a library; a stored text that is not a valid key counts as none. */
  async read(library: string): Promise<string | undefined> {
    return this.session.get(library) ?? (await this.ask(library))?.key;
  }

  /** What the storage has for a library, which is used here from now on; undefined if the storage failed. */
  async readStored(library: string): Promise<{ readonly key: string | undefined } | undefined> {
    const stored = await this.ask(library);
    if (stored) this.session.delete(library);
    return stored;
  }

  /** Keeps a checked key. Returns `session` if the storage failed and the key is lost with the window. */
  async write(library: string, key: string): Promise<"stored" | "session"> {
    this.session.delete(library);
    const stored = await this.inTime(() => this.secrets.store(secretName(library), key));
    // A storage that accepts a key and then forgets it is useless.
    if (stored && (await this.ask(library))?.key === key) return "stored";
    this.session.set(library, key);
    return "session";
  }

  /** Forgets a key everywhere. Returns false if the storage failed and may still have it. */
  async remove(library: string): Promise<boolean> {
    this.session.delete(library);
    return (await this.inTime(() => this.secrets.delete(secretName(library)))) !== undefined;
  }

  /** Forgets the keys of all libraries, as `remove` does that of one. */
  async removeAll(): Promise<boolean> {
    this.session.clear();
    const deleted = this.secrets.names().map((name) => this.inTime(() => this.secrets.delete(name)));
    return (await Promise.all(deleted)).every((answer) => answer !== undefined);
  }

  private async ask(library: string): Promise<{ readonly key: string | undefined } | undefined> {
    const stored = await this.inTime(() => this.secrets.get(secretName(library)));
    if (!stored) return undefined;
    const parsed = parseApiKey(stored.value ?? "");
    return { key: isApiKeyProblem(parsed) ? undefined : parsed.key };
  }

  /** What the storage answers; undefined if it fails or takes too long. */
  private async inTime<T>(work: () => PromiseLike<T>): Promise<{ readonly value: T } | undefined> {
    // A storage's error message can contain the secret, so it is not passed on.
    const asked = Promise.resolve()
      .then(work)
      .then(
        (value) => ({ value }),
        () => undefined,
      );
    const answer = await inTime(asked, this.patienceMs);
    this.failing = answer === undefined;
    return answer;
  }
}
