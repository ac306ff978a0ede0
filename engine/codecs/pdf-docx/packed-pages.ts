import { deserialize, serialize } from 'node:v8';
import type { SegmentedPage } from './layout/document-layout.ts';
import type { Segment } from './layout/segment.ts';
import { Losses, type PageLosses } from './losses.ts';
import { packGlyphs, type PackedGlyphs, unpackGlyphs } from './packed-glyphs.ts';
import type { Glyph } from '../../content/pages/model.ts';
import { type FaceProgram, mergePrograms } from '../../content/pages/reading/font-programs.ts';

/** Pages that were read, with their text in segments, and what they have that the document will not: plain data. */
export interface ReadPages {
  readonly pages: readonly SegmentedPage[];
  readonly losses: PageLosses;
  /** What draws their letters, of fonts that the result may have; none where it has no fonts of its own. */
  readonly programs: readonly FaceProgram[];
}

/** A page whose glyphs, which are nearly all of it, are packed: plain data, to be kept or to go to another thread. */
type PackedPage = Omit<SegmentedPage, 'segments' | 'turned'> & {
  readonly glyphs: PackedGlyphs;
  readonly segments: readonly WithRun<Segment>[];
  readonly turned: readonly (Omit<SegmentedPage['turned'][number], 'segment'> & {
    readonly segment: WithRun<Segment>;
  })[];
};

/** A piece of text whose glyphs are those of the page from `start` up to and without `end`. */
type WithRun<Text> = Omit<Text, 'glyphs' | 'label'> & {
  readonly start: number;
  readonly end: number;
  readonly label?: WithRun<NonNullable<Segment['label']>>;
};

/** What was read of some pages of a PDF. */
interface PackedPages extends Omit<ReadPages, 'pages'> {
  readonly pages: readonly PackedPage[];
}

/** The page with glyphs that take less memory, but no longer have fields of their own. */
export function compactPage(page: SegmentedPage): SegmentedPage {
  return unpackPage(packPage(page));
}

export function packPages({ pages, ...rest }: ReadPages): Uint8Array {
  return serialize({ pages: pages.map(packPage), ...rest } satisfies PackedPages);
}

export function unpackPages(bytes: Uint8Array): ReadPages {
  const { pages, ...rest } = deserialize(bytes) as PackedPages;
  return { pages: pages.map(unpackPage), ...rest };
}

function packPage(page: SegmentedPage): PackedPage {
  const glyphs: Glyph[] = [];
  const segments = page.segments.map((segment) => withRun(segment, glyphs));
  const turned = page.turned.map((each) => ({ ...each, segment: withRun(each.segment, glyphs) }));
  return { ...page, segments, turned, glyphs: packGlyphs(glyphs) };
}

function unpackPage({ glyphs: packed, ...page }: PackedPage): SegmentedPage {
  const glyphs = unpackGlyphs(packed);
  return {
    ...page,
    segments: page.segments.map((segment) => withGlyphs(segment, glyphs)),
    turned: page.turned.map((turned) => ({ ...turned, segment: withGlyphs(turned.segment, glyphs) })),
  };
}

/** All pages, when each part of them has been read. */
export function mergePages(parts: readonly ReadPages[]): ReadPages {
  const losses = new Losses();
  for (const [index, part] of parts.entries()) losses.addPages(withOwnFonts(part.losses, index));
  const programs = mergePrograms(parts.map((part) => part.programs));
  return { pages: parts.flatMap(({ pages }) => pages), losses: losses.ofPages, programs };
}

/** Every reader names fonts in the order in which it meets them: the same name is another font in another part. */
function withOwnFonts(losses: ReadPages['losses'], part: number): ReadPages['losses'] {
  return { ...losses, fontUses: new Map(Array.from(losses.fontUses, ([id, use]) => [`${part} ${id}`, use])) };
}

/** Moves the glyphs of a text, and of the label before it, to all glyphs. */
function withRun(segment: Segment, all: Glyph[]): WithRun<Segment> {
  const { label, ...text } = segment;
  return { ...moveGlyphs(text, all), ...(label && { label: moveGlyphs(label, all) }) };
}

function moveGlyphs<Text extends { readonly glyphs: readonly Glyph[] }>(
  { glyphs, ...text }: Text,
  all: Glyph[],
): Omit<Text, 'glyphs'> & { start: number; end: number } {
  const start = all.length;
  for (const glyph of glyphs) all.push(glyph);
  return { ...text, start, end: all.length };
}

function withGlyphs({ start, end, label, ...text }: WithRun<Segment>, all: readonly Glyph[]): Segment {
  const glyphs = all.slice(start, end);
  if (!label) return { ...text, glyphs };
  const { start: labelStart, end: labelEnd, ...rest } = label;
  return { ...text, glyphs, label: { ...rest, glyphs: all.slice(labelStart, labelEnd) } };
}
