/**
 * Lets pages be synced while the next ones are requested. A killed process loses none of them; a power cut loses at
 * most as many as are requested at once, in addition to those on their way.
 */
export class PagesOnDisk {
  private readonly waiting: Promise<unknown>[] = [];

  constructor(private readonly most = 1) {}

  /** Returns a page once no more than `most` pages, including this one, are not yet on the disk. */
  async next<T extends { readonly lasting: Promise<unknown> }>(fetched: Promise<T>): Promise<T> {
    const page = await fetched;
    this.waiting.push(page.lasting);
    while (this.waiting.length > this.most) await this.waiting.shift();
    return page;
  }

  /** Settles when the disk has all pages. */
  async settled(): Promise<void> {
    await Promise.all(this.waiting);
  }
}
