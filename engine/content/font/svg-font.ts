import { decodeXml, escapeXmlAttribute, scanXml } from '../../io/xml.ts';
import { familyNameOf, nameOf } from './tables.ts';
import { OpenFont, type Pen } from './harfbuzz.ts';
import { pathOf, SVG_PATH } from './outline-path.ts';
import { damaged, tableOf } from './sfnt.ts';

/** Fonts in SVG 1.1 (chapter 20): a path for each character, and nothing of what layout tables can do. */

/** XML 1.0, 2.2; line ends and tabs are left out too. */
function isInXml(codePoint: number): boolean {
  const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
  return codePoint >= 0x20 && !isSurrogate && codePoint !== 0xfffe && codePoint !== 0xffff;
}

export function writeSvgFont(file: Uint8Array, signal: AbortSignal): string {
  const opened = new OpenFont(file);
  const glyphs: string[] = [];
  for (const [index, codePoint] of [...opened.face.collectUnicodes()].entries()) {
    if (index % 64 === 0) signal.throwIfAborted();
    if (!isInXml(codePoint)) continue;
    const glyph = opened.font.nominalGlyph(codePoint) ?? 0;
    const unicode = `&#x${codePoint.toString(16).toUpperCase()};`;
    glyphs.push(`<glyph unicode="${unicode}" ${shapeOf(opened, glyph)}/>`);
  }
  const family = escapeXmlAttribute(familyNameOf(file) ?? 'Untitled');
  const id = (nameOf(file, 'postScript') ?? '').replaceAll(/[^\w-]/g, '') || 'font';
  const [ascent, descent] = verticalMetricsOf(file);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<svg xmlns="http://www.w3.org/2000/svg" version="1.1">',
    '<defs>',
    `<font id="${id}" horiz-adv-x="${opened.font.glyphHAdvance(0)}">`,
    `<font-face font-family="${family}" units-per-em="${opened.unitsPerEm}" ascent="${ascent}" descent="${descent}"/>`,
    `<missing-glyph ${shapeOf(opened, 0)}/>`,
    ...glyphs,
    '</font>',
    '</defs>',
    '</svg>',
    '',
  ].join('\n');
}

function verticalMetricsOf(file: Uint8Array): readonly [number, number] {
  const table = tableOf(file, 'hhea');
  return table ? [table.getInt16(4), table.getInt16(6)] : [0, 0];
}

function shapeOf(opened: OpenFont, glyph: number): string {
  const path = pathOf(opened, glyph, SVG_PATH);
  return `horiz-adv-x="${opened.font.glyphHAdvance(glyph)}"${path === '' ? '' : ` d="${path}"`}`;
}

/** What a reader finds in such a font. */
export interface SvgFont {
  readonly unitsPerEm: number;
  /** Each character's advance and path. */
  readonly glyphs: ReadonlyMap<number, { readonly advance: number; readonly path: string }>;
}

const MAX_DEPTH = 16;

/** Reads an SVG font. Throws `input_corrupt` for a drawing that is none. */
export function readSvgFont(bytes: Uint8Array): SvgFont {
  const glyphs = new Map<number, { advance: number; path: string }>();
  let unitsPerEm = 0;
  let usualAdvance = 0;
  scanXml(
    decodeXml(bytes),
    {
      open(name, attributes) {
        const number = (attribute: string, otherwise: number): number => Number(attributes.get(attribute) ?? otherwise);
        if (name === 'font') usualAdvance = number('horiz-adv-x', 0);
        if (name === 'font-face') unitsPerEm = number('units-per-em', 1000);
        const character = name === 'glyph' ? attributes.get('unicode')?.codePointAt(0) : undefined;
        if (character === undefined) return;
        glyphs.set(character, { advance: number('horiz-adv-x', usualAdvance), path: attributes.get('d') ?? '' });
      },
      close() {},
      text() {},
    },
    MAX_DEPTH,
    { doctype: 'skip' },
  );
  if (unitsPerEm <= 0 || glyphs.size === 0) throw damaged('it is a drawing without a font in it');
  return { unitsPerEm, glyphs };
}

/** Hands a path with absolute commands to a pen. */
export function drawPath(path: string, pen: Pen): void {
  for (const [, command, numbers = ''] of path.matchAll(/([MLQC])([^MLQCZ]*)/g)) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    if (command === 'M') pen.moveTo(a, b);
    else if (command === 'L') pen.lineTo(a, b);
    else if (command === 'Q') pen.quadTo(a, b, c, d);
    else pen.cubicTo(a, b, c, d, e, f);
  }
}
