import type { Page } from "playwright-core";

/**
 * The texts of a page and the lines of its charts that have too little contrast (WCAG 1.4.3 and 1.4.11). axe-core does
 * not judge elements that are covered by others, as everything on a card is.
 */
export function contrastFindings(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`(${findings})()`);
}

/** Runs in the page and looks into shadow roots, too. */
const findings = String.raw`() => {
  const numbers = (color) => {
    const found = color.match(/[\d.]+(?:e-\d+)?%?/g).map(Number);
    const [r, g, b, a = 1] = found;
    return color.startsWith("color(srgb") ? [r * 255, g * 255, b * 255, a] : [r, g, b, a];
  };
  const over = ([r, g, b, a], [r2, g2, b2]) => [r * a + r2 * (1 - a), g * a + g2 * (1 - a), b * a + b2 * (1 - a), 1];
  const luminance = (color) => {
    const [r, g, b] = color.slice(0, 3).map((v) => (v / 255 <= 0.04045 ? v / 3294.6 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (one, two) => {
    const [more, less] = [luminance(one), luminance(two)].sort((a, b) => b - a);
    return (more + 0.05) / (less + 0.05);
  };
  const above = (node) => node.assignedSlot ?? node.parentElement ?? node.getRootNode().host ?? null;
  const chain = (node) => {
    const all = [];
    for (let at = node instanceof Element ? node : above(node); at; at = above(at)) all.push(at);
    return all;
  };
  const paper = (elements) => {
    let color = [255, 255, 255, 1];
    for (const element of [...elements].reverse()) color = over(numbers(getComputedStyle(element).backgroundColor), color);
    return color;
  };
  const opacity = (elements) => elements.reduce((all, element) => all * Number(getComputedStyle(element).opacity), 1);
  const shown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest(":disabled, [disabled], [aria-disabled=true], .sr-only, .visually-hidden") &&
    element.getBoundingClientRect().width > 1;
  const found = [];
  const judge = (what, elements, ink, least) => {
    const ground = paper(elements);
    const [r, g, b, a] = numbers(ink);
    const reached = ratio(over([r, g, b, a * opacity(elements)], ground), ground);
    if (reached < least - 0.005) found.push(what + ": " + reached.toFixed(2) + " of " + least + " (" + ink + ")");
  };
  const walk = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.shadowRoot) walk(node.shadowRoot);
      const elements = chain(node);
      const [element] = elements;
      if (!element || !shown(element)) continue;
      const style = getComputedStyle(element);
      if (node.nodeType === Node.TEXT_NODE && node.data.trim() !== "" && !["STYLE", "SCRIPT", "OPTION"].includes(element.tagName)) {
        const svg = element instanceof SVGElement;
        const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700);
        judge("“" + node.data.trim().slice(0, 40) + "” in ." + element.getAttribute("class"),
          elements, svg ? style.fill : style.color, large ? 3 : 4.5);
      }
      if (node instanceof SVGGeometryElement && style.fill === "none" && style.stroke !== "none" && element.closest("[class*=chart-series]"))
        judge("a line in ." + element.closest("[class*=chart-series]").getAttribute("class"), elements, style.stroke, 3);
    }
  };
  walk(document.body);
  return [...new Set(found)];
}`;
