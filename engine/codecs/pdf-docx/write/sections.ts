import {
  Column as WordColumn,
  type FileChild,
  Footer,
  Header,
  type ISectionOptions,
  NumberFormat,
  PageOrientation,
  type Paragraph as WordParagraph,
  SectionType,
} from 'docx';
import { type PageNumbering, restartsAt } from '../layout/page-numbers.ts';
import type { PageLayout } from '../layout/page-layout.ts';
import { decisionBy, type OrderedRules, yesIf } from '../layout/ordered-rules.ts';
import type { Section, SectionBlock, Titles } from '../layout/sections.ts';
import { Anchors, isWritten } from './anchors.ts';
import type { MadeDrawings } from './drawings.ts';
import { makeImage } from './figures.ts';
import { makeParagraph, makeSpacer } from './paragraphs.ts';
import { makeEquationParagraph } from './equations.ts';
import { makeImageParagraph } from './images.ts';
import { cutAtSections, placeParts, runsOnByItself } from './placed-parts.ts';
import { bottomOfTitles, makeTitles, topOfTitles } from './headers-footers.ts';
import { makeTable } from './tables.ts';
import { twips } from './units.ts';
import type { WriterContext } from './writer-context.ts';
import { SECTIONS } from '../thresholds/writing.ts';

const { USUAL_MARGIN, SAME_EDGE, EMPTY_TITLE_DISTANCE, MIN_OPENING, SLACK_LINES } = SECTIONS;

const PAGE_FORMATS = { lowerRoman: NumberFormat.LOWER_ROMAN, upperRoman: NumberFormat.UPPER_ROMAN } as const;

/** Vertical extent of the content of pages of one size: their common top and bottom margin. */
interface VerticalExtent {
  readonly y0: number;
  readonly y1: number;
}

export interface SectionsOptions {
  readonly layouts: readonly PageLayout[];
  readonly extentOf: (pageIndex: number) => VerticalExtent;
  readonly pageNumbering: PageNumbering | undefined;
  /** Some page has a header or footer: sections without one must end the inherited one. */
  readonly hasTitles: boolean;
  readonly evenAndOdd: boolean;
  readonly bodySize: number;
  readonly firstNote: number;
}

export function makeSections(
  joined: readonly Section[],
  options: SectionsOptions,
  context: WriterContext,
): ISectionOptions[] {
  const sections = cutAtSections(joined);
  const anchors = new Anchors(sections, options.layouts, context);
  return sections.flatMap((section, index): ISectionOptions[] => {
    const sharesPage = sections[index + 1]?.startsPage === false;
    const page = pageSettings(section, options, context);
    const body = {
      properties: {
        type: section.startsPage ? SectionType.NEXT_PAGE : SectionType.CONTINUOUS,
        page,
        ...(options.firstNote !== 1 && { footnoteProperties: { start: options.firstNote } }),
        ...columnSettings(section),
        ...(section.first && section.startsPage && { titlePage: true }),
      },
      children: makeChildren(section, { anchors, endsLastPage: !sharesPage }, context),
    };
    const whole = {
      ...body,
      ...(changesTitles({ section, previous: sections[index - 1] }) && titles(section, options, context)),
    };
    if (section.columns.length < 2 || !section.startsPage || !sharesPage) return [whole];
    // LibreOffice gives a page that begins with columns to them alone: it begins with an empty line
    const opening = { ...whole, properties: { ...whole.properties, column: { count: 1 } }, children: [makeSpacer(1)] };
    return [opening, { ...body, properties: { ...body.properties, type: SectionType.CONTINUOUS, titlePage: false } }];
  });
}

function pageSettings(section: Section, options: SectionsOptions, context: WriterContext) {
  const { page } = options.layouts[section.pageIndex]!;
  const extent = options.extentOf(section.pageIndex);
  const [first] = section.columns;
  const last = section.columns.at(-1)!;
  const left = Math.max(0, first!.x0);
  const right = Math.max(0, page.width - last.x1);
  const mirrored = context.isMirrored(section.pageIndex);
  const footerTop = topOfTitles(section.titles.footer) ?? page.height;
  const footerBottom = bottomOfTitles(section.titles.footer);
  const runsOn = runsOnByItself(section);
  const slack = runsOn ? (section.slack ?? 0) : options.bodySize * SLACK_LINES * 1.2;
  // A page that ends early has its usual margin all the same: who goes on writing expects the page to go on.
  const usual = runsOn ? 0 : page.height - USUAL_MARGIN;
  const bottom = Math.min(Math.max(extent.y1 + slack, usual), Math.max(footerTop - 1, extent.y1 + 1), page.height - 4);
  return {
    size: {
      width: twips(page.width),
      height: twips(page.height),
      // docx swaps width and height for landscape
      orientation: PageOrientation.PORTRAIT,
    },
    margin: {
      top: twips(extent.y0),
      bottom: twips(page.height - bottom),
      left: twips(mirrored ? right : left),
      right: twips(mirrored ? left : right),
      header: twips(Math.max(4, topOfTitles(section.titles.header) ?? Math.min(EMPTY_TITLE_DISTANCE, extent.y0 / 2))),
      footer: twips(footerBottom === undefined ? 4 : Math.max(4, page.height - footerBottom)),
    },
    ...(section.startsPage && numberSettings(section, options)),
  };
}

