/** The running sample library: its URL on this machine and the key it accepts. */
export interface SampleService {
  readonly url: string;
  readonly key: string;
}

/** Starts the sample library at its first use, once; a failed start is tried again at the next use. */
export class SampleStart {
  private started: Promise<SampleService> | undefined;

  constructor(private readonly start: () => Promise<SampleService>) {}

  service(): Promise<SampleService> {
    this.started ??= this.begin();
    return this.started;
  }

  private async begin(): Promise<SampleService> {
    try {
      const { url, key } = await this.start();
      return { url: url.replace(/\/+$/, ""), key };
    } catch (error) {
      this.started = undefined;
      throw error;
    }
  }
}
