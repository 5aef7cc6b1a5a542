import { createHash } from "node:crypto";
import { readdir, readFile, unlink } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { parseExact, versions, writeExact } from "../../api";
import type { FilterForm } from "../../protocol/filters";
import { platforms, type PlatformToken } from "../../protocol/platforms";
import { FolderWatch, writeWhole } from "../disk";
import { Listeners, type Subscription } from "../events";
import type { FormPlace } from "../forms";
import { lintSearchFile } from "../searchFiles";
import { formDifference, type FormDifference } from "./formDifference";

const definition = z.object({ receivedAt: z.iso.datetime(), text: z.string() });
const fileShape = z.object({
  version: z.literal(1),
  api: z.enum(["v1", "v2"]),
  library: z.string(),
  platform: z.string(),
  before: definition,
  after: definition,
  /** Whether a person has looked at it or dismissed it. */
  seen: z.boolean(),
});

/** A platform's filters as the service sent them, and when. */
export type FormDefinition = Readonly<z.infer<typeof definition>>;

/** A platform dropped or added filters, items or sorts. */
export interface FilterChange extends FormDifference {
  readonly id: string;
  readonly platform: PlatformToken;
  readonly before: FormDefinition & { readonly form: FilterForm };
  readonly after: FormDefinition & { readonly form: FilterForm };
  readonly seen: boolean;
}

/** A search that a change may concern, as the text of its file. */
export interface SearchText {
  readonly name: string;
  readonly text: string;
}

/** The most changes kept, over all libraries and platforms. */
const most = 100;

/** All changes of platforms' filters noticed on this machine, one small file each. Never asks the service. */
export class FilterChanges {
  private readonly listeners = new Listeners();
  private watch: FolderWatch | undefined;

  constructor(private readonly folder: string) {}

  /** Notifies of changes, including those made in other windows. */
  readonly onChanged = (listener: () => void): Subscription => {
    this.watch ??= new FolderWatch(
      this.folder,
      (name) => name.endsWith(".json"),
      () => this.listeners.fire(),
    );
    return this.listeners.on(listener);
  };

  /** Keeps two consecutive definitions if the platform dropped or added something. */
  async note(place: FormPlace, before: FormDefinition, after: FormDefinition): Promise<void> {
    const { library, version, platform } = place;
    const change = read({ version: 1, api: version, library, platform, before, after, seen: false }, "");
    if (!change || change.gone.length + change.added.length === 0) return;
    const id = createHash("sha256")
      .update(JSON.stringify([place, before, after.text]))
      .digest("hex")
      .slice(0, 16);
    const name = `${after.receivedAt.replace(/\D/g, "")}-${id}.json`;
    // Another window may have noticed the same a moment ago.
    const known = await this.names();
    if (known.some((other) => other.endsWith(`-${id}.json`))) return;
    await this.write(name, { version: 1, api: version, library, platform, before, after, seen: false });
    for (const old of [...known, name].sort().slice(0, -most))
      await unlink(join(this.folder, old)).catch(() => undefined);
  }

  /** The changes for a library's version, newest first; unreadable files are left out. */
  async list({ library, version }: Omit<FormPlace, "platform">): Promise<readonly FilterChange[]> {
    const names = (await this.names()).sort().reverse();
    const all = await Promise.all(names.map((name) => this.file(name)));
    return all.flatMap((file, at) => {
      const change = file?.library === library && file.api === version && read(file, names[at] ?? "");
      return change ? [change] : [];
    });
  }

  /** Hides a change from the tree for good. */
  async markSeen(id: string): Promise<void> {
    const file = await this.file(id);
    if (file && !file.seen) await this.write(id, { ...file, seen: true });
  }

  dispose(): void {
    this.watch?.dispose();
    this.watch = undefined;
  }

  private async names(): Promise<string[]> {
    return (await readdir(this.folder).catch(() => [])).filter((name) => /^\d+-[0-9a-f]{16}\.json$/.test(name));
  }

  private async file(name: string): Promise<z.infer<typeof fileShape> | undefined> {
    if (!(await this.names()).includes(name)) return undefined;
    try {
      return fileShape.safeParse(parseExact(await readFile(join(this.folder, name), "utf8"))).data;
    } catch {
      return undefined;
    }
  }

  private async write(name: string, file: z.infer<typeof fileShape>): Promise<void> {
    await writeWhole(join(this.folder, name), `${writeExact(file)}\n`);
    this.watch?.soon();
    if (!this.watch) this.listeners.fire();
  }
}

/** Searches that a change breaks: they fit the former filters but not the new ones. Each comes with its first error. */
export async function touchedBy<T extends SearchText>(
  { platform, before, after }: FilterChange,
  searches: readonly T[],
): Promise<readonly { readonly search: T; readonly problem: string }[]> {
  const lint = (text: string, form: FilterForm) =>
    lintSearchFile(text, {
      form: (wanted) => Promise.resolve(wanted === platform ? { form } : { reason: "" }),
      age: (iso) => iso,
    });
  const checked = await Promise.all(
    searches.map(async (search) => {
      const [was, now] = await Promise.all([lint(search.text, before.form), lint(search.text, after.form)]);
      const error = was.file?.platform === platform && now.problems.find(({ severity }) => severity === "error");
      return error ? [{ search, problem: error.message }] : [];
    }),
  );
  return checked.flat();
}

function read(file: z.infer<typeof fileShape>, id: string): FilterChange | undefined {
  const platform = platforms.find(({ token }) => token === file.platform)?.token;
  if (!platform) return undefined;
  try {
    const formOf = ({ text }: FormDefinition) => versions[file.api].readFilterForm(text, platform);
    const [before, after] = [
      { ...file.before, form: formOf(file.before) },
      { ...file.after, form: formOf(file.after) },
    ];
    return { id, platform, before, after, seen: file.seen, ...formDifference(before.form, after.form) };
  } catch {
    return undefined;
  }
}
