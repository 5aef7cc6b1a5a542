/**
 * Lets the disk take pages while the next ones are asked for. A killed process loses none of them; a power cut at most as
 * many as are on their way at once, besides those.
 */
export class PagesOnDisk {
  private readonly waiting: Promise<unknown>[] = [];

  constructor(private readonly most = 1) {}

  /** Gives a page once no more than `most` pages, this one included, are not on the disk. */
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
