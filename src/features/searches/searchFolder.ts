import { lstat, mkdir, readdir, readFile, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import { errorCode, removeAbandoned, writeWhole } from "../disk";
import { readSavedSearch, type SavedSearch } from "./savedSearch";

const fileName = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.json$/;
const largestFile = 4 << 20;

/** A file that holds no usable search: `corrupt` ones were set aside under `movedTo`, `newer` ones are left alone. */
export type SearchFileProblem =
  | { readonly kind: "corrupt"; readonly file: string; readonly movedTo: string }
  | { readonly kind: "newer"; readonly file: string };

/** The files of saved searches: `<id>.json`, each written as a whole. */
export class SearchFolder {
  private cleaned: Promise<void> | undefined;
  private readonly told = new Set<string>();

  constructor(
    readonly path: string,
    private readonly now: () => Date,
    private readonly onProblem: (problem: SearchFileProblem) => void,
  ) {}

  static concerns(name: string): boolean {
    return fileName.test(name);
  }

  /** All readable searches, in their order. */
  async all(): Promise<SavedSearch[]> {
    this.cleaned ??= removeAbandoned(this.path);
    await this.cleaned;
    const names = await readdir(this.path).catch(absent);
    const ids = (names ?? []).flatMap((name) => fileName.exec(name)?.[1] ?? []);
    const found = await Promise.all(ids.map((id) => this.one(id)));
    return found.filter((search) => search !== undefined).sort(inOrder);
  }

  /** One search; undefined if there is none with that ID. */
  async one(id: string): Promise<SavedSearch | undefined> {
    const text = await this.text(id);
    if (text === undefined) return undefined;
    const result = readSavedSearch(id, text);
    if (result === "corrupt") await this.setAside(`${id}.json`);
    else if (result === "newer") this.tellOnce({ kind: "newer", file: `${id}.json` });
    else return result.search;
    return undefined;
  }

  /** The file's text; undefined if there is none. Symbolic links are not ours and are ignored. */
  async text(id: string): Promise<string | undefined> {
    const name = `${id}.json`;
    if (!fileName.test(name)) return undefined;
    const path = join(this.path, name);
    const found = await lstat(path).catch(absent);
    if (!found?.isFile()) return undefined;
    // Larger than any search, so it is not ours and not worth reading.
    return found.size > largestFile ? "" : readFile(path, "utf8").catch(absent);
  }

  async write(id: string, text: string): Promise<void> {
    await mkdir(this.path, { recursive: true, mode: 0o700 });
    await writeWhole(join(this.path, `${id}.json`), text);
  }

  async remove(id: string): Promise<void> {
    if (fileName.test(`${id}.json`)) await unlink(join(this.path, `${id}.json`)).catch(absent);
  }

  private async setAside(file: string): Promise<void> {
    const movedTo = `${file}.corrupt-${this.now().toISOString().replaceAll(":", "-")}`;
    try {
      await rename(join(this.path, file), join(this.path, movedTo));
      this.onProblem({ kind: "corrupt", file, movedTo });
    } catch (error) {
      // Another window was first, and reports it.
      absent(error);
    }
  }

  private tellOnce(problem: SearchFileProblem): void {
    if (this.told.has(problem.file)) return;
    this.told.add(problem.file);
    this.onProblem(problem);
  }
}

function inOrder(a: SavedSearch, b: SavedSearch): number {
  return a.order - b.order || (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id < b.id ? -1 : 1);
}

function absent(error: unknown): undefined {
  if (errorCode(error) === "ENOENT") return undefined;
  throw error;
}
