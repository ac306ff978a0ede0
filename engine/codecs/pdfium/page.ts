import type { PageFacts } from '../../contract/facts.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { Limits } from '../../contract/limits.ts';
import { readAnnotations } from './annotations.ts';
import { readUtf16, withMemory, type Pdfium, type Pointer } from './bindings.ts';
import { Clips } from './clips.ts';
import type { ImagePrints } from './image-prints.ts';
import { pageBox, readObjects, type PageObjects, type TextObject } from './objects.ts';
import { findOverprints } from './overprints.ts';
import { ShownPlace } from './shown-place.ts';

/** What one page holds. */
interface PdfPage {
  readonly text: string;
  /** The rest of the text that is there: what nobody sees, and what is slanted. */
  readonly unseenText: string;
  /** Bitmaps that are images, those inside form objects included. */
  readonly figures: number;
  readonly paths: number;
  /** Fonts of its visible text that are not in the file. */
  readonly foreignFonts: ReadonlySet<string>;
  readonly facts: PageFacts;
}

/** A word that a line end cuts in two has this mark in place of hyphen and line end; older builds write U+FFFE. */
const HYPHEN_MARKS = ['\u0002', '\ufffe'];
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
    const { text, unseenText, glyphs, clipped } = readText(pdfium, page, objects, {
      index,
      maxGlyphs: limits.glyphsPerPage,
    });
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
      ...countGlyphs(objects, { glyphs, clipped }, place),
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
  { glyphs, clipped }: Pick<ReadText, 'glyphs' | 'clipped'>,
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
    sizes.set(text.size, (sizes.get(text.size) ?? 0) + count);
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

interface ReadText extends Pick<PdfPage, 'text' | 'unseenText'> {
  /** How many characters, without spaces, each object draws. */
  readonly glyphs: ReadonlyMap<Pointer, number>;
  /** How many of them are cut off. */
  readonly clipped: number;
}

/**
 * The text that a person sees on the page, in drawing order. A page on which all text is hidden behind or over an image
 * is a scan with a text layer: there the hidden text counts.
 */
function readText(
  pdfium: Pdfium,
  page: Pointer,
  { skippedText, textOffPage, placedText, texts, isScan }: PageObjects,
  { index, maxGlyphs }: { index: number; maxGlyphs: number },
): ReadText {
  const glyphs = new Map<Pointer, number>();
  const textPage = loadUpright(pdfium, page, texts);
  const nothing = { text: '', unseenText: '', glyphs, clipped: 0 };
  if (textPage === 0) return nothing;
  try {
    const chars = pdfium.api.FPDFText_CountChars(textPage);
    if (chars > maxGlyphs) throw tooManyGlyphs(index, chars, maxGlyphs);
    if (chars <= 0) return nothing;
    const unseen = isScan ? textOffPage : skippedText;
    const left = unseen.union(findOverprints(pdfium, textPage, placedText, chars));
    const clips = new Clips(pdfium, textPage, placedText);
    const seen: Span[] = [];
    const cut: Span[] = [];
    let clipped = 0;
    for (let char = 0; char < chars; char++) {
      const object = pdfium.api.FPDFText_GetTextObject(textPage, char);
      const isGlyph = pdfium.api.FPDFText_GetUnicode(textPage, char) > SPACE;
      if (isGlyph) glyphs.set(object, (glyphs.get(object) ?? 0) + 1);
      const isClipped = !left.has(object) && clips.hide(object, char);
      if (isClipped && isGlyph) clipped++;
      if (isClipped || unseen.has(object)) addToSpans(cut, char);
      else if (!left.has(object)) addToSpans(seen, char);
    }
    const textOf = (spans: readonly Span[], separator: string): string => {
      const text = spans.map(([start, end]) => readSpan(pdfium, textPage, start, end - start)).join(separator);
      return HYPHEN_MARKS.reduce((rest, mark) => rest.replaceAll(mark, '-\n'), text).replaceAll('\f', '\n');
    };
    return { text: textOf(seen, ''), unseenText: textOf(cut, '\n'), glyphs, clipped };
  } finally {
    pdfium.api.FPDFText_ClosePage(textPage);
  }
}

/**
 * The library reads words and lines as the page is turned: it is turned so that most of its text is upright, which
 * makes the text independent of how a viewer turns the page.
 */
function loadUpright({ api }: Pdfium, page: Pointer, texts: readonly TextObject[]): Pointer {
  const lengths = [0, 0, 0, 0];
  for (const { angle, box } of texts) {
    if (angle !== undefined && box) lengths[angle / 90]! += Math.max(box.right - box.left, box.top - box.bottom);
  }
  const rotation = api.FPDFPage_GetRotation(page);
  const upright = lengths.indexOf(Math.max(...lengths));
  if (upright === rotation || lengths[upright] === 0) return api.FPDFText_LoadPage(page);
  api.FPDFPage_SetRotation(page, upright);
  const textPage = api.FPDFText_LoadPage(page);
  api.FPDFPage_SetRotation(page, rotation);
  return textPage;
}

const SPACE = 0x20;

/** A run of characters from the first index up to, but without, the second. */
type Span = [start: number, end: number];

function addToSpans(spans: Span[], index: number): void {
  const last = spans.at(-1);
  if (last?.[1] === index) last[1] = index + 1;
  else spans.push([index, index + 1]);
}

function readSpan(pdfium: Pdfium, textPage: Pointer, start: number, count: number): string {
  return withMemory(pdfium, (count + 1) * 2, (buffer) => {
    const written = pdfium.api.FPDFText_GetText(textPage, start, count, buffer);
    return readUtf16(pdfium, buffer, written * 2);
  });
}

function tooManyGlyphs(index: number, found: number, allowed: number): ConversionError {
  return new ConversionError({
    code: 'input_too_complex',
    message: `Page ${index + 1} of the PDF has ${found} characters; at most ${allowed} are allowed.`,
    details: { limit: 'glyphsPerPage', allowed, found, page: index + 1 },
  });
}
