import { readFile, rename } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import * as z from "zod";
import { parseExact, writeExact } from "../../api";
import type { PlatformToken } from "../../protocol/platforms";
import { errorCode, FolderLock, FolderWatch, removeAbandoned, writeWhole } from "../disk";
import { Listeners } from "../events";
import { labelText } from "../text";
import { type BodyQuery, readForeignBody } from "../forms";
import { bodyField, nameField, platformField } from "./savedSearch";

/** A search that ran. */
export interface RecentSearch extends BodyQuery {
  /** Short description, for lists. */
  readonly label: string;
  /** ISO time. */
  readonly at: string;
}

export interface RecentSearchPorts {
  readonly folder: string;
  readonly now: () => Date;
  /** Called when the file was unreadable and set aside; the list starts empty. */
  readonly onProblem: (problem: { readonly kind: "corrupt"; readonly file: string; readonly movedTo: string }) => void;
}

const most = 20;
const name = "recent.json";
const entry = z.object({ label: nameField, platform: platformField, body: bodyField, at: z.iso.datetime() });
const fileShape = z.object({ version: z.literal(1), searches: z.array(entry).max(1000) });

/** The searches that ran recently, newest first, over all windows. */
export class RecentSearches {
  private readonly path: string;
  private readonly lock: FolderLock;
  private readonly listeners = new Listeners();
  private readonly watch: FolderWatch;
  private cleaned: Promise<void> | undefined;

  constructor(private readonly ports: RecentSearchPorts) {
    this.path = join(ports.folder, name);
    this.lock = new FolderLock(ports.folder);
    this.watch = new FolderWatch(
      ports.folder,
      (changed) => changed === name,
      () => this.listeners.fire(),
    );
  }

  readonly onChanged = this.listeners.on;

  /** Newest first, at most 20. */
  async list(): Promise<readonly RecentSearch[]> {
    this.cleaned ??= removeAbandoned(this.ports.folder);
    await this.cleaned;
    const text = await readFile(this.path, "utf8").catch((error: unknown) => {
      if (errorCode(error) === "ENOENT") return undefined;
      throw error;
    });
    if (text === undefined) return [];
    const searches = read(text);
    if (searches) return searches;
    await this.setAside();
    return [];
  }

  /** The last searched platform, in any window. */
  async lastPlatform(): Promise<PlatformToken | undefined> {
    return (await this.list())[0]?.platform;
  }

  /** Puts a search first; an equal one further down moves up. An invalid body is not remembered. */
  async add({ platform, body: given }: BodyQuery, label: string): Promise<void> {
    const body = readForeignBody(given);
    if (!body) return;
    const at = this.ports.now().toISOString();
    const same = identity({ platform, body });
    await this.lock.run(async () => {
      const others = (await this.list()).filter((each) => identity(each) !== same);
      await this.write([{ label: labelText(label) || platform, platform, body, at }, ...others].slice(0, most));
    });
    this.listeners.fire();
  }

  async clear(): Promise<void> {
    await this.lock.run(() => this.write([]));
    this.listeners.fire();
  }

  dispose(): void {
    this.watch.dispose();
    this.listeners.dispose();
  }

  private write(searches: readonly RecentSearch[]): Promise<void> {
    return writeWhole(this.path, `${writeExact({ version: 1, searches })}\n`);
  }

  private async setAside(): Promise<void> {
    const movedTo = `${name}.corrupt-${this.ports.now().toISOString().replaceAll(":", "-")}`;
    try {
      await rename(this.path, join(dirname(this.path), movedTo));
      this.ports.onProblem({ kind: "corrupt", file: basename(this.path), movedTo });
    } catch (error) {
      // Another window was first, and reports it.
      if (errorCode(error) !== "ENOENT") throw error;
    }
  }
}

function identity({ platform, body }: BodyQuery): string {
  const fields = Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${platform} ${fields.map(([field, value]) => `${JSON.stringify(field)}:${writeExact(value)}`).join()}`;
}

function read(text: string): readonly RecentSearch[] | undefined {
  try {
    return fileShape.safeParse(parseExact(text)).data?.searches;
  } catch {
    return undefined;
  }
}
