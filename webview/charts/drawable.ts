/** The nearest value that can be drawn: differences of greater ones overflow, steps between smaller ones vanish. */
export function drawable(value: number): number {
  return Math.abs(value) < 1e-250 ? 0 : Math.min(1e307, Math.max(-1e307, value));
}
