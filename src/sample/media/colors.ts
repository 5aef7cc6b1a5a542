/** The colors of one picture, from dark to light, and an accent. Each is written as `#rrggbb`. */
export interface Colors {
  readonly ink: string;
  readonly deep: string;
  readonly main: string;
  readonly mid: string;
  readonly soft: string;
  readonly pale: string;
  readonly accent: string;
  /** A dark tone that reads well on the accent. */
  readonly onAccent: string;
}

const channel = (linear: number): string => {
  const clipped = Math.min(1, Math.max(0, linear));
  const encoded = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, "0");
};

/**
 * A color by its lightness (0 to 1), chroma, and hue in degrees (OKLCH): equal lightness looks equally light in all
 * hues.
 */
export function oklch(lightness: number, chroma: number, hue: number): string {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s;
  return `#${channel(red)}${channel(green)}${channel(blue)}`;
}

const accentSteps = [150, 180, 210, 60, -60, 120] as const;

/** Colors that go with a hue. `variant` picks the accent. */
export function colorsOf(hue: number, variant: number): Colors {
  const accent = hue + (accentSteps[variant % accentSteps.length] ?? 180);
  return {
    ink: oklch(0.2, 0.04, hue),
    deep: oklch(0.33, 0.1, hue),
    main: oklch(0.56, 0.17, hue),
    mid: oklch(0.72, 0.13, hue),
    soft: oklch(0.88, 0.065, hue),
    pale: oklch(0.965, 0.02, hue),
    accent: oklch(0.76, 0.17, accent),
    onAccent: oklch(0.24, 0.06, accent),
  };
}
