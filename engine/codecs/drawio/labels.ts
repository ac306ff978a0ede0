import { escapeXml, escapeXmlAttribute } from '../../io/xml.ts';
import { short } from '../../content/pages/painter/numbers.ts';
import { isSet, numberIn, type Box, type Style } from './model.ts';
import { colourOf } from './paint.ts';
import { linesOfHtml, linesOfPlain, widthOf, wrapped, type Line } from './text.ts';

const FONT_SIZE = 12;
const LINE_HEIGHT = 1.2;
const SPACING = 2;
const BOLD = 1;
const ITALIC = 2;
const UNDERLINE = 4;

/** What a label says, line by line. */
export function labelLines(label: string, style: Style): Line[] {
  return isSet(style, 'html') || /<\w+[^>]*>|&\w+;/.test(label) ? linesOfHtml(label) : linesOfPlain(label);
}

export function labelText(label: string, style: Style): string {
  const lines = labelLines(label, style).map((line) =>
    line
      .map(({ text }) => text)
      .join('')
      .trim(),
  );
  return lines.filter((line) => line !== '').join('\n');
}

interface Place {
  /** Of the text within its box. */
  readonly align: string;
  readonly vertical: string;
  readonly box: Box;
}

/** Where a label stands: in its shape, or on a side of it. */
function placeOf(box: Box, style: Style, defaults: { readonly align: string; readonly vertical: string }): Place {
  let { x, y, width, height } = box;
  let align = style.get('align') ?? defaults.align;
  let vertical = style.get('verticalAlign') ?? defaults.vertical;
  const side = style.get('labelPosition');
  const level = style.get('verticalLabelPosition');
  if (side === 'left') x -= width;
  if (side === 'right') x += width;
  if (level === 'top') y -= height;
  if (level === 'bottom') y += height;
  if (side === 'left') align = style.get('align') ?? 'right';
  if (level === 'top' && !style.has('verticalAlign')) vertical = 'bottom';
  if (level === 'bottom' && !style.has('verticalAlign')) vertical = 'top';
  return { align, vertical, box: { x, y, width, height } };
}

/** The label of a shape in its box, wrapped where the style says so. */
export function drawLabel(
  label: string,
  style: Style,
  box: Box,
  defaults: {
    readonly align: string;
    readonly vertical: string;
    readonly background?: string;
    readonly isBold?: boolean;
    /** Told of the place that the text takes. */
    readonly cover?: (box: Box) => void;
  },
): string {
  const size = Math.max(1, numberIn(style, 'fontSize', FONT_SIZE));
  const fontStyle = numberIn(style, 'fontStyle', defaults.isBold ? BOLD : 0);
  const isBold = (fontStyle & BOLD) !== 0;
  const isTurned = style.get('horizontal') === '0';
  const placed = placeOf(box, style, defaults);
  const room = isTurned ? turnedBox(placed.box) : placed.box;
  const { align, vertical } = placed;
  const spacing = numberIn(style, 'spacing', SPACING);
  const [left, right, top, bottom] = ['Left', 'Right', 'Top', 'Bottom'].map(
    (side) => spacing + numberIn(style, `spacing${side}`, 0),
  ) as [number, number, number, number];
  const wraps = style.get('whiteSpace') === 'wrap' || ['width', 'fill', 'block'].includes(style.get('overflow') ?? '');
  const all = labelLines(label, style);
  const width = room.width - left - right;
  const lines = wraps && width > size ? wrapped(all, width, { size, isBold }) : all;
  const heights = lines.map(
    (line) => LINE_HEIGHT * Math.max(size * (line.length === 0 ? 1 : 0), ...line.map((run) => run.size ?? size)),
  );
  const total = heights.reduce((sum, height) => sum + height, 0);
  const x =
    align === 'left'
      ? room.x + left
      : align === 'right'
        ? room.x + room.width - right
        : room.x + room.width / 2 + (left - right) / 2;
  let y =
    vertical === 'top'
      ? room.y + top
      : vertical === 'bottom'
        ? room.y + room.height - bottom - total
        : room.y + (room.height - total + top - bottom) / 2;
  const anchor = align === 'left' ? 'start' : align === 'right' ? 'end' : 'middle';
  const colour = colourOf(style.get('fontColor'), '#000000');
  const family = style.get('fontFamily') ?? 'Helvetica';
  const attributes =
    `text-anchor="${anchor}" font-family="${escapeXmlAttribute(family)}, Arial, sans-serif" fill="${escapeXmlAttribute(colour)}"` +
    ((fontStyle & UNDERLINE) !== 0 ? ' text-decoration="underline"' : '');
  const widest = Math.max(
    0,
    ...lines.map((line) =>
      line.reduce((sum, run) => sum + widthOf(run.text, run.size ?? size, isBold || run.isBold), 0),
    ),
  );
  const start = align === 'left' ? x : align === 'right' ? x - widest : x - widest / 2;
  if (widest > 0 && !isTurned) defaults.cover?.({ x: start, y, width: widest, height: total });
  const background = colourOf(style.get('labelBackgroundColor'), defaults.background ?? 'none');
  const back =
    background === 'none' || widest === 0
      ? ''
      : `<rect x="${short(start)}" y="${short(y)}" width="${short(widest)}" height="${short(total)}" fill="${escapeXmlAttribute(background)}"/>`;
  const drawn = lines.map((line, index) => {
    const height = heights[index]!;
    // Half of the height of capitals lies above the middle of the line.
    const baseline = y + height / 2 + (height / LINE_HEIGHT) * 0.35;
    y += height;
    return line.some(({ text }) => text.trim() !== '')
      ? `<text x="${short(x)}" y="${short(baseline)}" ${attributes}>${line.map((run) => spanOf(run, { size, isBold, isItalic: (fontStyle & ITALIC) !== 0 })).join('')}</text>`
      : '';
  });
  const text = back + drawn.join('');
  if (!isTurned || text === '') return text;
  const [cx, cy] = [placed.box.x + placed.box.width / 2, placed.box.y + placed.box.height / 2];
  return `<g transform="rotate(-90 ${short(cx)} ${short(cy)})">${text}</g>`;
}

function turnedBox({ x, y, width, height }: Box): Box {
  return { x: x + (width - height) / 2, y: y + (height - width) / 2, width: height, height: width };
}

function spanOf(
  run: Line[number],
  { size, isBold, isItalic }: { readonly size: number; readonly isBold: boolean; readonly isItalic: boolean },
): string {
  const look = [
    `font-size="${short(run.size ?? size)}"`,
    isBold || run.isBold ? ' font-weight="bold"' : '',
    isItalic || run.isItalic ? ' font-style="italic"' : '',
    run.isUnderlined ? ' text-decoration="underline"' : '',
    run.colour === undefined ? '' : ` fill="${escapeXmlAttribute(colourOf(run.colour, '#000000'))}"`,
  ].join('');
  return `<tspan ${look} xml:space="preserve">${escapeXml(run.text)}</tspan>`;
}
