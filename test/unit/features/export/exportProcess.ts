// An export in a process of its own, to be killed. It begins, or resumes what is unfinished, until the file is whole.
// Arguments: folder, format, pages. It sends a message before and after each step that matters, and notes paid requests.
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { readSearchPage } from "../../../../src/api/wire/cards";
import type { Archive } from "../../../../src/features/archive/archive";
import { ExportJournal } from "../../../../src/features/export/exportJournal";
import { exportPages } from "../../../../src/features/export/exportPages";
import type { ExportFormat } from "../../../../src/features/export/exportTypes";
import { localTarget } from "../../../../src/features/export/localTarget";
import { type PagePorts, pagesToExport } from "../../../../src/features/export/pagesToExport";
import { resumePlan } from "../../../../src/features/export/resumePlan";
import { unfinishedExports } from "../../../../src/features/export/unfinishedExports";
import type { Cursor } from "../../../../src/protocol/search";
import { about, adTexts, answerText } from "./someAnswers";
import { openArchive } from "../../../support/openArchive";

const address = { origin: about.origin, version: "v2", platform: about.platform, body: about.body } as const;

function ports(folder: string, pages: number, archive: Archive): PagePorts {
  return {
    owned: (page, lastHit) => archive.page(address, lastHit, page),
    fetchPage: async (cursor: Cursor | undefined) => {
      const page = cursor?.page ?? 1;
      appendFileSync(join(folder, "paid.log"), `${page}\n`);
      process.send?.(`paid ${page}`);
      await new Promise((resolve) => setImmediate(resolve));
      const text = answerText({ page, ads: adTexts(page), more: page < pages });
      const answer = { text, receivedAt: "2026-01-02T03:04:06.000Z" };
      const { lastHit = "", ads } = readSearchPage(text, about.platform, page, cursor?.lastHit);
      await archive.storePage(address, lastHit, page, answer, ads);
      process.send?.(`stored ${page}`);
      return answer;
    },
  };
}

async function main([folder = "", format = "json", pages = "1"]: string[]): Promise<void> {
  const kind = format as ExportFormat;
  const journals = join(folder, "journals");
  const file = join(folder, `out.${format}`);
  const [unfinished] = await unfinishedExports(journals);
  const target = localTarget(file, unfinished?.plan.growing);
  const plan = { format: kind, about, target: file, growing: target.growing, details: false };
  const journal = unfinished
    ? await ExportJournal.resume(unfinished.journal)
    : await ExportJournal.begin(journals, plan);
  process.send?.(unfinished ? `resumed ${unfinished.point?.page ?? 0} lost ${unfinished.lostPages.join()}` : "begun");
  const archive = openArchive(join(folder, "archive.db"));
  const source = pagesToExport(
    { ...ports(folder, Number(pages), archive), asking: (page) => journal.asked(page) },
    unfinished ? resumePlan(unfinished, await archive.snapshots(address)) : { platform: about.platform },
  );
  const resume = unfinished?.point;
  const progress = () => process.send?.("wrote");
  await exportPages(target, kind, about, source, progress, undefined, { journal, ...(resume && { resume }) });
  archive.close();
  process.send?.("whole");
  process.disconnect?.();
}

void main(process.argv.slice(2));
