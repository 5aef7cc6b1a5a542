/** Splits a whole number by weights into whole numbers that add up to it. */
export function portions(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((whole, weight) => whole + weight, 0);
  let passed = 0;
  let given = 0;
  return weights.map((weight) => {
    passed += weight;
    const upTo = Math.round((total * passed) / sum);
    const part = upTo - given;
    given = upTo;
    return part;
  });
}

/** Splits 100 percent by weights: one decimal each, and together exactly 100. */
export const percentages = (weights: readonly number[]): number[] => portions(1000, weights).map((part) => part / 10);
