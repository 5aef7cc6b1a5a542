import type { Advertiser } from "../world/advertisers";

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
function oklch(lightness: number, chroma: number, hue: number): string {
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

const marks: readonly string[] = [
  `<circle cx="50" cy="50" r="46" fill="@"/><circle cx="66" cy="40" r="28" fill="#"/>`,
  `<rect x="6" y="6" width="38" height="88" rx="10" fill="@"/><rect x="56" y="36" width="38" height="58" rx="10" fill="@"/>`,
  `<path d="M50 4 96 92H4z" fill="@"/><path d="M50 46 72 92H28z" fill="#"/>`,
  `<path d="M50 4c30 16 46 40 42 92C40 92 12 70 8 12c16-2 30-6 42-8z" fill="@"/><path d="M20 22 84 88" stroke="#" stroke-width="9"/>`,
  `<rect x="18" y="18" width="64" height="64" rx="12" fill="@" transform="rotate(45 50 50)"/><circle cx="50" cy="50" r="15" fill="#"/>`,
  `<circle cx="26" cy="30" r="22" fill="@"/><circle cx="74" cy="30" r="22" fill="@"/><circle cx="50" cy="72" r="22" fill="@"/>`,
  `<path d="M6 94V50a44 44 0 0 1 88 0v44H66V50a16 16 0 0 0-32 0v44z" fill="@"/>`,
  `<path d="M50 2l13 33 35 2-27 23 9 35-30-19-30 19 9-35L2 37l35-2z" fill="@"/>`,
  `<path d="M4 30c22-28 44 20 66-6 8-10 18-14 26-12v30c-22-8-26 24-50 20S20 40 4 60z" fill="@"/><path d="M4 74c22-28 44 20 66-6 8-10 18-14 26-12v30c-22-8-26 24-50 20" fill="@"/>`,
  `<path d="M6 6h40v40H6zM54 6h40a40 40 0 0 1-40 40zM6 54h40v40A40 40 0 0 1 6 54zM54 54h40v40H54z" fill="@"/>`,
];

/** A brand's mark as an SVG fragment of `size` by `size` at a point. `hollow` is the color behind it. */
export function logo(
  brand: number,
  at: { readonly x: number; readonly y: number; readonly size: number },
  color: string,
  hollow: string,
): string {
  const mark = (marks[brand % marks.length] ?? "").replaceAll(`"@"`, `"${color}"`).replaceAll(`"#"`, `"${hollow}"`);
  return `<g transform="translate(${at.x.toFixed(1)} ${at.y.toFixed(1)}) scale(${(at.size / 100).toFixed(4)})">${mark}</g>`;
}

/** Draws an advertiser's portrait, its mark in its colors, as an SVG document of 96 by 96 pixels. */
export function avatar({ index, hue }: Advertiser): string {
  const { deep, main, soft, accent } = colorsOf(hue, index % 6);
  const [ground, color] = [
    [main, "#fff"],
    [deep, accent],
    [soft, deep],
  ][index % 3] ?? [main, "#fff"];
  const mark = logo(index, { x: 26, y: 26, size: 44 }, color ?? "#fff", ground ?? main);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96"><rect width="96" height="96" fill="${ground ?? main}"/>${mark}</svg>`;
}
