import type { Attachment } from "../../protocol/ads";
import { picturesIn } from "../../protocol/mediaUrl";
import type { NamedPicture } from "./keeping";
import type { KeptPicture, KeptPictures } from "./keptPictures";

/** A page with more than this is hard to send and slow to open. */
const mostBytes = 32_000_000;

/** A kept picture, which is left out of its page if there is no room; or what became of it. */
export type PagePicture = (KeptPicture & { readonly leftOut: boolean }) | "missing" | "changed" | undefined;

/** The pictures of ads in a stored answer of a library. */
export const picturesOf = (library: string, attachments: readonly Attachment[]): readonly NamedPicture[] =>
  attachments.flatMap(picturesIn).map((url) => ({ library, url }));

/** Chooses pictures for a page, ad by ad, as long as there is room. The same choices leave out the same pictures. */
export class PagePictures {
  private room = mostBytes;

  constructor(
    private readonly kept: KeptPictures,
    private readonly nameOf: (picture: NamedPicture) => string | undefined,
  ) {}

  /** The first of an ad's pictures that is kept. */
  async first(pictures: readonly NamedPicture[]): Promise<PagePicture> {
    const found = await this.read(this.namesOf(pictures)[0]);
    return typeof found === "object" ? found : undefined;
  }

  /** The one that a page claims to have of an ad. */
  async claimed(name: string | undefined, pictures: readonly NamedPicture[]): Promise<PagePicture> {
    return name === undefined ? undefined : this.read(this.namesOf(pictures).find((one) => one === name));
  }

  private namesOf(pictures: readonly NamedPicture[]): readonly string[] {
    return pictures.flatMap((one) => this.nameOf(one) ?? []);
  }

  private async read(name: string | undefined): Promise<Exclude<PagePicture, undefined>> {
    const found = await this.kept.read(name);
    if (typeof found === "string") return found;
    const leftOut = found.bytes.length > this.room;
    if (!leftOut) this.room -= found.bytes.length;
    return { ...found, leftOut };
  }
}
