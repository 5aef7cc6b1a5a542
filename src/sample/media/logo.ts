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
