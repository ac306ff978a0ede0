import type { TextLine } from '../../contract/facts.ts';
import { ConversionError } from '../../contract/errors.ts';
import { type Pdfium, type Pointer } from './bindings.ts';
import { Clips } from './clips.ts';
import { TexCodes } from './fonts.ts';
import { pageBox, type PageObjects, type TextObject } from './objects.ts';
import { findOverprints } from './overprints.ts';
import { ShownPlace } from './shown-place.ts';
import { findLines, type Span } from './text-lines.ts';
import { findUnmapped } from './unmapped-text.ts';

/** A word that a line end cuts in two has this mark in place of hyphen and line end; older builds write U+FFFE. */
const HYPHEN_MARKS = ['\u0002', '\ufffe'];

export interface PageText {
  readonly text: string;
  /** The rest of the text that is there: what nobody sees, and what is slanted. */
  readonly unseenText: string;
  readonly lines: readonly TextLine[];
  /** How many characters, without spaces, each object draws. */
  readonly glyphs: ReadonlyMap<Pointer, number>;
  /** How many of those are characters that the file knows. */
  readonly mapped: ReadonlyMap<Pointer, number>;
  /** How many of them are cut off. */
  readonly clipped: number;
}

/**
 * The text that a person sees on the page, in drawing order. A page on which all text is hidden behind or over an image
 * is a scan with a text layer: there the hidden text counts. Words of unmapped glyphs are replacement characters.
 */
export function readText(
  pdfium: Pdfium,
  page: Pointer,
  { skippedText, textOffPage, placedText, texts, isScan }: PageObjects,
  { index, maxGlyphs }: { index: number; maxGlyphs: number },
): PageText {
  const glyphs = new Map<Pointer, number>();
  const mapped = new Map<Pointer, number>();
  const upright = uprightOf(pdfium, page, texts);
  const textPage = loadUpright(pdfium, page, upright);
  const nothing = { text: '', unseenText: '', lines: [], glyphs, mapped, clipped: 0 };
  if (textPage === 0) return nothing;
  try {
    const chars = pdfium.api.FPDFText_CountChars(textPage);
    if (chars > maxGlyphs) throw tooManyGlyphs(index, chars, maxGlyphs);
    if (chars <= 0) return nothing;
    const unseen = isScan ? textOffPage : skippedText;
    const characters = readCharacters(pdfium, textPage, chars);
    const { codes, owners } = characters;
    const left = unseen.union(findOverprints(pdfium, textPage, placedText, owners));
    const unmapped = findUnmapped(pdfium, textPage, characters);
    const clips = new Clips(pdfium, textPage, placedText);
    const seen: Span[] = [];
    const cut: Span[] = [];
    let clipped = 0;
    for (let char = 0; char < chars; char++) {
      const object = owners[char]!;
      const isGlyph = codes[char]! > SPACE;
      if (isGlyph) count(glyphs, object);
      if (isGlyph && !unmapped.has(char)) count(mapped, object);
      const isClipped = !left.has(object) && clips.hide(object, char);
      if (isClipped && isGlyph) clipped++;
      if (isClipped || unseen.has(object)) addToSpans(cut, char);
      else if (!left.has(object)) addToSpans(seen, char);
    }
    const read = ([start, end]: Span): string =>
      unmapped.has(start) ? UNMAPPED : textOfCodes(codes.subarray(start, end));
    const textOf = (spans: readonly Span[], separator: string): string => {
      const text = spans.map((span) => dividedAt(span, unmapped).map(read).join('')).join(separator);
      return HYPHEN_MARKS.reduce((rest, mark) => rest.replaceAll(mark, '-\n'), text).replaceAll('\f', '\n');
    };
    const sizes = new Map(texts.map(({ object, size }) => [object, size]));
    const place = new ShownPlace(pageBox(pdfium, page), upright);
    const lines = findLines(pdfium, textPage, seen, { ...characters, place, sizes }).map(({ span, box }) => ({
      text: textOf([span], ''),
      box,
    }));
    return { text: textOf(seen, ''), unseenText: textOf(cut, '\n'), lines, glyphs, mapped, clipped };
  } finally {
    pdfium.api.FPDFText_ClosePage(textPage);
  }
}

/**
 * The library reads words and lines as the page is turned: it is turned so that most of its text is upright, which
 * makes the text independent of how a viewer turns the page.
 */
function loadUpright({ api }: Pdfium, page: Pointer, upright: number): Pointer {
  const rotation = api.FPDFPage_GetRotation(page);
  if (upright === rotation) return api.FPDFText_LoadPage(page);
  api.FPDFPage_SetRotation(page, upright);
  const textPage = api.FPDFText_LoadPage(page);
  api.FPDFPage_SetRotation(page, rotation);
  return textPage;
}

/** Quarters of a turn by which the page is turned where most of its text is upright. */
function uprightOf({ api }: Pdfium, page: Pointer, texts: readonly TextObject[]): number {
  const lengths = [0, 0, 0, 0];
  for (const { angle, box } of texts) {
    if (angle !== undefined && box) lengths[angle / 90]! += Math.max(box.right - box.left, box.top - box.bottom);
  }
  const upright = lengths.indexOf(Math.max(...lengths));
  return lengths[upright] === 0 ? api.FPDFPage_GetRotation(page) : upright;
}

/** What is asked of every character more than once. */
export interface Characters {
  /** Code points. */
  readonly codes: Uint32Array;
  /** The objects that draw them. */
  readonly owners: Uint32Array;
}

function readCharacters(pdfium: Pdfium, textPage: Pointer, count: number): Characters {
  const codes = new Uint32Array(count);
  const owners = new Uint32Array(count);
  const texCodes = new TexCodes(pdfium);
  for (let index = 0; index < count; index++) {
    const object = pdfium.api.FPDFText_GetTextObject(textPage, index);
    owners[index] = object;
    codes[index] = texCodes.read(object, pdfium.api.FPDFText_GetUnicode(textPage, index));
  }
  return { codes, owners };
}

const SPACE = 0x20;
/** What stands for a word of which the file does not say the characters. */
const UNMAPPED = '\ufffd';

function count(counts: Map<Pointer, number>, object: Pointer): void {
  counts.set(object, (counts.get(object) ?? 0) + 1);
}

/** The parts of a span that are within the set and those that are not. */
function dividedAt([start, end]: Span, set: ReadonlySet<number>): Span[] {
  if (set.size === 0) return [[start, end]];
  const parts: Span[] = [];
  for (let at = start; at < end; at++) {
    const last = parts.at(-1);
    if (last && set.has(at) === set.has(last[0])) last[1] = at + 1;
    else parts.push([at, at + 1]);
  }
  return parts;
}

function addToSpans(spans: Span[], index: number): void {
  const last = spans.at(-1);
  if (last?.[1] === index) last[1] = index + 1;
  else spans.push([index, index + 1]);
}

/**
 * Not FPDFText_GetText: it counts no characters without a code, so that behind one every range of indices that is asked
 * for is off by one.
 */
function textOfCodes(codes: Uint32Array): string {
  let text = '';
  for (const code of codes) if (code > 0) text += String.fromCodePoint(code);
  return text;
}

function tooManyGlyphs(index: number, found: number, allowed: number): ConversionError {
  return new ConversionError({
    code: 'input_too_complex',
    message: `Page ${index + 1} of the PDF has ${found} characters; at most ${allowed} are allowed.`,
    details: { limit: 'glyphsPerPage', allowed, found, page: index + 1 },
  });
}
