import * as l10n from "@vscode/l10n";
import { randomUUID } from "node:crypto";
import { readdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { PlatformToken } from "../../protocol/platforms";
import { errorCode, FolderLock, FolderWatch, removeAbandoned, StateFile } from "../disk";
import { FeatureError } from "../failures";
import { type BodyQuery, readForeignBody } from "../forms";
import { readSearchFile, writeSearchFile } from "../searchFiles";
import { labelText } from "../text";
import { exactJson, type LastRun, type SavedSearch, storedSearch, type StoredSearch } from "./savedSearch";

/** A file that holds no usable search: `corrupt` ones were set aside under `movedTo`, `newer` ones are left alone. */
export type SearchFileProblem =
  | { readonly kind: "corrupt"; readonly file: string; readonly movedTo: string }
  | { readonly kind: "newer"; readonly file: string };

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
export class SavedSearches extends FolderWatch {
  private readonly lock: FolderLock;
  private cleaned: Promise<void> | undefined;
  private readonly told = new Set<string>();

  constructor(private readonly ports: SavedSearchPorts) {
    super(ports.folder, (name) => fileName.test(name));
    this.lock = new FolderLock(ports.folder);
  }

  /** All readable searches, in their order. */
  async list(): Promise<SavedSearch[]> {
    await (this.cleaned ??= removeAbandoned(this.ports.folder));
    const names = await readdir(this.ports.folder).catch(absent);
    const found = await Promise.all((names ?? []).map((name) => this.get(fileName.exec(name)?.[1] ?? "")));
    return found.filter((search) => search !== undefined).sort(inOrder);
  }

  /** Undefined if there is no usable search with this ID. */
  async get(id: string): Promise<SavedSearch | undefined> {
    const found = fileName.test(`${id}.json`) ? await this.file(id).read() : undefined;
    if (found !== "newer") return found && { id, ...found };
    const file = `${id}.json`;
    if (!this.told.has(file)) this.ports.onProblem({ kind: "newer", file });
    this.told.add(file);
    return undefined;
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
      const all = await this.list();
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
      const search = await this.get(id);
      if (!search) return undefined;
      await unlink(this.file(id).path).catch(absent);
      const putBack = async () => {
        if ((await this.file(id).read()) === undefined) await this.write(search);
      };
      return { search, restore: () => this.change(putBack) };
    });
  }

  /** Puts the named searches first, in this order; the others follow in their previous order. */
  reorder(ids: readonly string[]): Promise<void> {
    return this.change(async () => {
      const all = await this.list();
      const named = ids.flatMap((id) => all.find((each) => each.id === id) ?? []);
      const wanted = [...new Set([...named, ...all])];
      for (const [order, search] of wanted.entries()) {
        if (search.order !== order) await this.write({ ...search, order });
      }
    });
  }

  /** A search as the text of a search file, for another machine: no id, no runs. Undefined if it is gone. */
  async exportText(id: string): Promise<string | undefined> {
    const search = await this.get(id);
    return search && writeSearchFile({ name: search.name, ...search.query });
  }

  /** Adds the search of a search file's text; `fallback` names one without a name. @throws {FeatureError} `invalidRequest` */
  async importText(text: string, fallback = ""): Promise<SavedSearch> {
    const { file } = readSearchFile(text);
    if (!file) throw new FeatureError("invalidRequest", { specifics: l10n.t("The file is not a search file.") });
    return this.save(file.name ?? fallback, { platform: file.platform, body: file.body });
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
    await this.write(search);
    return search;
  }

  private replace(id: string, change: () => Partial<SavedSearch>): Promise<SavedSearch | undefined> {
    return this.change(async () => {
      const search = await this.get(id);
      if (!search) return undefined;
      const changed = { ...search, ...change() };
      await this.write(changed);
      return changed;
    });
  }

  private async lastOrder(): Promise<number> {
    const last = (await this.list()).at(-1);
    return last ? Math.floor(last.order) + 1 : 0;
  }

  private async change<T>(work: () => Promise<T>): Promise<T> {
    const result = await this.lock.run(work);
    this.changed();
    return result;
  }

  private write(search: SavedSearch): Promise<void> {
    return this.file(search.id).write(search);
  }

  private file(id: string): StateFile<StoredSearch | "newer" | undefined> {
    const { folder, onProblem } = this.ports;
    return new StateFile<StoredSearch | "newer" | undefined>(join(folder, `${id}.json`), {
      ...{ schema: storedSearch, missing: undefined, json: exactJson },
      onSetAside: (moved) => onProblem({ kind: "corrupt", ...moved }),
    });
  }
}

const fileName = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.json$/;

function inOrder(a: SavedSearch, b: SavedSearch): number {
  return a.order - b.order || (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id < b.id ? -1 : 1);
}

function absent(error: unknown): undefined {
  if (errorCode(error) !== "ENOENT") throw error;
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
