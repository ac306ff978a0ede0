import { escapeMarkup } from '../report/svg.ts';

export interface Line {
  readonly name: string;
  /** Position on the axis to the right, and value. */
  readonly points: readonly (readonly [number, number])[];
}

export interface LineChart {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly lines: readonly Line[];
}

const WIDTH = 760;
const HEIGHT = 420;
const PLOT = { left: 70, right: 520, top: 40, bottom: 370 } as const;
const COLOURS = ['#14804a', '#b4500f', '#1f5fa8', '#7a3fa0', '#7a8694', '#a08000'] as const;

/** Lines over two logarithmic axes, as a picture that needs no other file. */
export function lineChart({ title, x, y, lines }: LineChart): string {
  const points = lines.flatMap((line) => line.points).filter(([a, b]) => a > 0 && b > 0);
  const right = axisOf(
    points.map(([value]) => value),
    PLOT.left,
    PLOT.right,
  );
  const up = axisOf(
    points.map(([, value]) => value),
    PLOT.bottom,
    PLOT.top,
  );
  const grid = [
    ...right.ticks.map((tick) => {
      const at = round(right.position(tick));
      return (
        `<line x1="${at}" x2="${at}" y1="${PLOT.top}" y2="${PLOT.bottom}" stroke="#dfe3e7"/>` +
        text(at, PLOT.bottom + 18, labelOf(tick), 'middle')
      );
    }),
    ...up.ticks.map((tick) => {
      const at = round(up.position(tick));
      return (
        `<line x1="${PLOT.left}" x2="${PLOT.right}" y1="${at}" y2="${at}" stroke="#dfe3e7"/>` +
        text(PLOT.left - 8, at + 4, labelOf(tick), 'end')
      );
    }),
  ];
  const drawn = lines.map((line, index) => {
    const colour = COLOURS[index % COLOURS.length]!;
    const shown = line.points.filter(([a, b]) => a > 0 && b > 0);
    const at = shown.map(([a, b]) => `${round(right.position(a))},${round(up.position(b))}`);
    const dots = at.map((point) => {
      const [cx, cy] = point.split(',');
      return `<circle cx="${cx}" cy="${cy}" r="3.5" fill="${colour}"/>`;
    });
    const legend = PLOT.top + 10 + index * 22;
    return (
      `<polyline points="${at.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>${dots.join('')}` +
      `<rect x="${PLOT.right + 20}" y="${legend - 9}" width="12" height="12" fill="${colour}"/>` +
      text(PLOT.right + 38, legend + 1, line.name, 'start')
    );
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" ` +
    `font-family="system-ui, sans-serif" font-size="12" fill="#1c2024"><rect width="100%" height="100%" fill="#ffffff"/>` +
    `<text x="${PLOT.left}" y="22" font-size="15">${escapeMarkup(title)}</text>` +
    `${grid.join('')}${drawn.join('')}` +
    text((PLOT.left + PLOT.right) / 2, HEIGHT - 12, x, 'middle') +
    `<text transform="translate(11 ${(PLOT.top + PLOT.bottom) / 2}) rotate(-90)" text-anchor="middle">${escapeMarkup(y)}</text></svg>\n`
  );
}

function axisOf(values: readonly number[], from: number, to: number) {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  return {
    ticks: Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index)),
    position: (value: number): number => from + ((Math.log10(value) - low) / (high - low)) * (to - from),
  };
}

function labelOf(value: number): string {
  if (value >= 1e6) return `${value / 1e6} M`;
  return value >= 1 ? value.toLocaleString('en') : String(Number(value.toPrecision(1)));
}

function text(x: number, y: number, content: string, anchor: 'start' | 'middle' | 'end'): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}">${escapeMarkup(content)}</text>`;
}

const round = (value: number): number => Math.round(value * 10) / 10;
