// An export in a process of its own, to be killed. It begins, or resumes what is unfinished, until the file is whole.
// Arguments: folder, format, URL, key, last page, and what is wanted: "details", "free" or nothing. A free export kills
// itself as it has written its fifth page: a kill from outside could come after its end.
// It sends a message for each change of what was spent and for each page written, and what it found lost.
import { join } from "node:path";
import { localTarget } from "../../../../src/features/export/targets";
import type { ExportFormat } from "../../../../src/features/export/exportTypes";
import { openStack } from "../stack";

async function main([folder = "", format = "json", url = "", key = "", to = "1", wanted = ""]: string[]) {
  const stack = openStack(join(folder, "storage"), url, key);
  stack.wallet.onChanged(() => process.send?.({ step: "spending" }));
  const frozen = await stack.search.freeze({ platform: "native", choices: [] });
  const [unfinished] = await stack.exports.unfinished();
  if (unfinished) {
    const { pages, details } = (await stack.exports.rest(unfinished)).lost;
    process.send?.({ step: "resumed", lost: [...pages.map(String), ...details.map(({ id }) => id)] });
  }
  let written = 0;
  const wrote = () => {
    process.send?.({ step: "wrote" });
    if (wanted === "free" && ++written === 5) process.kill(process.pid, "SIGKILL");
  };
  const file = join(folder, `out.${format}`);
  const gate = wanted === "free" ? undefined : await stack.wallet.plan(10_000, "test");
  const lastHit = wanted === "free" ? (await stack.search.bought(frozen))[0]?.lastHit : unfinished?.lastHit;
  const { credits, uncertain, complete } = await stack.exports.run(
    frozen,
    {
      format: format as ExportFormat,
      target: localTarget(file),
      place: file,
      to: Number(to),
      ...(lastHit !== undefined && { lastHit }),
      ...(gate && { gate }),
      withDetails: wanted === "details",
      ...(unfinished && { resume: unfinished }),
    },
    wrote,
    new AbortController().signal,
  );
  process.send?.({ step: "whole", credits, uncertain, complete });
  await stack.close();
  process.disconnect?.();
}

void main(process.argv.slice(2));
