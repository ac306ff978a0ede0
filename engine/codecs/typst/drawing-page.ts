import type { RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { OptionValues } from '../../formats/options.ts';
import { fitFonts, type FittedFonts } from '../../content/drawing/fonts.ts';
import { requireBoundedFiltersOf } from '../../content/drawing/filters.ts';
import { warnOfLosses } from '../../content/drawing/losses.ts';
import { withEdits, type Edit } from '../../content/drawing/markup.ts';
import { namespaceEdits } from '../../content/drawing/namespaces.ts';
import { expandedBytes, textOf } from '../../content/drawing/source.ts';
import { surveyDrawing, type RootElement, type Survey } from '../../content/drawing/survey.ts';
import { DEFAULT_FAMILY, facesOf } from '../../content/font/shipped-fonts.ts';
import type { Typesetter } from './compiler.ts';
import { POINTS_PER_PIXEL } from '../../content/document/css/lengths.ts';
import { DEFAULT_DRAWING, imageOf } from './html/image-header.ts';
import { FILTER_ENLARGEMENT } from './filtered-images.ts';
import { withoutLinkedImages } from './linked-images.ts';
import { points } from './markup.ts';
import { pageSetup, UNDATED } from './style.ts';

const DRAWING = 'drawing.svg';
/** Points: what readers of PDFs accept (ISO 32000-1, table C.1). A larger drawing is made smaller, all of it. */
const MOST_PAGE_SIDE = 14_400;

/** Sets drawings (SVG, packed or not), each on a page of its size, or on paper: lines stay lines and text text. */
export async function setDrawings(
  typesetter: Typesetter,
  files: readonly Uint8Array[],
  options: OptionValues,
  context: RunContext,
): Promise<Uint8Array> {
  const companions = new Map<string, Uint8Array>();
  const pages: string[] = [];
  const losses: (() => void)[] = [];
  const faces: FittedFonts['faces'][number][] = [...facesOf(DEFAULT_FAMILY)];
  for (const [index, bytes] of files.entries()) {
    const name = files.length > 1 ? `drawing-${index + 1}.svg` : DRAWING;
    const { survey, fonts, svg } = prepared(bytes, context);
    companions.set(name, svg);
    pages.push(pageOf(name, survey, svg, options));
    for (const face of fonts.faces) if (!faces.includes(face)) faces.push(face);
    losses.push(() => {
      warnOfLosses(survey, fonts, context);
      warnOfFilters(survey, context);
    });
    context.signal.throwIfAborted();
  }
  const document = { source: `${UNDATED}\n#set page(margin: 0pt)\n${pages.join('\n')}`, companions, ownLines: 2 };
  const pdf = await explained(() => typesetter.typeset(document, faces));
  for (const warn of losses) warn();
  return pdf;
}

function prepared(bytes: Uint8Array, { limits }: RunContext) {
  const content = expandedBytes(bytes, limits);
  const survey = surveyDrawing(textOf(content), limits);
  requireBoundedFiltersOf(survey, imageOf(content) ?? DEFAULT_DRAWING, { enlargement: FILTER_ENLARGEMENT, limits });
  // Typst takes its fonts as they are, and none from a drawing.
  const fonts = fitFonts(survey, { embedded: false });
  const svg = new TextEncoder().encode(withoutLinkedImages(readable(survey, fonts)));
  return { survey, fonts, svg };
}

/** The drawing with names of fonts that are there, and with all the namespaces that it uses. */
function readable(survey: Survey, fonts: FittedFonts): string {
  const { root, source } = survey;
  const edits: Edit[] = [...fonts.edits, ...namespaceEdits(survey)];
  const tag = source.slice(root.start, root.end);
  if (!/\sfont-family\s*=/.test(tag)) {
    const at = root.start + (/^<[^\s/>]+/.exec(tag)?.[0].length ?? 0);
    edits.push({ start: at, end: at, replacement: ` font-family="${DEFAULT_FAMILY}"` });
  }
  // It is written in UTF-8 now, whatever it was before.
  return withEdits(source, edits).replace(/^(\s*<\?xml[^>]*?)\sencoding\s*=\s*(?:"[^"]*"|'[^']*')/, '$1');
}

function pageOf(name: string, { root }: Survey, svg: Uint8Array, options: OptionValues): string {
  const size = isTold(root) ? imageOf(svg) : undefined;
  if (!size) return `#set page(width: auto, height: auto)\n#image("${name}")`;
  const drawing = { width: size.width * POINTS_PER_PIXEL, height: size.height * POINTS_PER_PIXEL };
  if (options.pageSize === undefined || options.pageSize === 'picture') {
    const { width, height } = within(drawing, { width: MOST_PAGE_SIDE, height: MOST_PAGE_SIDE });
    return `#set page(width: ${points(width)}, height: ${points(height)})\n${placed(name, { width, height })}`;
  }
  const { landscape = drawing.width > drawing.height, margin: asked = 0 } = options;
  const { width, height, margin } = pageSetup({ ...options, landscape, margin: asked });
  const room = { width: Math.max(1, width - 2 * margin), height: Math.max(1, height - 2 * margin) };
  const page = `#set page(width: ${points(width)}, height: ${points(height)})`;
  return `${page}\n#align(center + horizon, ${placed(name, filling(drawing, room)).slice(1)})`;
}

/** Whether the root element says how large the drawing is, in terms that are read here; else Typst finds out. */
function isTold({ width, height, viewBox }: RootElement): boolean {
  const [first, second] = [width, height].map((side) => side !== undefined && PLAIN_LENGTH.test(side));
  const isOdd = [width, height].some((side) => side !== undefined && !PLAIN_LENGTH.test(side) && !side.endsWith('%'));
  return !isOdd && (viewBox !== undefined || (first === true && second === true));
}

const PLAIN_LENGTH = /^(?:\d+\.?\d*|\.\d+)(?:px|pt|pc|mm|cm|in)?$/i;

interface Size {
  readonly width: number;
  readonly height: number;
}

function within(size: Size, room: Size): Size {
  return size.width <= room.width && size.height <= room.height ? size : filling(size, room);
}

function filling({ width, height }: Size, room: Size): Size {
  const scale = Math.min(room.width / width, room.height / height);
  return { width: width * scale, height: height * scale };
}

function placed(name: string, { width, height }: Size): string {
  return `#image("${name}", width: ${points(width)}, height: ${points(height)}, fit: "stretch")`;
}

async function explained(work: () => Promise<Uint8Array>): Promise<Uint8Array> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ConversionError) || error.code !== 'input_corrupt') throw error;
    throw new ConversionError(
      {
        code: 'input_corrupt',
        message: 'The drawing cannot be read: its XML is damaged, it has no size, or its parts refer to each other.',
      },
      { cause: error },
    );
  }
}

function warnOfFilters({ source }: Survey, { warn }: RunContext): void {
  const filters = source.match(/\sfilter\s*[=:]/g)?.length ?? 0;
  if (filters === 0 || !source.includes('<filter')) return;
  const message = 'Parts of the drawing with filters are images in the PDF: it has no filters.';
  warn({ code: 'feature_dropped', message });
}
