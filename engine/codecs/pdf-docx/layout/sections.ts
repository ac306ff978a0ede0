import { decisionBy, noIf, type OrderedRules, yesIf } from './ordered-rules.ts';
import type { PageImage } from '../../../content/pages/model.ts';
import type { Area } from './blocks.ts';
import type { FlowBand, FlowBlock } from './flow.ts';
import { goesOnWith } from './joined-tables.ts';
import type { PageLayout } from './page-layout.ts';
import { restartsAt } from './page-numbers.ts';
import type { Row } from './rows.ts';
import { type HeadersFooters, type TitledPages, titleSignature } from './headers-footers.ts';
import { SECTIONS } from '../thresholds/columns.ts';
import { DOCUMENT_LAYOUT } from '../thresholds/pages.ts';

const { SAME_COLUMNS, MIN_FACING_SHARE, MIN_FACING_PAGES } = SECTIONS;
const { SAME_TOP } = DOCUMENT_LAYOUT;

/** Where a block is in relation to the one before. */
export interface SectionBlock extends FlowBlock {
  readonly breakBefore?: 'page' | 'column' | undefined;
  /** A table that goes on with the one before, over a page break that comes by itself. */
  readonly goesOn?: boolean;
}

/** A header or a footer, as the page with this index shows it. */
export interface Titles {
  readonly rows: readonly Row[];
  readonly images: readonly PageImage[];
  readonly pageIndex: number;
}

interface PageTitles {
  /** Equal where the titles look alike. */
  readonly signature: string;
  readonly header: Titles;
  readonly footer: Titles;
}

/** Pages or parts of pages with the same paper, margins, columns and headers and footers. */
export interface Section {
  readonly pageIndex: number;
  readonly startsPage: boolean;
  readonly columns: readonly Area[];
  readonly blocks: readonly SectionBlock[];
  /** Titles of all pages, or of the odd ones. */
  readonly titles: PageTitles;
  /** Titles of the even pages, when they differ. */
  readonly even?: PageTitles;
  /** Titles of the first page, when they differ. */
  readonly first?: PageTitles;
  /** A paragraph runs on from one column or page to the next. */
  readonly runsOn: boolean;
  /** Points that its pages are longer than their content where text runs on by itself. */
  readonly slack?: number;
  readonly pages: readonly number[];
}

interface Sections {
  readonly sections: readonly Section[];
  /** Odd and even pages have different titles throughout. */
  readonly evenAndOdd: boolean;
}

type Side = 'odd' | 'even';

/** Headers and footers that some pages share; the page is the first that has them. */
interface SharedTitles {
  readonly signature: string;
  readonly pageIndex: number;
}

/** A section, and a band that it may hold. */
interface SectionAndBand {
  readonly section: DraftSection;
  readonly band: FlowBand;
}

interface DraftSection {
  readonly pageIndex: number;
  readonly startsPage: boolean;
  columns: readonly Area[];
  readonly blocks: SectionBlock[];
  readonly sides: Map<Side, SharedTitles>;
  first: SharedTitles | undefined;
  runsOn: boolean;
  readonly pages: number[];
}

/**
 * Merges the bands of all pages into as few sections as their geometry allows: fewer breaks are easier to edit. `topOf`
 * are the top margins of the pages.
 */
export function buildSections(
  bands: readonly FlowBand[],
  layouts: readonly PageLayout[],
  titled: TitledPages,
  topOf: (pageIndex: number) => number,
): Sections {
  const { numbering } = titled;
  let run = 0;
  const signatures = titled.pages.map((titles, index) => {
    if (numbering && index > 0 && restartsAt(numbering, index)) run++;
    return `${run} ${titleSignature(titles, numbering?.shown[index])}`;
  });
  const evenAndOdd = hasFacingPages(signatures);
  const builder = new SectionBuilder(layouts, titled.pages, signatures, topOf, (index) => {
    const number = numbering?.counts[index]!.value ?? index + 1;
    return evenAndOdd && number % 2 === 0 ? 'even' : 'odd';
  });
  for (const band of bands) builder.add(band);
  return { sections: builder.drafts.map((draft) => finishSection(draft, titled)), evenAndOdd };
}

function hasFacingPages(signatures: readonly string[]): boolean {
  if (signatures.length < MIN_FACING_PAGES) return false;
  const facing = signatures.slice(2).filter((signature, index) => {
    return signature === signatures[index] && signature !== signatures[index + 1];
  });
  return facing.length >= MIN_FACING_SHARE * (signatures.length - 2);
}

class SectionBuilder {
  readonly drafts: DraftSection[] = [];
  readonly #layouts: readonly PageLayout[];
  readonly #titled: readonly HeadersFooters[];
  readonly #signatures: readonly string[];
  readonly #topOf: (pageIndex: number) => number;
  readonly #sideOf: (pageIndex: number) => Side;

  constructor(
    layouts: readonly PageLayout[],
    titled: readonly HeadersFooters[],
    signatures: readonly string[],
    topOf: (pageIndex: number) => number,
    sideOf: (pageIndex: number) => Side,
  ) {
    this.#layouts = layouts;
    this.#titled = titled;
    this.#signatures = signatures;
    this.#topOf = topOf;
    this.#sideOf = sideOf;
  }

