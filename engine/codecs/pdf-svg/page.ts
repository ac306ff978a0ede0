import type { PDFPageProxy } from 'pdfjs-dist';
import type { RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import { IDENTITY, type Matrix, matrixOf } from '../../content/pages/matrix.ts';
import { Definitions } from '../../content/pages/painter/drawing.ts';
import type { Losses } from '../../content/pages/painter/losses.ts';
import { escaped, short } from '../../content/pages/painter/numbers.ts';
import { type Box, transformBox } from '../../content/pages/geometry.ts';
import { PageObjects } from '../../content/pages/interpreter/page-objects.ts';
import { paintedElements } from '../../content/pages/painter/painter.ts';
import { boxOf } from '../../content/pages/interpreter/arguments.ts';
import { TextLayer } from '../../content/pages/painter/text-layer.ts';

export interface PageRequest {
  readonly file: Uint8Array;
  readonly isLayerVisible: (group: unknown) => boolean;
  readonly losses: Losses;
  /** What the document says about itself, as SVG writes it. */
  readonly metadata: string;
}

/** Room for the start tag and the text of a page in what is left of the size that readers take. */
const RESERVED_CHARS = 1024;

/** One page as an SVG of its size in points. */
export async function drawPage(page: PDFPageProxy, request: PageRequest, context: RunContext): Promise<string> {
  const { file, isLayerVisible, losses, metadata } = request;
  const { limits, signal } = context;
  const operators = await page.getOperatorList();
  const objects = new PageObjects(page);
  await objects.arrive(operators, signal);
  const viewport = page.getViewport({ scale: 1 });
  const bounds = { x0: 0, y0: 0, x1: viewport.width, y1: viewport.height };
  const matrix = matrixOf(viewport.transform) ?? IDENTITY;
  const definitions = new Definitions(limits.xmlChars - RESERVED_CHARS - metadata.length);
  const text = new TextLayer();
  const sheet = {
    definitions,
    objects,
    losses,
    signal,
    file,
    isLayerVisible,
    paint: paintedElements,
    countGlyph: glyphCounter(limits.glyphsPerPage, page.pageNumber),
  };
  const content = paintedElements(sheet, operators, { matrix, bounds, text, depth: 0 });
  const words = text.finish();
  definitions.spend(words.length);
  const links = await linksOf(page, matrix, losses);
  const [width, height] = [short(viewport.width), short(viewport.height)];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}pt" height="${height}pt" viewBox="0 0 ${width} ${height}" stroke-miterlimit="10">`,
    metadata,
    definitions.toString(),
    `<path d="M0 0H${width}V${height}H0Z" fill="#ffffff"/>`,
    content,
    words,
    links,
    '</svg>\n',
  ].join('');
}

function glyphCounter(allowed: number, number: number): () => void {
  let glyphs = 0;
  return () => {
    glyphs++;
    if (glyphs <= allowed) return;
    throw new ConversionError({
      code: 'input_too_complex',
      message: `Page ${number} has more than ${allowed} glyphs. Convert the other pages with the option pages, or convert to PNG.`,
      details: { limit: 'glyphsPerPage', allowed, found: glyphs, page: number },
    });
  };
}

/** Links to the web, as areas that cannot be seen. */
async function linksOf(page: PDFPageProxy, matrix: Matrix, losses: Losses): Promise<string> {
  const annotations: readonly Record<string, unknown>[] = await page.getAnnotations();
  return annotations
    .map(({ subtype, url, dest, rect }) => {
      if (subtype !== 'Link') return '';
      const box = boxOf(rect);
      if (typeof url === 'string' && /^(?:https?|mailto):/i.test(url) && box)
        return link(url, transformBox(matrix, box));
      if (dest) losses.jumps++;
      return '';
    })
    .join('');
}

function link(url: string, { x0, y0, x1, y1 }: Box): string {
  const area = `x="${short(x0)}" y="${short(y0)}" width="${short(x1 - x0)}" height="${short(y1 - y0)}"`;
  return `<a xlink:href="${escaped(url)}"><rect ${area} fill-opacity="0"/></a>`;
}
