import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/**
 * What axe-core finds wrong on a page, one text for each element; by the named rules, or by all if none is named.
 * @param contrast whether it looks for contrast as well: `contrastFindings` judges more texts, in less time
 */
export async function axeFindings(page: Page, rules?: readonly string[], contrast = true): Promise<readonly string[]> {
  // Evaluated, because the page's policy would refuse a script element.
  if (await page.evaluate("typeof axe === 'undefined'")) {
    await page.evaluate(readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"));
  }
  // A form draws what is out of sight a few fields a frame, and the toolkit passes a field's name on to its inner input
  // in the next frame.
  await page.locator(".control-to-come").first().waitFor({ state: "detached" });
  await page.evaluate(() => new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame))));
  // Only violations are asked for in full: axe takes longer to describe what passed than to find it.
  // Off unless asked for, because it is of WCAG 2.2.
  const more = rules
    ? { runOnly: rules }
    : { rules: { "target-size": { enabled: true }, "color-contrast": { enabled: contrast } } };
  const options = JSON.stringify({ resultTypes: ["violations"], ...more });
  const { violations } = await page.evaluate<{ violations: readonly Finding[] }>(`axe.run(document, ${options})`);
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ""}`));
}
