import { type Box, median, middleY } from '../../../content/pages/geometry.ts';
import { type Anchors, findAnchors } from './anchors.ts';
import { isRtlPage, mirrorPage } from './bidi.ts';
import { type Area, type Block, blocksOfCell, type Paragraph } from './blocks.ts';
import { cellsOf, tagSegments } from './block-tags.ts';
import { writeCheckBoxes } from './check-boxes.ts';
import { wordsOf } from './compounds.ts';
import { bodyStyle, type BodyStyle } from './document-style.ts';
import { buildFlow, linePitch, topOfParagraph } from './flow.ts';
import { findFootnotes, type Footnote, roomAboveNotes } from './footnotes.ts';
import { separateLabels } from './diagram-labels.ts';
import { numberHeadings } from './heading-numbers.ts';
import { findHeadings } from './headings.ts';
import type { HeadingLevel, Segment } from './segment.ts';
import { joinLabels } from './join-labels.ts';
import { findLists, type ListItem } from './lists.ts';
import { type OutlinedPage, outlineHeadings } from './outline-headings.ts';
import { layOutPage, type PageLayout } from './page-layout.ts';
import { mergeRules } from './rules.ts';
import { imageKey, runningImages } from './header-images.ts';
import { separateHeadersFooters, type TitledPages } from './headers-footers.ts';
import { raiseLinkedMarks } from './note-links.ts';
import { breakNaturally } from './natural-breaks.ts';
import { buildSections, type Section } from './sections.ts';
import { lineSegments } from './segments.ts';
import { separateTallBrackets } from './tall-brackets.ts';
import { textArea, withTables } from './text-area.ts';
import { turnedSegments, type TurnedSegment } from './turned-text.ts';
import { withoutTypedLabels } from './typed-labels.ts';
import type { PageModel, Rule } from '../../../content/pages/model.ts';
import { DOCUMENT_LAYOUT } from '../thresholds/pages.ts';

const { MIN_SEPARATOR, SAME_TOP, MIN_SAME_TOPS } = DOCUMENT_LAYOUT;

/** The whole document taken apart, ready to be written. */
export interface DocumentLayout {
  readonly layouts: readonly PageLayout[];
  readonly sections: readonly Section[];
  readonly evenAndOdd: boolean;
  readonly titled: TitledPages;
  readonly body: BodyStyle;
  readonly headings: ReadonlyMap<Paragraph, HeadingLevel>;
  readonly lists: ReadonlyMap<Paragraph, ListItem>;
  readonly anchors: Anchors;
  readonly footnotes: readonly Footnote[];
  readonly extents: readonly { readonly y0: number; readonly y1: number }[];
  readonly isMirrored: (pageIndex: number) => boolean;
}

/** A page with its text in line segments; its glyphs are let go. */
export interface SegmentedPage {
  readonly page: PageModel;
  readonly mirrored: boolean;
  readonly segments: readonly Segment[];
  readonly turned: readonly TurnedSegment[];
}

/** Segments the text of one page. Right-to-left pages are mirrored from here on. */
export function segmentPage(read: PageModel): SegmentedPage {
  const mirrored = isRtlPage(read.glyphs);
  const model = writeCheckBoxes(read);
  const { glyphs, ...rest } = mirrored ? mirrorPage(model) : model;
  const verticalRules = mergeRules(rest.rules, 'v').filter((rule) => rule.end - rule.start > MIN_SEPARATOR);
  const { glyphs: text, brackets } = separateTallBrackets(glyphs.filter((glyph) => glyph.rotation === 0));
  const upright = lineSegments(text, verticalRules, mirrored, cellsOf(model.structure));
  const isWalled = (label: Box, text: Box): boolean =>
    verticalRules.some(
      ({ position, start, end }) =>
        position > label.x1 - 2 && position < text.x0 + 2 && start < middleY(text) && end > middleY(text),
    );
  const marked = raiseLinkedMarks(upright, rest);
  const joined = joinLabels(tagSegments(marked, model.structure), isWalled);
  const { segments, labels } = mirrored ? { segments: joined, labels: [] } : separateLabels(joined, model);
  return {
    page: { ...rest, glyphs: [] },
    mirrored,
    segments,
    turned: [
      ...[...turnedSegments(model.glyphs), ...brackets].map((turned) => (mirrored ? inMirror(turned, model) : turned)),
      ...labels,
    ],
  };
}

