// A check in a process of its own, to be killed. Arguments: folder, URL, key.
// It sends a message with what is bought as it begins and the snapshot of the last check that ended, one for each change of what was spent and for each page, and the result.
import { join } from "node:path";
import { openStack } from "../stack";

async function main([folder = "", url = "", key = ""]: string[]) {
  const stack = openStack(join(folder, "storage"), url, key);
  const frozen = await stack.search.freeze({ platform: "facebook", choices: [] });
  const bought = (await stack.search.bought(frozen)).map(({ lastHit, pages }) => [lastHit, pages]);
  const ended = (await stack.runs.notes.last(frozen.address))?.lastHit;
  process.send?.({ step: "begun", bought, ended });
  // Later than what a process before this one wrote.
  stack.wallet.onChanged(() => process.send?.({ step: "spending" }));
  const gate = await stack.wallet.plan(1500, "test");
  const told = () => process.send?.({ step: "page" });
  const result = await stack.runs.check(frozen, { gate: gate!, knownPages: 1000 }, told, new AbortController().signal);
  process.send?.({ step: "done", result });
  await stack.close();
  process.disconnect?.();
}

void main(process.argv.slice(2));
