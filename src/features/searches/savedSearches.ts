import * as l10n from "@vscode/l10n";
import { randomUUID } from "node:crypto";
import type { PlatformToken } from "../../protocol/platforms";
import { FeatureError } from "../failures";
import { FolderLock, FolderWatch } from "../disk";
import { Listeners } from "../events";
import { labelText } from "../text";
import { type BodyQuery, readForeignBody } from "../forms";
import { writeSavedSearch, type LastRun, type SavedSearch } from "./savedSearch";
import { SearchFolder, type SearchFileProblem } from "./searchFolder";
import { readSearches, writeSavedSearchFile, type RefusedSearch } from "./searchText";

export interface SavedSearchPorts {
  readonly folder: string;
  readonly now: () => Date;
  /** Called once for each file that holds no usable search. */
  readonly onProblem: (problem: SearchFileProblem) => void;
}

/** A deleted search that can still be restored from its file's text. */
export interface DeletedSearch {
  readonly search: SavedSearch;
  /** Restores the search under its id, unless a newer one took its place. */
  restore(): Promise<void>;
}

/** The saved searches of all windows: one file each, changed under a lock, so that no window undoes another's change. */
export class SavedSearches {
  private readonly files: SearchFolder;
  private readonly lock: FolderLock;
  private readonly listeners = new Listeners();
  private readonly watch: FolderWatch;

  constructor(private readonly ports: SavedSearchPorts) {
    this.files = new SearchFolder(ports.folder, ports.now, ports.onProblem);
    this.lock = new FolderLock(ports.folder);
    this.watch = new FolderWatch(
      ports.folder,
      (name) => SearchFolder.concerns(name),
      () => this.listeners.fire(),
    );
  }

  /** Notifies when a search has changed, in this window or another one. */
  readonly onChanged = this.listeners.on;

  list(): Promise<SavedSearch[]> {
    return this.files.all();
  }

  get(id: string): Promise<SavedSearch | undefined> {
    return this.files.one(id);
  }

  /** Adds a library's search as the last one. A body is copied without reserved names. @throws {FeatureError} */
  save(name: string, query: BodyQuery, library?: string): Promise<SavedSearch> {
    return this.change(async () => this.add(name, query, await this.lastOrder(), library));
  }

  /** Undefined when the search is gone. */
  rename(id: string, name: string): Promise<SavedSearch | undefined> {
    return this.replace(id, () => ({ name: checkedName(name) }));
  }

  /** Remembers when a search ran. */
  markRun(id: string, lastRun: LastRun): Promise<SavedSearch | undefined> {
    return this.replace(id, () => ({ lastRun }));
  }

  /** Replaces what a search asks for. */
  update(id: string, query: BodyQuery): Promise<SavedSearch | undefined> {
    return this.replace(id, () => ({ query: checkedQuery(query.platform, query.body) }));
  }

  /** Adds a copy right after the original; undefined if that is gone. */
  duplicate(id: string): Promise<SavedSearch | undefined> {
    return this.change(async () => {
      const all = await this.files.all();
      const at = all.findIndex((each) => each.id === id);
      const original = all[at];
      if (!original) return undefined;
      const next = all[at + 1]?.order ?? original.order + 2;
      return this.add(
        l10n.t("{0} (copy)", original.name),
        original.query,
        (original.order + next) / 2,
        original.library,
      );
    });
  }

  /** Undefined when the search is gone already. */
  delete(id: string): Promise<DeletedSearch | undefined> {
    return this.change(async () => {
      const [search, text] = [await this.files.one(id), await this.files.text(id)];
      if (!search || text === undefined) return undefined;
      await this.files.remove(id);
      const putBack = async () => {
        if ((await this.files.text(id)) === undefined) await this.files.write(id, text);
      };
      return { search, restore: () => this.change(putBack) };
    });
  }

  /** Puts the named searches first, in this order; the others follow in their previous order. */
  reorder(ids: readonly string[]): Promise<void> {
    return this.change(async () => {
      const all = await this.files.all();
      const named = ids.flatMap((id) => all.find((each) => each.id === id) ?? []);
      const wanted = [...new Set([...named, ...all])];
      for (const [order, search] of wanted.entries()) {
        if (search.order !== order) await this.files.write(search.id, writeSavedSearch({ ...search, order }));
      }
    });
  }

  /** A search as the text of a search file, for another machine: no id, no runs. Undefined if it is gone. */
  async exportText(id: string): Promise<string | undefined> {
    const search = await this.files.one(id);
    return search && writeSavedSearchFile(search);
  }

  /**
   * Adds the search of such a text, or the searches that an older version exported; `fallback` names one without a name.
   * @throws {FeatureError} `invalidRequest`
   */
  async importText(
    text: string,
    fallback = "",
  ): Promise<{ readonly added: SavedSearch[]; readonly refused: RefusedSearch[] }> {
    const read = readSearches(text, fallback);
    if (!read) throw new FeatureError("invalidRequest", { specifics: l10n.t("The file contains no saved searches.") });
    return this.change(async () => {
      const first = await this.lastOrder();
      const added: SavedSearch[] = [];
      for (const { name, platform, body } of read.searches) {
        added.push(await this.add(name, { platform, body }, first + added.length));
      }
      return { added, refused: read.refused };
    });
  }

  dispose(): void {
    this.watch.dispose();
    this.listeners.dispose();
  }

  private async add(
    name: string,
    { platform, body }: BodyQuery,
    order: number,
    library?: string,
  ): Promise<SavedSearch> {
    const search: SavedSearch = {
      id: randomUUID(),
      name: checkedName(name),
      query: checkedQuery(platform, body),
      createdAt: this.ports.now().toISOString(),
      order,
      ...(library !== undefined && { library }),
    };
    await this.files.write(search.id, writeSavedSearch(search));
    return search;
  }

  private replace(id: string, change: () => Partial<SavedSearch>): Promise<SavedSearch | undefined> {
    return this.change(async () => {
      const search = await this.files.one(id);
      if (!search) return undefined;
      const changed = { ...search, ...change() };
      await this.files.write(id, writeSavedSearch(changed));
      return changed;
    });
  }

  private async lastOrder(): Promise<number> {
    const last = (await this.files.all()).at(-1);
    return last ? Math.floor(last.order) + 1 : 0;
  }

  private async change<T>(work: () => Promise<T>): Promise<T> {
    const result = await this.lock.run(work);
    this.listeners.fire();
    return result;
  }
}

function checkedName(name: string): string {
  const plain = labelText(name);
  if (plain === "")
    throw new FeatureError("invalidRequest", { specifics: l10n.t("Enter a name for the saved search.") });
  return plain;
}

function checkedQuery(platform: PlatformToken, body: unknown): BodyQuery {
  const own = readForeignBody(body);
  if (!own) throw new FeatureError("invalidRequest", { specifics: l10n.t("This is not a search body.") });
  return { platform, body: own };
}