/** Turned text keeps its own frame; the box around it goes where its page has it. */
function inMirror(turned: TurnedSegment, { width }: PageModel): TurnedSegment {
  const { box } = turned;
  return { ...turned, box: { ...box, x0: width - box.x1, x1: width - box.x0 } };
}

export function layOutDocument(all: readonly SegmentedPage[]): DocumentLayout {
  const running = runningImages(all.map(({ page }) => page));
  const words = wordsOf(all.flatMap(({ segments }) => segments));
  const pages = all.map((segmented) => withoutImages({ ...segmented, page: { ...segmented.page, words } }, running));
  const titled = separateHeadersFooters(
    all.map(({ page, segments }) => ({
      height: page.height,
      drawing: page,
      segments,
      images: page.images.filter((image) => running.has(imageKey(image))),
    })),
  );
  const body = bodyStyle(pages.flatMap(({ segments }) => segments));
  const areas = textAreas(pages, titled);
  const unnumbered = pages.map(({ page, turned }, index) =>
    layOutPage(page, titled.pages[index]!.body, turned, areas[index]!, titleRows(titled, index)),
  );
  let lastListId = 0;
  const nextId = (): number => ++lastListId;
  const { headings, numbers, replacements } = numberHeadings(
    findHeadings(blocksOf(unnumbered), body, outlineHeadings(unnumbered.map(outlinedPage))),
    nextId,
  );
  const layouts = unnumbered.map((layout) => replaceParagraphs(layout, replacements));
  const extents = verticalExtents(layouts, titled);
  const isHeading = (paragraph: Paragraph): boolean => headings.has(paragraph);
  const lists = new Map([...numbers, ...withoutTypedLabels(allLists(blocksOf(layouts), isHeading, nextId))]);
  const bands = buildFlow(
    layouts,
    extents.map(({ y0 }) => y0),
    isHeading,
  );
  const { sections: broken, evenAndOdd } = buildSections(bands, layouts, titled, (index) => extents[index]!.y0);
  const footnotes = findFootnotes(layouts, body.size);
  const roomBelow = (index: number): number =>
    extents[index]!.y1 - (layouts[index]!.content?.y1 ?? 0) + roomAboveNotes(index, layouts[index]!, footnotes);
  const sections = broken.map((section) =>
    breakNaturally(section, { roomBelow, levelOf: (paragraph) => headings.get(paragraph) }),
  );
  const isMirrored = (pageIndex: number): boolean => pages[pageIndex]?.mirrored ?? false;
  const anchors = findAnchors(layouts);
  return { layouts, sections, evenAndOdd, titled, body, headings, lists, anchors, footnotes, extents, isMirrored };
}

function titleRows({ pages }: TitledPages, index: number): readonly Box[] {
  const { header, footer } = pages[index]!;
  return [...header, ...footer];
}

function withoutImages(segmented: SegmentedPage, running: ReadonlySet<string>): SegmentedPage {
  const images = segmented.page.images.filter((image) => !running.has(imageKey(image)));
  return { ...segmented, page: { ...segmented.page, images } };
}

/** Pages of one size and direction share their margins. */
function textAreas(pages: readonly SegmentedPage[], titled: TitledPages): Area[] {
  const keyOf = ({ page, mirrored }: SegmentedPage): string => `${Math.round(page.width)} ${mirrored}`;
  const segments = new Map<string, Segment[]>();
  const rules = new Map<string, Rule[]>();
  pages.forEach((page, index) => {
    const key = keyOf(page);
    segments.set(key, [...(segments.get(key) ?? []), ...titled.pages[index]!.body]);
    rules.set(key, [...(rules.get(key) ?? []), ...mergeRules(page.page.rules, 'h')]);
  });
  const areas = new Map<string, Area>();
  return pages.map((page) => {
    const key = keyOf(page);
    const { width } = page.page;
    const area = areas.get(key) ?? withTables(textArea(segments.get(key) ?? [], width), rules.get(key) ?? [], width);
    areas.set(key, area);
    return area;
  });
}

/**
 * Top and bottom of the content of all pages of one size. Pages that begin above most others, and those without headers
 * and footers whose content is where others have theirs, have margins of their own.
 */
