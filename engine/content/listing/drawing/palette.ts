import { textIn, type Listing } from '../model.ts';
import { hexOfRgb, rgbOf } from '../palette/colours.ts';
import { element, lines, textElement } from '../text.ts';

/** Pixels. */
const [SIDE, GAP, LABEL] = [96, 12, 20];
const COLUMNS = 8;
/** Characters under a colour. */
const NAME_CHARS = 14;

/** A palette as a table of its colours with their names. */
export function drawPalette({ entries }: Listing): string {
  const columns = Math.max(1, Math.min(COLUMNS, entries.length));
  const rows = Math.max(1, Math.ceil(entries.length / columns));
  const [width, height] = [columns * (SIDE + GAP) + GAP, rows * (SIDE + LABEL + GAP) + GAP];
  const swatches = entries.map((entry, index) => {
    const x = GAP + (index % columns) * (SIDE + GAP);
    const y = GAP + Math.floor(index / columns) * (SIDE + LABEL + GAP);
    const colour = hexOfRgb(rgbOf(entry) ?? [0, 0, 0]);
    const name = textIn(entry, 'name') ?? colour;
    const shown = name.length > NAME_CHARS ? `${name.slice(0, NAME_CHARS - 1)}…` : name;
    const rect = element('rect', { ...box(x, y, SIDE, SIDE), fill: colour, stroke: '#808080', 'stroke-width': '1' });
    return rect + textElement('text', shown, { x: String(x + SIDE / 2), y: String(y + SIDE + LABEL - 6), ...TEXT });
  });
  return drawingOf(width, height, swatches);
}

const TEXT = { 'text-anchor': 'middle', 'font-family': 'sans-serif', 'font-size': '12', fill: '#202020' } as const;

export function box(x: number, y: number, width: number, height: number): Record<string, string> {
  return { x: String(x), y: String(y), width: String(width), height: String(height) };
}

export function drawingOf(width: number, height: number, inside: readonly string[]): string {
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    width: String(width),
    height: String(height),
    viewBox: `0 0 ${width} ${height}`,
  };
  const paper = element('rect', { ...box(0, 0, width, height), fill: '#ffffff' });
  return `${element('svg', attributes, `\n${lines(paper, ...inside)}`)}\n`;
}
