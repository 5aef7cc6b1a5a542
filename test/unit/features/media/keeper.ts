// Keeps the pictures of a board until it is killed: `FOLDER URL COUNT`. Tells of each picture once it is there.
import { openStack } from "../stack";
import { storeAds } from "./pictures";

const [folder = "", url = "", count = ""] = process.argv.slice(2);

async function main(): Promise<void> {
  const stack = openStack(folder, url, undefined);
  const urls = Array.from({ length: Number(count) }, (_, name) => `${url}/${name}`);
  const board = await storeAds(stack, url, [urls]);
  const tell = (done: number) => process.send?.(done);
  await stack.boards.keepPictures(board, { signal: new AbortController().signal, tell });
  await stack.close();
}

void main();
