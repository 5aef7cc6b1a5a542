import { readFile, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isUnreadable, versions } from "../../api";
import { isDigits } from "../../protocol/ads";
import { type AnswerName, portable, readPath, snapshotName } from "./address";
import { filesBelow, writeWhole } from "../disk";
import { exists, unpack } from "./answerFiles";

/**
 * Reads again what could not be read when it came: this version of the program may be able to. What can be read moves
 * to where it is bought; everything else stays. Never rejects.
 */
export async function rereadAnswers(archive: string, log: (line: string) => void): Promise<void> {
  const shelf = join(archive, "unread");
  try {
    for (const path of await filesBelow(shelf)) {
      const answer = readPath(path);
      if (answer)
        await reread(archive, shelf, answer).catch((error: unknown) => isUnreadable(error) || log(told(error)));
    }
  } catch (error) {
    log(told(error));
  }
}

const told = (error: unknown) => `An answer that could not be read can't be tried again: ${String(error)}`;

async function reread(archive: string, shelf: string, answer: AnswerName): Promise<void> {
  const { path } = answer;
  const file = join(shelf, path);
  const bytes = await readFile(file);
  const folder = folderOf(answer, unpack(file, bytes));
  const [top = "", library = ""] = path.split("/");
  for (const about of [`${top}/${library}/library.json`, `${dirname(folder)}/search.json`])
    if ((await exists(join(shelf, about))) && !(await exists(join(archive, about))))
      await writeWhole(join(archive, about), await readFile(join(shelf, about)));
  await writeWhole(join(archive, folder, basename(path)), bytes);
  await rm(file);
}

/** Where an answer belongs. @throws {AdLibraryError} if this version can't read it */
function folderOf({ kind, version, platform, page, lastHit, adId: id, path }: AnswerName, text: string): string {
  const folder = dirname(path);
  const { readAdDetail, readSearchPage } = versions[version];
  if (kind === "details") {
    readAdDetail(text, { platform, id });
    return folder;
  }
  const sent = isDigits(lastHit) ? lastHit : undefined;
  const content = readSearchPage(text, platform, page, sent);
  return `${dirname(folder)}/${portable(snapshotName(content.lastHit ?? sent, text))}`;
}
