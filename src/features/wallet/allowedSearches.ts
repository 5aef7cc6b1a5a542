import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { writeWhole } from "../disk";

const search = z.object({
  origin: z.string(),
  version: z.string(),
  platform: z.string(),
  /** The exact body. */
  body: z.string(),
  label: z.string(),
});
const file = z.object({ allowed: z.array(search) });

/** A search (library, platform and exact body) that programs may run without a question. */
export type AllowedSearch = Readonly<z.infer<typeof search>>;

/** The searches that a person allowed keybindings and other extensions to run, kept on this machine until revoked. */
export class AllowedSearches {
  private readonly path: string;

  constructor(folder: string) {
    this.path = join(folder, "allowed-searches.json");
  }

  /** An unreadable file allows nothing: the person is asked again. */
  async list(): Promise<readonly AllowedSearch[]> {
    try {
      // eslint-disable-next-line no-restricted-syntax -- our own file, checked by the schema above; no int64 in it
      return file.parse(JSON.parse(await readFile(this.path, "utf8"))).allowed;
    } catch {
      return [];
    }
  }

  async has(wanted: Omit<AllowedSearch, "label">): Promise<boolean> {
    return (await this.list()).some((each) => isSame(each, wanted));
  }

  async add(wanted: AllowedSearch): Promise<void> {
    const others = (await this.list()).filter((each) => !isSame(each, wanted));
    await writeWhole(this.path, JSON.stringify({ allowed: [...others, wanted] }));
  }

  async revoke(some: readonly AllowedSearch[]): Promise<void> {
    const left = (await this.list()).filter((each) => !some.some((revoked) => isSame(each, revoked)));
    await writeWhole(this.path, JSON.stringify({ allowed: left }));
  }
}

const keys = ["origin", "version", "platform", "body"] as const;
const isSame = (one: Omit<AllowedSearch, "label">, other: Omit<AllowedSearch, "label">) =>
  keys.every((key) => one[key] === other[key]);
