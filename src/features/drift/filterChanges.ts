import { createHash } from "node:crypto";
import { readdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { versions } from "../../api";
import { writeExact } from "../../protocol/exactJson";
import { type FilterForm, type Filter, type FilterItem, kindOf } from "../../protocol/filters";
import { platforms, type PlatformToken } from "../../protocol/platforms";
import { readableName } from "../../protocol/readableName";
import { FolderWatch, StateFile } from "../disk";
import type { FormPlace } from "../forms";
import { lintSearchFile } from "../searchFiles";

const definition = z.object({ receivedAt: z.iso.datetime(), text: z.string() });
const fileShape = z.object({
  api: z.enum(["v1", "v2"]),
  library: z.string(),
  platform: z.string(),
  before: definition,
  after: definition,
  /** Whether a person has looked at it or dismissed it. */
  seen: z.boolean(),
});
type StoredChange = z.infer<typeof fileShape>;

/** A platform's filters as the service sent them, and when. */
type FormDefinition = Readonly<z.infer<typeof definition>>;

/** A platform dropped, added, or changed filters, items or sorts. */
export interface FilterChange extends FormDifference {
  readonly id: string;
  readonly platform: PlatformToken;
  readonly before: FormDefinition & { readonly form: FilterForm };
  readonly after: FormDefinition & { readonly form: FilterForm };
  readonly seen: boolean;
}

/** A search that a change may concern, as the text of its file. */
interface SearchText {
  readonly name: string;
  readonly text: string;
}

/** The most changes kept, over all libraries and platforms. */
const most = 100;

/** All changes of platforms' filters noticed on this machine, one small file each. Never asks the service. */
export class FilterChanges extends FolderWatch {
  constructor(folder: string) {
    super(folder, (name) => name.endsWith(".json"));
  }

  /** Keeps two consecutive definitions if the platform dropped, added, or changed something. */
  async note(place: FormPlace, before: FormDefinition, after: FormDefinition): Promise<void> {
    const { library, version, platform } = place;
    const change = read({ api: version, library, platform, before, after, seen: false }, "");
    if (!change || [...change.gone, ...change.added, ...change.changed].length === 0) return;
    const id = createHash("sha256")
      .update(writeExact([place, before, after.text]))
      .digest("hex")
      .slice(0, 16);
    const name = `${after.receivedAt.replace(/\D/g, "")}-${id}.json`;
    // Another window may have noticed the same a moment ago.
    const known = await this.names();
    if (known.some((other) => other.endsWith(`-${id}.json`))) return;
    await this.write(name, { api: version, library, platform, before, after, seen: false });
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

  private async names(): Promise<string[]> {
    return (await readdir(this.folder).catch(() => [])).filter((name) => /^\d+-[0-9a-f]{16}\.json$/.test(name));
  }

  private async file(name: string): Promise<StoredChange | undefined> {
    return (await this.names()).includes(name) ? this.stored(name).read() : undefined;
  }

  private async write(name: string, file: StoredChange): Promise<void> {
    await this.stored(name).write(file);
    this.changedSoon();
  }

  private stored(name: string): StateFile<StoredChange | undefined> {
    const state = { schema: fileShape, missing: undefined, unreadable: undefined };
    return new StateFile<StoredChange | undefined>(join(this.folder, name), state);
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

function read(file: StoredChange, id: string): FilterChange | undefined {
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

/** A filter, an item of one, or a sort, by its label. */
export interface FormPart {
  readonly kind: "filter" | "item" | "sort";
  readonly label: string;
  /** The label of an item's filter. */
  readonly of?: string;
}

export interface FormDifference {
  readonly gone: readonly FormPart[];
  readonly added: readonly FormPart[];
  /** What is in both, but takes other values now, such as other bounds, or has another name. */
  readonly changed: readonly FormPart[];
}

/** What a platform dropped, added, and changed from one form to the next. Ignores looks, order and unlisted items. */
function formDifference(before: FilterForm, after: FilterForm): FormDifference {
  return { gone: lacking(before, after), added: lacking(after, before), changed: changedIn(before, after) };
}

/** Filters of both forms that differ in anything but looks, and what has another name. */
function changedIn(before: FilterForm, after: FilterForm): readonly FormPart[] {
  const former = new Map(before.filters.map((filter) => [filter.key, filter]));
  return after.filters.flatMap((filter): readonly FormPart[] => {
    const was = former.get(filter.key);
    if (!was) return [];
    const isOther = rulesOf(was) !== rulesOf(filter) || labelOf(was) !== labelOf(filter);
    const items = new Map(was.items.map((item) => [item.key, itemLabel(item)]));
    const renamed = filter.items.filter((item) => (items.get(item.key) ?? itemLabel(item)) !== itemLabel(item));
    return [
      ...(isOther ? [{ kind: "filter" as const, label: renaming(labelOf(was), labelOf(filter)) }] : []),
      ...renamed.map((item) => partOf(filter, renaming(items.get(item.key), itemLabel(item)))),
    ];
  });
}

const renaming = (was: string | undefined, now: string) => (was === undefined || was === now ? now : `${was} → ${now}`);

/** What decides which values a filter takes, apart from its items. */
function rulesOf({ component, componentName, itemsFrom, min, max, disablesOthers, subKeys, disabled }: Filter): string {
  return writeExact([component, componentName, itemsFrom, min, max, disablesOthers, subKeys, disabled]);
}

const partOf = (filter: Filter, label: string): FormPart =>
  kindOf(filter) === "order" ? { kind: "sort", label } : { kind: "item", label, of: labelOf(filter) };

/** Parts of one form that another lacks, in the first form's order. */
function lacking(one: FilterForm, other: FilterForm): readonly FormPart[] {
  const others = new Map(other.filters.map((filter) => [filter.key, filter]));
  return one.filters.flatMap((filter): readonly FormPart[] => {
    const same = others.get(filter.key);
    if (!same) return [{ kind: "filter", label: labelOf(filter) }];
    const keys = new Set(same.items.map(({ key }) => key));
    const items = filter.items.filter(({ key }) => !keys.has(key));
    return items.map((item) => partOf(filter, itemLabel(item)));
  });
}

const labelOf = ({ key, label }: Filter) => label ?? readableName(key);
const itemLabel = ({ key, label }: FilterItem) => label ?? key.replace(/^"(.*)"$/s, "$1");
