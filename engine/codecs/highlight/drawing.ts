import { escapeXml } from '../../io/xml.ts';
import type { ColouredCode, Token } from './highlighter.ts';

const DEFAULT_SIZE_PX = 14;
const PX_PER_POINT = 96 / 72;
/** Of the font size: lines, what a character of a monospaced font is wide, white space around the code, the baseline. */
const LINE = 1.5;
const ADVANCE = 0.6;
const PADDING = 1.25;
const BASELINE = 1.05;
const TAB_COLUMNS = 4;
/** Columns of a character that is as wide as it is high. */
const WIDE_COLUMNS = 1 / ADVANCE;
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** A drawing of the code as text in a monospaced font, each token at its column. */
export function writeDrawing({ lines, colour, background }: ColouredCode, sizePt: number | undefined): string {
  const size = sizePt === undefined ? DEFAULT_SIZE_PX : sizePt * PX_PER_POINT;
  const rows = lines.map((line) => rowOf(line));
  const columns = Math.max(1, ...rows.map(({ columns: count }) => count));
  const width = Math.ceil(columns * ADVANCE * size + 2 * PADDING * size);
  const height = Math.ceil(rows.length * LINE * size + 2 * PADDING * size);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${background}"/>`,
    `<g font-family="Cousine, ui-monospace, monospace" font-size="${rounded(size)}" fill="${colour}" xml:space="preserve">`,
    ...rows.flatMap(({ tokens }, row) =>
      tokens.map((token) => textOf(token, rounded((PADDING + row * LINE + BASELINE) * size), size, colour)),
    ),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

interface PlacedToken extends Token {
  readonly column: number;
}

/** Where each token of a line begins; white space is not drawn. */
function rowOf(line: readonly Token[]): { readonly tokens: readonly PlacedToken[]; readonly columns: number } {
  const tokens: PlacedToken[] = [];
  let column = 0;
  for (const token of line) {
    const spread = token.text.replaceAll('\t', ' '.repeat(TAB_COLUMNS));
    const text = spread.trim();
    const indent = columnsOf(spread.slice(0, spread.indexOf(text)));
    if (text !== '') tokens.push({ ...token, text, column: column + indent });
    column += columnsOf(spread);
  }
  return { tokens, columns: column };
}

function columnsOf(text: string): number {
  let columns = 0;
  for (const char of text) columns += WIDE.test(char) ? WIDE_COLUMNS : 1;
  return columns;
}

function textOf(
  { text, colour, isBold, isItalic, column }: PlacedToken,
  y: number,
  size: number,
  usual: string,
): string {
  const attributes = [
    `x="${rounded((PADDING + column * ADVANCE) * size)}" y="${y}"`,
    ...(colour === usual ? [] : [`fill="${colour}"`]),
    ...(isBold ? ['font-weight="bold"'] : []),
    ...(isItalic ? ['font-style="italic"'] : []),
  ];
  return `<text ${attributes.join(' ')}>${escapeXml(text)}</text>`;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
