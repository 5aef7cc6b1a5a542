// Stores page after page until it is killed: `FOLDER NAME`. Tells of each page once it is stored.
import { openArchive } from "../../../support/openArchive";
import { writtenAddress, writtenText } from "./written";

const [folder = "", name = ""] = process.argv.slice(2);

async function main(): Promise<void> {
  const archive = openArchive(folder);
  for (let page = 1; ; page += 1) {
    const answer = { text: writtenText(name, page), receivedAt: new Date().toISOString() };
    await archive.storePage(writtenAddress(name), "5", page, answer);
    process.send?.(page);
  }
}

void main();
