import type { LintPorts, FoundProblem, Problem, SearchFile } from "./searchFile";
import type { FilterForm } from "../../protocol/filters";
import { prices } from "../../protocol/credits";
import { checkBody, remoteItems } from "./checkBody";
import { checkItems } from "./checkItems";
import { placer } from "./fileText";
import { messageOf, severityOf } from "./lintWords";
import { readSearchFile } from "./readFile";

export interface Linted {
  /** In order of their places. */
  readonly problems: readonly Problem[];
  /** The file's content; absent if it has an error. */
  readonly file: SearchFile | undefined;
}

/** Checks the text of a search file from any source. Never costs anything. */
export async function lintSearchFile(text: string, ports: LintPorts): Promise<Linted> {
  const read = readSearchFile(text);
  const { platform, body, tree } = read;
  const known = platform && (await ports.form(platform.token));
  const more: FoundProblem[] = [];
  if (platform && known && "reason" in known)
    more.push({ code: "noFilters", span: platform.node, value: known.reason });
  if (platform && known && "form" in known) {
    const { form, asOf } = known;
    if (asOf !== undefined) more.push({ code: "oldFilters", span: platform.node, value: ports.age(asOf) });
    if (body && tree) {
      more.push(...checkBody(body, form, tree.text));
      if (ports.items) more.push(...(await checkItems(remoteItems(body, form, tree.text), ports.items, form.platform)));
    }
    more.push(...(await snapshotProblem(read, form, more, ports)));
  }
  const place = placer(text);
  const syntax = read.found.find(({ code }) => code === "syntax");
  const sure = [...read.found, ...more].filter((one) => one === syntax || !syntax || isBefore(one, syntax));
  const problems = sure.map((found): Problem => {
    const { code, span, fixes = [] } = found;
    return { code, severity: severityOf(found), message: messageOf(found), range: place(span), fixes };
  });
  problems.sort((a, b) => a.range.offset - b.range.offset || a.range.length - b.range.length);
  const broken = problems.some(({ severity }) => severity === "error");
  return { problems, file: broken ? undefined : read.file };
}

const isBefore = (one: FoundProblem, other: FoundProblem) => one.span.offset + one.span.length <= other.span.offset;

/** A pinned result that is not owned must be paid for when the file runs. */
async function snapshotProblem(
  { file, snapshot }: ReturnType<typeof readSearchFile>,
  form: FilterForm,
  found: readonly FoundProblem[],
  { ownedPages }: LintPorts,
): Promise<readonly FoundProblem[]> {
  if (!file || !snapshot || !ownedPages || found.some((one) => severityOf(one) === "error")) return [];
  if ((await ownedPages(file, form)) > 0) return [];
  return [{ code: "snapshotNotOwned", span: snapshot, value: String((file.pages ?? 1) * prices.search) }];
}
