import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** What axe-core finds wrong on a page, by all of its rules or those that are named, in a few words each. */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  // Not as a script element: the page's policy would refuse it.
  if (await page.evaluate("typeof axe === 'undefined'")) {
    await page.evaluate(readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"));
  }
  // What passed is not asked for in full: to describe it takes axe longer than to find it.
  const options = JSON.stringify({ resultTypes: ["violations"], ...(rules && { runOnly: rules }) });
  const { violations } = await page.evaluate<{ violations: readonly Finding[] }>(`axe.run(document, ${options})`);
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ""}`));
}