function verticalExtents(layouts: readonly PageLayout[], { pages }: TitledPages): { y0: number; y1: number }[] {
  const own = layouts.map(contentExtent);
  const sizes = layouts.map(({ page }) => `${Math.round(page.width)} ${Math.round(page.height)}`);
  const kinds = sizes.map((size, index) => {
    const fellows = pages.filter((_, other) => sizes[other] === size);
    const header = Math.max(...fellows.flatMap((titles) => titles.header.map(({ y1 }) => y1)));
    const footer = Math.min(...fellows.flatMap((titles) => titles.footer.map(({ y0 }) => y0)));
    const isAbove = pages[index]!.header.length === 0 && own[index]!.y0 < header;
    const isBelow = pages[index]!.footer.length === 0 && own[index]!.y1 > footer;
    return `${size} ${isAbove} ${isBelow}`;
  });
  const usual = new Map([...new Set(kinds)].map((kind) => [kind, usualTop(own.filter((_, at) => kinds[at] === kind))]));
  const isHigh = own.map(({ y0 }, index) => y0 < (usual.get(kinds[index]!) ?? -Infinity) - SAME_TOP);
  const keys = kinds.map((kind, index) => `${kind} ${isHigh[index]!}`);
  const extents = new Map<string, { y0: number; y1: number }>();
  for (const [index, { y0, y1 }] of own.entries()) {
    const known = extents.get(keys[index]!) ?? { y0: Infinity, y1: -Infinity };
    // lines of larger type begin a little higher: they are moved down to the others
    const top = isHigh[index] ? y0 : (usual.get(kinds[index]!) ?? y0);
    extents.set(keys[index]!, { y0: Math.min(known.y0, top), y1: Math.max(known.y1, y1) });
  }
  return layouts.map(({ page: { height } }, index) => {
    const { y0, y1 } = extents.get(keys[index]!)!;
    const top = Number.isFinite(y0) ? Math.max(4, Math.min(y0, height / 2)) : 72;
    return { y0: top, y1: Number.isFinite(y1) ? Math.min(height - 4, Math.max(y1, top + 36)) : height - 72 };
  });
}

/** Where most pages begin, if they have a common top. */
function usualTop(extents: readonly { readonly y0: number }[]): number | undefined {
  const tops = extents.map(({ y0 }) => y0).filter(Number.isFinite);
  const middle = median(tops);
  const near = tops.filter((top) => Math.abs(top - middle) < SAME_TOP);
  return near.length >= MIN_SAME_TOPS && near.length > tops.length / 2 ? median(near) : undefined;
}

function contentExtent({ bands }: PageLayout): { y0: number; y1: number } {
  let y0 = Infinity;
  let y1 = -Infinity;
  for (const block of bands.flatMap(({ columns }) => columns.flatMap((column) => column.blocks))) {
    if (block.kind === 'blank') continue;
    y0 = Math.min(y0, block.kind === 'paragraph' ? topOfParagraph(block) : block.y0);
    const end = block.kind === 'paragraph' ? block.rows.at(-1)!.baseline + 0.2 * linePitch(block) : block.y1;
    y1 = Math.max(y1, end);
  }
  return { y0, y1 };
}

function blocksOf(layouts: readonly PageLayout[]): Block[] {
  return layouts.flatMap(({ bands }) => bands.flatMap(({ columns }) => columns.flatMap(({ blocks }) => blocks)));
}

function outlinedPage(layout: PageLayout): OutlinedPage {
  const paragraphs = blocksOf([layout]).filter((block) => block.kind === 'paragraph');
  return { entries: layout.page.outline ?? [], paragraphs };
}

function replaceParagraphs(layout: PageLayout, replacements: ReadonlyMap<Paragraph, Paragraph>): PageLayout {
  const replaced = (block: Block): Block => (block.kind === 'paragraph' && replacements.get(block)) || block;
  const bands = layout.bands.map(({ columns }) => ({
    columns: columns.map((column) => ({ ...column, blocks: column.blocks.map(replaced) })),
  }));
  return { ...layout, bands };
}

/** Lists of the flow, and of every table cell by itself. */
function allLists(
  blocks: readonly Block[],
  isHeading: (paragraph: Paragraph) => boolean,
  nextId: () => number,
): Map<Paragraph, ListItem> {
  const lists = findLists(blocks, isHeading, nextId);
  for (const block of blocks) {
    if (block.kind !== 'table') continue;
    for (const cell of block.cells) {
      for (const [paragraph, item] of allLists(blocksOfCell(cell), isHeading, nextId)) lists.set(paragraph, item);
    }
  }
  return lists;
}