  add(band: FlowBand): void {
    const current = this.drafts.at(-1);
    const fits = current !== undefined && this.#canHold({ section: current, band });
    const section = fits ? current : this.#open(band);
    if (fits && band.startsPage) this.#addTitles(section, band.pageIndex);
    section.columns = section.columns.map((area, index) => ({
      x0: Math.min(area.x0, band.columns[index]!.area.x0),
      x1: Math.max(area.x1, band.columns[index]!.area.x1),
    }));
    band.columns.forEach(({ continues, blocks }, columnIndex) => {
      if (continues) section.runsOn = true;
      blocks.forEach((block, index) => {
        const isFirst = index === 0 && !continues;
        const startsPage = isFirst && columnIndex === 0 && band.startsPage && fits;
        if (startsPage && this.#goesOn(section, block)) {
          section.runsOn = true;
          section.blocks.push({ ...block, goesOn: true });
          return;
        }
        const breakBefore = isFirst && columnIndex > 0 ? 'column' : startsPage ? 'page' : undefined;
        section.blocks.push(breakBefore ? { ...block, breakBefore } : block);
      });
    });
    section.pages.push(band.pageIndex);
  }

  /** Whether a block at the top of a page is the rest of the table at the end of the section. */
  #goesOn(section: DraftSection, { block, pageIndex }: FlowBlock): boolean {
    const last = section.blocks.at(-1);
    if (block.kind !== 'table' || last?.block.kind !== 'table' || last.pageIndex !== pageIndex - 1) return false;
    // the margin at the foot of a page is that of the section with which it begins
    if (section.pageIndex === last.pageIndex && !section.startsPage) return false;
    const { page, shapes, floats, turned } = this.#layouts[pageIndex]!;
    // what floats on the page needs a paragraph on it
    if (shapes.length + floats.length + turned.length > 0) return false;
    const ofSameSize = this.#layouts.filter((other) => Math.abs(other.page.height - page.height) < 1);
    return goesOnWith(last.block, block, Math.max(...ofSameSize.map(({ content }) => content?.y1 ?? 0)));
  }

  #open({ pageIndex, startsPage, columns }: FlowBand): DraftSection {
    const section: DraftSection = {
      pageIndex,
      startsPage,
      columns: columns.map(({ area }) => area),
      blocks: [],
      sides: new Map([[this.#sideOf(pageIndex), this.#titlesOf(pageIndex)]]),
      first: undefined,
      runsOn: false,
      pages: [],
    };
    this.drafts.push(section);
    return section;
  }

  #titlesOf(pageIndex: number): SharedTitles {
    return { signature: this.#signatures[pageIndex]!, pageIndex };
  }

  readonly #holdingRules: OrderedRules<SectionAndBand> = {
    otherPaper: ({ section, band }) => {
      const [{ page }, { page: own }] = [this.#layouts[band.pageIndex]!, this.#layouts[section.pageIndex]!];
      return noIf(Math.abs(page.width - own.width) > 1 || Math.abs(page.height - own.height) > 1);
    },
    /** What begins above the margin of the section would be moved down. */
    otherTop: ({ section, band }) =>
      noIf(band.startsPage && this.#topOf(band.pageIndex) < this.#topOf(section.pageIndex) - SAME_TOP),
    otherColumns: ({ section, band }) => {
      const areas = band.columns.map(({ area }) => area);
      return noIf(!sameColumns(section.columns, areas));
    },
    /** Another band of the same page cannot go back up. */
    onSamePage: ({ band }) => (band.startsPage ? undefined : band.columns.length === 1),
    sameTitles: ({ section, band }) => {
      const shared = section.sides.get(this.#sideOf(band.pageIndex));
      return yesIf(!shared || shared.signature === this.#signatures[band.pageIndex]);
    },
    titlesOfFirstPage: ({ section, band }) =>
      this.#mayBeFirst(section) && this.#leavesRoomFor(this.#titled[band.pageIndex]!),
  };
  readonly #canHold = decisionBy(this.#holdingRules);

  /** Pages of one section keep the room of its titles, and so does a first page that has none. */
  #leavesRoomFor({ header, footer }: HeadersFooters): boolean {
    const content = this.#layouts[0]!.content ?? { y0: Infinity, y1: -Infinity };
    return header.every(({ y1 }) => y1 <= content.y0) && footer.every(({ y0 }) => y0 >= content.y1);
  }

  /** Only a section that has no more than the document's first page may take its titles as those of a first page. */
  #mayBeFirst({ pageIndex, pages, first }: DraftSection): boolean {
    return pageIndex === 0 && first === undefined && pages.every((page) => page === 0);
  }

  #addTitles(section: DraftSection, pageIndex: number): void {
    const side = this.#sideOf(pageIndex);
    const shared = section.sides.get(side);
    if (shared?.signature === this.#signatures[pageIndex]) return;
    if (!shared) {
      section.sides.set(side, this.#titlesOf(pageIndex));
      return;
    }
    // the sections of the document's first page share its titles, and the ones that follow
    for (const draft of this.drafts) {
      draft.first = shared;
      draft.sides.set(side, this.#titlesOf(pageIndex));
    }
  }
}

function sameColumns(a: readonly Area[], b: readonly Area[]): boolean {
  return (
    a.length === b.length &&
    a.every((area, index) => {
      const other = b[index]!;
      return Math.abs(area.x0 - other.x0) < SAME_COLUMNS && Math.abs(area.x1 - other.x1) < SAME_COLUMNS;
    })
  );
}

function finishSection(draft: DraftSection, titled: TitledPages): Section {
  const { pageIndex, startsPage, columns, blocks, runsOn, pages, sides, first } = draft;
  const titlesOf = ({ pageIndex: index, signature }: SharedTitles): PageTitles => {
    const { header, footer, images } = titled.pages[index]!;
    return {
      signature,
      header: { rows: header, images, pageIndex: index },
      footer: { rows: footer, images: [], pageIndex: index },
    };
  };
  const odd = sides.get('odd');
  const even = sides.get('even');
  return {
    pageIndex,
    startsPage,
    columns,
    blocks,
    runsOn,
    pages,
    titles: titlesOf((odd ?? even)!),
    ...(even && { even: titlesOf(even) }),
    ...(first && { first: titlesOf(first) }),
  };
}
