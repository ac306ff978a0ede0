import { deflateSync } from 'node:zlib';
import { pathOf, type PathWords } from '../../content/font/outline-path.ts';
import { PdfWriter } from '../../content/pages/pdf-writer.ts';
import type { PlacedGlyph } from './setter.ts';
import type { Sheet } from './sheet.ts';
import { rgbOf } from '../../content/raster/colour.ts';

const WORDS: PathWords = {
  move: (x, y) => `${x} ${y} m `,
  line: (x, y) => `${x} ${y} l `,
  curve: (...points) => `${points.join(' ')} c `,
  close: 'h ',
};

/** The sheet as a page of outlines (ISO 32000-1, 8.5), from the top left downwards like the sheet itself. */
export function writePdf(sheet: Sheet): Uint8Array {
  const chunks: Uint8Array[] = [];
  const writer = new PdfWriter((bytes) => void chunks.push(new Uint8Array(bytes)));
  const content = deflateSync(contentOf(sheet), { level: 9 });
  const stream = writer.stream('/Filter /FlateDecode', [content]);
  const pages = writer.reserve();
  const page = writer.object(
    `<< /Type /Page /Parent ${pages} 0 R /MediaBox [0 0 ${sheet.width} ${sheet.height}] /Resources << >> /Contents ${stream} 0 R >>`,
  );
  writer.object(`<< /Type /Pages /Kids [${page} 0 R] /Count 1 >>`, pages);
  const root = writer.object(`<< /Type /Catalog /Pages ${pages} 0 R >>`);
  const info = writer.object(`<< /Title ${hexText(sheet.title)} >>`);
  writer.finish({ root, info });
  return Uint8Array.from(Buffer.concat(chunks));
}

function contentOf({ width, height, glyphs, rules }: Sheet): string {
  return [
    `1 1 1 rg 0 0 ${width} ${height} re f`,
    `0.6 w ${rgb('#d5d8de')} RG`,
    ...rules.map(({ y, from, to }) => `${from} ${(height - y).toFixed(2)} m ${to} ${(height - y).toFixed(2)} l S`),
    ...glyphs.map((glyph) => drawn(glyph, height)).filter((part) => part !== ''),
  ].join('\n');
}

function drawn({ font, glyph, x, y, size, colour }: PlacedGlyph, height: number): string {
  const path = pathOf(font, glyph, WORDS);
  if (path === '') return '';
  const scale = (size / font.unitsPerEm).toFixed(6);
  return `q ${scale} 0 0 ${scale} ${x.toFixed(2)} ${(height - y).toFixed(2)} cm ${rgb(colour)} rg ${path}f Q`;
}

function rgb(colour: string): string {
  return rgbOf(colour)
    .map((channel) => (channel / 255).toFixed(3))
    .join(' ');
}

/** A text string in UTF-16 with its mark (7.9.2.2). */
function hexText(text: string): string {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index).toString(16).padStart(4, '0'));
  return `<feff${units.join('')}>`;
}
