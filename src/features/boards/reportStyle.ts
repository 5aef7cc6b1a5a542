/** The style of a report: for the screen, light and dark, and for paper. It refers to nothing outside. */
export const reportStyle = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #57606a; --line: #d8dee4; --paper: #ffffff; --tint: #f6f8fa; --mark: #0b5cad; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9aa4af; --line: #343b43; --paper: #14181d; --tint: #1c2128; --mark: #79b8ff; } }
* { box-sizing: border-box; }
body { margin: 0; overflow-wrap: break-word; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
main { max-width: 68rem; margin: 0 auto; padding: 3rem 1.5rem 4rem; }
a { color: var(--mark); }
h1 { font-size: 2.4rem; line-height: 1.15; margin: 0 0 .5rem; letter-spacing: -.02em; overflow-wrap: anywhere; }
h2 { font-size: 1.35rem; margin: 3rem 0 1rem; padding-bottom: .4rem; border-bottom: 2px solid var(--ink); overflow-wrap: anywhere; }
h3 { font-size: 1.05rem; line-height: 1.3; margin: 0 0 .25rem; overflow-wrap: anywhere; }
.kicker { margin: 0 0 .5rem; text-transform: uppercase; letter-spacing: .12em; font-size: .75rem; color: var(--soft); }
.lead { margin: 0; color: var(--soft); font-size: 1.05rem; }
.tiles { display: flex; flex-wrap: wrap; gap: 1rem 2.5rem; margin: 2rem 0 0; padding: 1rem 0; border: solid var(--line); border-width: 1px 0; }
.tiles dt, .figures dt { color: var(--soft); font-size: .8rem; overflow-wrap: anywhere; }
.tiles dd { margin: 0; font-size: 1.7rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.ads { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); gap: 1.25rem; }
.ad { display: flex; flex-direction: column; border: 1px solid var(--line); border-radius: 8px; padding: 1.1rem 1.2rem; break-inside: avoid; }
.ad img { order: -1; width: 100%; height: 14rem; margin: 0 0 .8rem; object-fit: contain; background: var(--tint); border-radius: 6px; }
.by { margin: 0; color: var(--soft); font-size: .9rem; overflow-wrap: anywhere; }
.figures { display: flex; flex-wrap: wrap; gap: .5rem 1.4rem; margin: .8rem 0 0; }
.figures dd { margin: 0; font-weight: 600; font-variant-numeric: tabular-nums; }
.note { margin: .9rem 0 0; padding: .1rem 0 .1rem .9rem; border-left: 3px solid var(--mark); overflow-wrap: anywhere; }
.note p { margin: 0; min-height: 1em; }
.tags { display: flex; flex-wrap: wrap; gap: .35rem; margin: .9rem 0 0; padding: 0; list-style: none; font-size: .8rem; }
.tags li { background: var(--tint); border: 1px solid var(--line); border-radius: 99px; padding: .1rem .6rem; overflow-wrap: anywhere; }
.more { margin: .8rem 0 0; font-size: .85rem; }
.problem { color: var(--soft); font-style: italic; margin: .6rem 0 0; }
section > h3 { margin-top: 1.6rem; }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(14rem, 100%), 1fr)); gap: 1rem 1.5rem; margin: .6rem 0; }
figure { margin: 0; font-size: .85rem; overflow-wrap: anywhere; break-inside: avoid; }
.line { display: block; width: 100%; max-width: 20rem; margin: .3rem 0; border: solid var(--line); border-width: 1px 0; color: var(--mark); }
.line * { fill: currentColor; }
.line polyline { fill: none; stroke: currentColor; stroke-width: 2; stroke-linejoin: round; }
@media (forced-colors: active) { .line { color: CanvasText; } }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .88rem; }
th, td { text-align: left; vertical-align: top; padding: .5rem .7rem .5rem 0; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: 600; font-size: .8rem; }
td:first-child, td:nth-child(2) { overflow-wrap: anywhere; min-width: 7rem; }
.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
h2 + .by { margin-bottom: .75rem; }
.absent { color: var(--soft); font-style: italic; white-space: nowrap; }
sup { font-size: .68em; line-height: 0; margin-left: .15em; font-weight: 400; }
sup a { text-decoration: none; }
.sources { font-size: .85rem; padding-left: 1.6rem; }
.sources li { margin: 0 0 .6rem; padding-left: .3rem; overflow-wrap: anywhere; }
.sources li:target { background: var(--tint); outline: 2px solid var(--mark); }
.sources bdi + bdi { color: var(--soft); }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .85rem; }
@media print {
  :root { --ink: #000; --soft: #444; --line: #bbb; --paper: #fff; --tint: #fff; --mark: #000; }
  @page { margin: 18mm 16mm; }
  body { font-size: 10pt; }
  main { max-width: none; padding: 0; }
  h2, h3, h2 + .by, .charts { break-after: avoid; }
  .ad img { height: 10rem; }
  p, tr, .sources li { break-inside: avoid; }
  .wide { overflow: visible; }
  table { font-size: 8pt; }
  td, .number, .absent { overflow-wrap: anywhere; white-space: normal; }
  th { font-size: 7pt; overflow-wrap: break-word; }
  td:first-child, td:nth-child(2) { min-width: 4rem; }
  a { color: inherit; text-decoration: none; }
}
`;