/** How Word counts the pages of a section; from one on and in decimal numbers by itself. */
function numberSettings({ pageIndex }: Section, { pageNumbering }: SectionsOptions) {
  const count = pageNumbering?.counts[pageIndex];
  if (!pageNumbering || !count) return {};
  const { value, format } = count;
  const isRestarted = restartsAt(pageNumbering, pageIndex) && value >= 0;
  if (!isRestarted && format === 'decimal') return {};
  return {
    pageNumbers: {
      ...(isRestarted && { start: value }),
      ...(format !== 'decimal' && { formatType: PAGE_FORMATS[format] }),
    },
  };
}

function columnSettings({ columns }: Section) {
  if (columns.length < 2) return {};
  const spaceAfter = (index: number): number => {
    const next = columns[index + 1];
    return next ? Math.max(0, twips(next.x0 - columns[index]!.x1)) : 0;
  };
  return {
    column: {
      count: columns.length,
      equalWidth: false,
      space: spaceAfter(0),
      children: columns.map(({ x0, x1 }, index) => new WordColumn({ width: twips(x1 - x0), space: spaceAfter(index) })),
    },
  };
}

interface Neighbours {
  readonly section: Section;
  readonly previous: Section | undefined;
}

const CHANGES_TITLES: OrderedRules<Neighbours> = {
  first: ({ previous }) => yesIf(!previous),
  firstPage: ({ section, previous }) => {
    const sharesFirst = !section.startsPage && section.first?.signature === previous?.first?.signature;
    return yesIf(!sharesFirst && (section.first ?? previous?.first) !== undefined);
  },
  otherWidth: ({ section, previous }) => yesIf(section.startsPage && !isAsWide(section, previous!)),
  otherTitles: ({ section, previous }) => yesIf(section.titles.signature !== previous?.titles.signature),
  otherEvenPages: ({ section, previous }) => section.even?.signature !== previous?.even?.signature,
};

/** A section without titles of its own has those of the one before. */
const changesTitles = decisionBy(CHANGES_TITLES);

/** Tabs of headers and footers are set for one text width. */
function isAsWide(section: Section, previous: Section): boolean {
  const edges = ({ columns }: Section): number[] => [columns[0]!.x0, columns.at(-1)!.x1];
  const others = edges(previous);
  return edges(section).every((edge, index) => Math.abs(edge - others[index]!) < SAME_EDGE);
}

function titles(section: Section, options: SectionsOptions, context: WriterContext) {
  const { columns } = section;
  if (!options.hasTitles) return {};
  const area = { x0: columns[0]!.x0, x1: columns.at(-1)!.x1 };
  const make = (titlesOfPage: Titles) => {
    const number = options.pageNumbering?.shown[titlesOfPage.pageIndex];
    return makeTitles(titlesOfPage, { area, number, pageCount: options.layouts.length }, context);
  };
  const first = section.first;
  const even = options.evenAndOdd ? (section.even ?? section.titles) : undefined;
  return {
    headers: {
      default: new Header({ children: make(section.titles.header) }),
      ...(first && { first: new Header({ children: make(first.header) }) }),
      ...(even && { even: new Header({ children: make(even.header) }) }),
    },
    footers: {
      default: new Footer({ children: make(section.titles.footer) }),
      ...(first && { first: new Footer({ children: make(first.footer) }) }),
      ...(even && { even: new Footer({ children: make(even.footer) }) }),
    },
  };
}

