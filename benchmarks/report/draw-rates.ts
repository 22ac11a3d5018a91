import type { ContenderResult, WorkloadResult } from '../requests/results.ts';
import { showAmount } from './show.ts';

/** Sizes in pixels. */
const PANEL = { width: 468, gap: 24, head: 30, foot: 18 };
const BAR = { height: 14, pitch: 21, start: 196, length: 196 };
const MARGIN = 16;
const TOP = 62;
const COLUMNS = 2;

/**
 * Style of the picture, which has its own background, so that it is legible on any page.
 * https://www.w3.org/TR/mediaqueries-5/#prefers-color-scheme
 */
const STYLE = `
  text { font: 13px system-ui, 'Segoe UI', 'Liberation Sans', sans-serif; fill: #1f2328; }
  .title { font-size: 17px; font-weight: 600; }
  .question { font-weight: 600; }
  .note, .server { fill: #59636e; }
  .ground { fill: #ffffff; }
  .joinery { fill: #0b66d8; }
  .other { fill: #9aa4af; }
  .spread { stroke: #1f2328; stroke-width: 1.5; }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f3f6; }
    .note, .server { fill: #b1bac4; }
    .ground { fill: #0d1117; }
    .joinery { fill: #4c9aff; }
    .other { fill: #6b7683; }
    .spread { stroke: #f0f3f6; }
  }`;

/** Draws one panel per workload and one bar per server, scaled to the maximum of the panel. */
export function drawRates(results: readonly WorkloadResult[], note: string): string {
  const rows = chunk(results, COLUMNS);
  const heights = rows.map((row) => Math.max(...row.map(panelHeight)));
  const width = 2 * MARGIN + COLUMNS * PANEL.width + (COLUMNS - 1) * PANEL.gap;
  const height = TOP + heights.reduce((sum, one) => sum + one, 0);
  const panels = rows.flatMap((row, index) =>
    row.map((result, column) => {
      const x = MARGIN + column * (PANEL.width + PANEL.gap);
      const y = TOP + heights.slice(0, index).reduce((sum, one) => sum + one, 0);
      return drawPanel(result, x, y);
    }),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Responses per second">
<style>${STYLE}
</style>
<rect class="ground" width="${width}" height="${height}" rx="6"/>
<text class="title" x="${MARGIN}" y="28">Responses per second</text>
<text class="note" x="${MARGIN}" y="48">${escapeText(note)}</text>
${panels.join('\n')}
</svg>
`;
}

const panelHeight = ({ contenders }: WorkloadResult): number => PANEL.head + contenders.length * BAR.pitch + PANEL.foot;

function drawPanel({ title, contenders }: WorkloadResult, x: number, y: number): string {
  const most = Math.max(...contenders.map(({ answersPerSecond }) => answersPerSecond.max));
  const bars = contenders.map((one, index) => drawBar(one, PANEL.head + index * BAR.pitch, BAR.length / most));
  return `<g transform="translate(${x} ${y})">
<text class="question" y="18">${escapeText(title)}</text>
${bars.join('\n')}
</g>`;
}

function drawBar({ name, title, answersPerSecond }: ContenderResult, y: number, scale: number): string {
  const { median, min, max } = answersPerSecond;
  const at = (rate: number): string => (BAR.start + rate * scale).toFixed(1);
  const middle = y + BAR.height / 2;
  const line = y + BAR.height - 3;
  return [
    `<text class="server" x="${BAR.start - 8}" y="${line}" text-anchor="end">${escapeText(title)}</text>`,
    `<rect class="${name.startsWith('joinery') ? 'joinery' : 'other'}" x="${BAR.start}" y="${y}" width="${(median * scale).toFixed(1)}" height="${BAR.height}" rx="2"/>`,
    `<line class="spread" x1="${at(min)}" x2="${at(max)}" y1="${middle}" y2="${middle}"/>`,
    `<text x="${PANEL.width - 12}" text-anchor="end" y="${line}">${showAmount(median)}</text>`,
  ].join('\n');
}

function chunk<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
