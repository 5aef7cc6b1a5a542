const size = { width: 860, height: 460, left: 60, right: 330, top: 40, bottom: 50 };
const colors = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#8c564b", "#e377c2", "#17becf", "#bcbd22"];

/**
 * Draws each figure, divided by its value at the smallest size, as a line on two logarithmic axes. A flat line does not
 * grow; the dashed one grows as the data does.
 * @param {ReadonlyMap<string, readonly number[]>} lines values at 1, 10, 100… times the data
 */
export function growthPlot(lines) {
  const steps = Math.max(...[...lines.values()].map((values) => values.length)) - 1;
  /** @type {[number, number]} decades of the vertical axis */
  const [low, high] = [-1, steps];
  const x = (/** @type {number} */ step) => size.left + ((size.width - size.left - size.right) * step) / steps;
  const y = (/** @type {number} */ ratio) => {
    const share = (Math.log10(ratio) - low) / (high - low);
    return size.height - size.bottom - (size.height - size.top - size.bottom) * share;
  };
  const path = (/** @type {readonly number[]} */ ratios) =>
    ratios.map((ratio, step) => `${step === 0 ? "M" : "L"}${x(step).toFixed(1)} ${y(ratio).toFixed(1)}`).join("");
  const decades = Array.from({ length: high - low + 1 }, (_, index) => low + index);
  const grid = decades.map((decade) => {
    const at = y(10 ** decade).toFixed(1);
    return `<path d="M${size.left} ${at}H${x(steps)}" stroke="#8884"/><text x="${size.left - 8}" y="${at}" dy=".35em" text-anchor="end">${10 ** decade}×</text>`;
  });
  const ticks = Array.from(
    { length: steps + 1 },
    (_, step) =>
      `<text x="${x(step)}" y="${size.height - size.bottom + 22}" text-anchor="middle">${10 ** step}× the data</text>`,
  );
  const ends = [...lines].map(([name, values], index) => ({
    name,
    color: colors[index % colors.length],
    ratios: values.map((value) => value / (values[0] ?? 1)),
  }));
  const drawn = ends.map(
    ({ color, ratios }) => `<path d="${path(ratios)}" fill="none" stroke="${color}" stroke-width="2"/>`,
  );
  const names = ends.map(({ name, color, ratios }, index) => {
    const at = size.top + 10 + index * 24;
    const last = (ratios.at(-1) ?? NaN).toPrecision(2);
    return `<rect x="${size.width - size.right + 20}" y="${at - 6}" width="12" height="12" fill="${color}"/><text x="${size.width - size.right + 40}" y="${at}" dy=".35em">${name.replace(/, (ms|MB)$/, "")}: ${last}×</text>`;
  });
  const linear = path(Array.from({ length: steps + 1 }, (_, step) => 10 ** step));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" font-family="sans-serif" font-size="13" fill="#777" role="img" aria-label="Growth of each figure with the data">
<text x="${size.left}" y="20">Each figure over its value at the least data; dashed: grows as the data</text>
${grid.join("\n")}
${ticks.join("\n")}
<path d="${linear}" fill="none" stroke="#888" stroke-dasharray="6 5"/>
${drawn.join("\n")}
${names.join("\n")}
</svg>
`;
}