function makeChildren(
  section: Section,
  { anchors, endsLastPage }: { readonly anchors: Anchors; readonly endsLastPage: boolean },
  context: WriterContext,
): FileChild[] {
  const children: FileChild[] = [];
  let afterTable = false;
  section.blocks.forEach((placed, index) => {
    if (!isWritten(placed, context)) return;
    const following = nextWritten(section.blocks, index, context);
    const block = { ...placed, endsPage: following !== undefined && startsOver(following, placed) };
    const { behind, texts } = anchors.carriedBy(placed);
    const anchored = [...behind, ...texts];
    if (block.block.kind === 'table') {
      const needsSpacer = anchored.length > 0 || afterTable || block.breakBefore || block.spaceBefore > 1;
      if (needsSpacer) children.push(makeSpacer(block.spaceBefore, { anchored, breakBefore: block.breakBefore }));
      const rest = restOfTable(section.blocks, index);
      const next = section.blocks[index + rest.length + 1];
      const endsPage = next ? next.breakBefore === 'page' : endsLastPage;
      children.push(makeTable(block.block, { ...placed, rest, endsPage }, context));
      afterTable = true;
      return;
    }
    if (anchored.length > 0 && runsFromRight(block, context)) {
      // LibreOffice turns the places of what is anchored in such a paragraph around
      children.push(makeSpacer(1, { anchored, breakBefore: block.breakBefore }));
      const { breakBefore: _, ...rest } = block;
      children.push(makeTextBlock({ ...rest, spaceBefore: Math.max(0, block.spaceBefore - 1) }, section, context));
    } else if (opensColumns(block, section, index) && block.spaceBefore > MIN_OPENING) {
      // LibreOffice begins all columns of the page below the space above such a paragraph
      children.push(makeSpacer(block.spaceBefore, { anchored, breakBefore: block.breakBefore }));
      const { breakBefore: _, ...rest } = block;
      children.push(makeTextBlock({ ...rest, spaceBefore: 0 }, section, context));
    } else children.push(makeTextBlock(block, section, context, { behind, texts }));
    afterTable = false;
  });
  const rest = anchors.restOf(section);
  // LibreOffice takes away an empty paragraph at the end of a section, and with it the page that has no other
  const endsBlank = section.blocks.at(-1)?.block.kind === 'blank';
  // a section ends with a paragraph, and so does what follows a table
  if (afterTable || endsBlank || rest.length > 0 || children.length === 0)
    children.push(makeSpacer(1, { anchored: rest }));
  return children;
}

/** Whether a block is the first of columns side by side, or of those of another page. */
function opensColumns({ breakBefore }: SectionBlock, { columns }: Section, index: number): boolean {
  return columns.length > 1 && (index === 0 || breakBefore === 'page');
}

function nextWritten(blocks: readonly SectionBlock[], index: number, context: WriterContext): SectionBlock | undefined {
  for (let at = index + 1; at < blocks.length; at++) if (isWritten(blocks[at]!, context)) return blocks[at];
  return undefined;
}

/** Whether a block begins another page or column than one before it. */
function startsOver({ pageIndex, breakBefore }: SectionBlock, before: SectionBlock): boolean {
  return pageIndex !== before.pageIndex || breakBefore !== undefined;
}

function runsFromRight({ block, pageIndex }: SectionBlock, context: WriterContext): boolean {
  return block.kind === 'paragraph' && (block.rtl || context.isMirrored(pageIndex));
}

/** The parts of a table on the pages after its first. */
function restOfTable(blocks: readonly SectionBlock[], index: number) {
  const end = blocks.findIndex((block, other) => other > index && !block.goesOn);
  const rest = blocks.slice(index + 1, end < 0 ? blocks.length : end);
  return rest.flatMap(({ block, pageIndex }) => (block.kind === 'table' ? [{ table: block, pageIndex }] : []));
}

function makeTextBlock(
  placed: SectionBlock & { readonly endsPage: boolean },
  section: Section,
  context: WriterContext,
  { behind, texts }: MadeDrawings = { behind: [], texts: [] },
): WordParagraph {
  const { block, pageIndex, column, spaceBefore, spaceAfter, breakBefore, endsPage } = placed;
  const continuations = placeParts(section, placed);
  const anchored = [...behind, ...texts];
  if (block.kind === 'paragraph') {
    // the end of a paragraph that goes on may be on another page
    const floating = continuations.length > 0 ? { anchored } : { anchored: behind, followers: texts };
    return makeParagraph(
      block,
      {
        pageIndex,
        area: column,
        spaceBefore,
        spaceAfter,
        inTable: false,
        continuations,
        breakBefore,
        endsPage,
        ...floating,
      },
      context,
    );
  }
  if (block.kind === 'image') {
    const { equation } = block.image;
    const place = { column, spaceBefore, breakBefore, anchored };
    if (equation) return makeEquationParagraph(block.image, equation, place, context);
    return makeImageParagraph(block, makeImage(block.image, context), place);
  }
  return makeSpacer(1, { anchored, breakBefore });
}
