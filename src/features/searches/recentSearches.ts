import { join } from "node:path";
import * as z from "zod";
import type { PlatformToken } from "../../protocol/platforms";
import { FolderWatch, StateFile } from "../disk";
import { type BodyQuery, readForeignBody } from "../forms";
import { addressBody } from "../search";
import { labelText } from "../text";
import { bodyField, exactJson, nameField, platformField } from "./savedSearch";
import type { SavedSearchPorts } from "./savedSearches";

const most = 20;
const name = "recent.json";
const entry = z.object({
  /** Short description, for lists. */
  label: nameField,
  platform: platformField,
  body: bodyField,
  at: z.iso.datetime(),
  /** The library that it ran in. */
  library: z.exactOptional(z.string()),
});
const entries = z.array(entry).max(1000).readonly();

/** A search that ran. */
export type RecentSearch = Readonly<z.infer<typeof entry>>;

/** The searches that ran recently, newest first, over all windows. */
export class RecentSearches extends FolderWatch {
  private readonly file: StateFile<readonly RecentSearch[]>;

  constructor(private readonly ports: SavedSearchPorts) {
    super(ports.folder, (changed) => changed === name);
    this.file = new StateFile<readonly RecentSearch[]>(join(ports.folder, name), {
      ...{ schema: entries, missing: [], json: exactJson },
      onSetAside: (moved) => ports.onProblem({ kind: "corrupt", ...moved }),
    });
  }

  /** Newest first, at most 20. */
  list(): Promise<readonly RecentSearch[]> {
    return this.file.read();
  }

  /** The last searched platform, in any window. */
  async lastPlatform(): Promise<PlatformToken | undefined> {
    return (await this.list())[0]?.platform;
  }

  /** Puts a search first; the same one of the same library moves up. An invalid body is not remembered. */
  async add({ platform, body: given }: BodyQuery, label: string, library?: string): Promise<void> {
    const body = readForeignBody(given);
    if (!body) return;
    const at = this.ports.now().toISOString();
    const added = {
      label: labelText(label) || platform,
      platform,
      body,
      at,
      ...(library !== undefined && { library }),
    };
    const same = (each: RecentSearch) => identity(each) === identity(added) && each.library === library;
    await this.file.change((all) => [added, ...all.filter((each) => !same(each))].slice(0, most));
    this.changed();
  }

  async clear(): Promise<void> {
    await this.file.change(() => []);
    this.changed();
  }
}

const identity = ({ platform, body }: BodyQuery) => `${platform} ${addressBody(body)}`;
