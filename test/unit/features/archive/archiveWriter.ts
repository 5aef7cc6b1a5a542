// A window of its own: stores pages one after the other and says so after each. Arguments: file, name, first, count.
import { readSearchPage } from "../../../../src/api/wire/cards";
import { pageText, writerAddress } from "./writerPages";
import { openArchive } from "../../../support/openArchive";

async function main([file = "", name = "", first = "1", count = "1"]: string[]): Promise<void> {
  const archive = openArchive(file, { maxSizeMb: () => 1024 });
  for (let page = Number(first); page < Number(first) + Number(count); page++) {
    const text = pageText(name, page);
    const { ads } = readSearchPage(text, "mega", page, "5");
    await archive.storePage(writerAddress(name), "5", page, { text, receivedAt: new Date(page).toISOString() }, ads);
    process.send?.(page);
  }
  await archive.settled();
  await archive.close();
  process.disconnect?.();
}

void main(process.argv.slice(2));
