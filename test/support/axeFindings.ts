import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** What axe-core finds wrong on a page, in a few words each. */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  // Not as a script element: the page's policy would refuse it.
  if (await page.evaluate("typeof axe === 'undefined'")) {
    await page.evaluate(readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"));
  }
  const { violations } = await page.evaluate<{ violations: readonly Finding[] }>("axe.run(document)");
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ""}`));
}
