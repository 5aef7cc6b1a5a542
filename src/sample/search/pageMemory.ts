/** Keeps the latest pages as JSON: a page of a snapshot is the same whenever it is asked for. */
export class PageMemory {
  private readonly pages = new Map<string, string>();

  constructor(private readonly limit: number) {}

  /** The page of that name; `write` makes it if it is not kept. */
  async get(name: string, write: () => Promise<string>): Promise<string> {
    const page = this.pages.get(name) ?? (await write());
    this.pages.delete(name);
    this.pages.set(name, page);
    const [oldest] = this.pages.keys();
    if (oldest !== undefined && this.pages.size > this.limit) this.pages.delete(oldest);
    return page;
  }
}
