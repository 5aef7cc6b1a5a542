// One window that searches, one search after the other: `FOLDER URL KEY`. Whoever started it kills it.
import { openStack } from "../stack";
import { closingBodies } from "./closingBodies";

async function main([folder = "", url = "", key = ""]: string[]): Promise<void> {
  const stack = openStack(folder, url, key);
  for (const body of closingBodies) {
    const query = await stack.search.fromBody("native", body);
    await stack.search.search(await stack.search.freeze(query), undefined, new AbortController().signal);
  }
}

void main(process.argv.slice(2));
