import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import type { LoadedPicture } from "../../api";
import { type LibraryClients, withSampleMedia } from "../connection";
import { fileError, HeldLock, makeFolder, removeAbandoned, StateFile, StorageError, writeWhole } from "../disk";
import { Keeping, type KeepOptions, type KeepResult, type NamedPicture, type WantedPicture } from "./keeping";
import { sampleUrl } from "../../protocol/ads";

export interface KeptPicture extends LoadedPicture {
  /** SHA-256 of its bytes, and the ending of its type. */
  readonly name: string;
}

const endings = new Map([
  ["image/png", "png"],
  ["image/jpeg", "jpg"],
  ["image/gif", "gif"],
  ["image/webp", "webp"],
  // Of the sample library.
  ["image/svg+xml", "svg"],
]);
const named = /^[0-9a-f]{64}\.(png|jpg|gif|webp|svg)$/;

/** Names of pictures by their addresses. */
const index = z.record(z.string(), z.string().regex(named));

/** With the longest addresses, the index of so many is still smaller than a file of state may be. */
const mostPictures = 20_000;

/**
 * Pictures of ads in the archive's folder, as `media/<2 hex>/<sha256>.<ending>`. Only `media/index.json` says which
 * address had which. Each file is written whole. Nothing is kept unless a person asks for it.
 */
export class KeptPictures {
  private readonly folder: string;
  private readonly index: StateFile<z.infer<typeof index>>;

  constructor(
    archiveFolder: string,
    private readonly clients: LibraryClients,
    private readonly maxSizeMb: () => number,
  ) {
    this.folder = join(archiveFolder, "media");
    this.index = new StateFile(join(this.folder, "index.json"), { schema: index, missing: {} });
  }

  /** Finds the name of the kept picture of an address. @throws {StorageError} */
  async names(): Promise<(picture: NamedPicture) => string | undefined> {
    const known = new Map(Object.entries(await this.index.read()));
    return (picture) => known.get(keyOf(picture));
  }

  /** A kept picture; `changed` if its bytes are not those of its name any more. */
  async read(name = ""): Promise<KeptPicture | "missing" | "changed"> {
    const bytes = named.test(name) ? await readFile(this.pathOf(name)).catch(() => undefined) : undefined;
    if (!bytes) return "missing";
    const [mimeType = ""] = [...endings].find(([, ending]) => name.endsWith(`.${ending}`)) ?? [];
    return name.startsWith(sha256(bytes)) ? { name, mimeType, bytes } : "changed";
  }

  /** The kept picture of an address, as long as it is what it was. @throws {StorageError} */
  async at(picture: NamedPicture): Promise<KeptPicture | undefined> {
    const found = await this.read((await this.names())(picture));
    return typeof found === "object" ? found : undefined;
  }

  /**
   * Loads the pictures that are not here yet, and keeps them. After a cancel, what was kept stays: the next time, only
   * the rest is asked for. @throws {StorageError}
   */
  async keep(pictures: readonly NamedPicture[], options: KeepOptions): Promise<KeepResult> {
    try {
      makeFolder(this.folder);
      using lock = HeldLock.take(join(this.folder, ".keeping.db"));
      if (!lock) throw new StorageError("busy", `${this.folder}: another window is keeping pictures`);
      return await this.keepAlone(pictures, options);
    } catch (error) {
      throw fileError(error, this.folder);
    }
  }

  private async keepAlone(pictures: readonly NamedPicture[], options: KeepOptions): Promise<KeepResult> {
    const all = new Map(pictures.map((picture) => [keyOf(picture), picture]));
    const [nameOf, library, loopback] = [await this.names(), this.clients.nameIfKnown(), await this.clients.loopback()];
    const missing: WantedPicture[] = [];
    for (const [key, picture] of all) {
      if (typeof (await this.read(nameOf(picture))) === "object") continue;
      const { library: of, url } = picture;
      if (of !== library || loopback === undefined) missing.push({ key, url });
      else if (of !== sampleUrl) missing.push({ key, url, loopback });
      else missing.push({ key, url: withSampleMedia(url, loopback), loopback, svg: true });
    }
    const keeping = new Keeping({ ...(await this.room()), store: this.store, record: this.record }, missing, options);
    return { ...(await keeping.run()), there: all.size - missing.length };
  }

  private readonly record = (names: Readonly<Record<string, string>>) =>
    this.index.change((before) => ({ ...before, ...names }));

  /** @returns its name */
  private readonly store = async ({ mimeType, bytes }: LoadedPicture): Promise<string> => {
    const name = `${sha256(bytes)}.${endings.get(mimeType) ?? ""}`;
    if (typeof (await this.read(name)) === "string") await writeWhole(this.pathOf(name), bytes);
    return name;
  };

  /** What is left of the limit, after removing what a killed process left. */
  private async room() {
    let bytes = this.maxSizeMb() * 1_000_000;
    for (const below of (await readdir(this.folder)).filter((name) => /^[0-9a-f]{2}$/.test(name))) {
      const folder = join(this.folder, below);
      await removeAbandoned(folder);
      for (const name of await readdir(folder)) bytes -= (await stat(join(folder, name))).size;
    }
    await removeAbandoned(this.folder);
    return { bytes, places: mostPictures - Object.keys(await this.index.read()).length };
  }

  private pathOf(name: string): string {
    return join(this.folder, name.slice(0, 2), name);
  }
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** The sample library's port changes with each start. */
const keyOf = ({ library, url }: NamedPicture) =>
  library === sampleUrl ? withSampleMedia(url, "http://sample.localhost") : url;
