import type { PageFacts } from '../../contract/facts.ts';
import type { Limits } from '../../contract/limits.ts';
import { readAnnotations } from './annotations.ts';
import type { Pdfium, Pointer } from './bindings.ts';
import type { ImagePrints } from './image-prints.ts';
import { pageBox, readObjects, type PageObjects, type TextObject } from './objects.ts';
import { readText, type PageText } from './page-text.ts';
import { ShownPlace } from './shown-place.ts';

/** What one page holds. */
interface PdfPage extends Pick<PageText, 'text' | 'unseenText'> {
  /** Bitmaps that are images, those inside form objects included. */
  readonly figures: number;
  readonly paths: number;
  /** Fonts of its visible text that are not in the file. */
  readonly foreignFonts: ReadonlySet<string>;
  readonly facts: PageFacts;
}

/** Fields along each side of a page in which its glyphs are counted. */
const FIELDS = 8;
/** Different sizes of text of one page. */
const MAX_SIZES = 100;
/** Images of one page that are described. */
const MAX_IMAGES = 200;

interface PageRequest {
  readonly document: Pointer;
  readonly index: number;
  readonly limits: Limits;
  readonly prints: ImagePrints;
}

export function readPage(pdfium: Pdfium, { document, index, limits, prints }: PageRequest): PdfPage {
  const page = pdfium.api.FPDF_LoadPage(document, index);
  // A page that cannot be loaded is empty in every viewer as well.
  if (page === 0) return { text: '', unseenText: '', figures: 0, paths: 0, foreignFonts: new Set(), facts: EMPTY_PAGE };
  try {
    const place = new ShownPlace(pageBox(pdfium, page), pdfium.api.FPDFPage_GetRotation(page));
    const objects = readObjects(pdfium, document, page);
    const maxGlyphs = limits.glyphsPerPage;
    const { text, unseenText, lines, ...counts } = readText(pdfium, page, objects, { index, maxGlyphs });
    const { figures, paths, foreignFonts, bitmaps } = objects;
    const images = bitmaps
      .slice(0, MAX_IMAGES)
      .map(({ object, box }) => ({ box: place.boxOf(box), ...prints.of(object) }));
    const seen = [...bitmaps, ...objects.texts.filter(({ unseen }) => !unseen)].flatMap(({ box }) => box ?? []);
    const annotations = readAnnotations(pdfium, { document, page, place, seen });
    const facts = {
      ...place.size,
      quarters: place.quarters,
      paths,
      images,
      lines,
      ...countGlyphs(objects, counts, place),
      ...annotations,
    };
    return { text, unseenText, figures, paths, foreignFonts, facts };
  } finally {
    pdfium.api.FPDF_ClosePage(page);
  }
}

const EMPTY_PAGE: PageFacts = { width: 0, height: 0, glyphs: 0, grid: [], images: [], paths: 0, links: [] };

/** Where the glyphs of a page are, how they are turned, and which of them nobody reads. */
function countGlyphs(
  { texts, isScan }: PageObjects,
  { glyphs, mapped, clipped }: Pick<PageText, 'glyphs' | 'mapped' | 'clipped'>,
  place: ShownPlace,
): Pick<PageFacts, 'glyphs' | 'grid' | 'unseen' | 'turned' | 'sizes' | 'white'> {
  const grid = Array.from({ length: FIELDS * FIELDS }, () => 0);
  const unseen: Record<string, number> = clipped > 0 ? { clipped } : {};
  const turned: Record<string, number> = {};
  const sizes = new Map<number, number>();
  let shown = 0;
  let white = 0;
  for (const text of texts) {
    const count = glyphs.get(text.object) ?? 0;
    if (count === 0) continue;
    const why = reasonOf(text, isScan);
    if (why) unseen[why] = (unseen[why] ?? 0) + count;
    if (why && why !== 'tiny') continue;
    shown += count;
    if (text.isWhite) white += count;
    const known = mapped.get(text.object) ?? 0;
    if (known > 0) sizes.set(text.size, (sizes.get(text.size) ?? 0) + known);
    const turn = text.isMirrored ? 'mirrored' : text.angle === undefined ? undefined : place.turnOf(text.angle);
    if (turn) turned[turn] = (turned[turn] ?? 0) + count;
    if (text.box) grid[place.fieldOf(text.box, FIELDS)]! += count;
  }
  return {
    glyphs: shown,
    grid,
    sizes: [...sizes].slice(0, MAX_SIZES),
    ...(white > 0 && { white }),
    ...(Object.keys(unseen).length > 0 && { unseen }),
    ...(Object.keys(turned).length > 0 && { turned }),
  };
}

function reasonOf({ unseen, isTiny }: TextObject, isScan: boolean): string | undefined {
  if (isScan && unseen !== 'outside') return undefined;
  return unseen ?? (isTiny ? 'tiny' : undefined);
}
