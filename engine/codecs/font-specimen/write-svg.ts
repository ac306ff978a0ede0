import { escapeXml } from '../../io/xml.ts';
import type { OpenFont } from '../../content/font/harfbuzz.ts';
import { pathOf, SVG_PATH } from '../../content/font/outline-path.ts';
import type { Sheet } from './sheet.ts';

/** The sheet as a drawing: each glyph once, and used wherever it is. */
export function writeSvg({ title, width, height, glyphs, rules }: Sheet): string {
  const fonts = new Map<OpenFont, number>();
  const definitions = new Map<string, string>();
  const uses = glyphs.flatMap(({ font, glyph, x, y, size, colour }) => {
    if (!fonts.has(font)) fonts.set(font, fonts.size);
    const id = `f${fonts.get(font)}g${glyph}`;
    const path = definitions.get(id) ?? pathOf(font, glyph, SVG_PATH);
    definitions.set(id, path);
    const scale = rounded(size / font.unitsPerEm, 6);
    const place = `translate(${rounded(x)} ${rounded(y)}) scale(${scale} ${-scale})`;
    return path === '' ? [] : [`<use xlink:href="#${id}" transform="${place}" fill="${colour}"/>`];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title>${escapeXml(title)}</title>`,
    '<defs>',
    ...[...definitions].filter(([, path]) => path !== '').map(([id, path]) => `<path id="${id}" d="${path}"/>`),
    '</defs>',
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...rules.map(({ y, from, to }) => `<path d="M${from} ${rounded(y)}H${to}" stroke="#d5d8de" stroke-width="0.6"/>`),
    ...uses,
    '</svg>',
    '',
  ].join('\n');
}

function rounded(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}
