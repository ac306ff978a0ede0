import { titleSignature, type TitledPages } from './running-titles.ts';
import type { Row } from './rows.ts';
import type { Area } from './blocks.ts';
import type { PageImage } from '../page-model.ts';
import type { FlowBand, FlowBlock } from './flow.ts';
import type { PageLayout } from './page-layout.ts';

/** Where a block stands in relation to the one before. */
export interface SectionBlock extends FlowBlock {
  readonly breakBefore?: 'page' | 'column';
}

export interface Titles {
  readonly rows: readonly Row[];
  readonly pictures: readonly PageImage[];
  readonly pageIndex: number;
}

/** Pages or parts of pages with the same paper, margins, columns and running titles. */
export interface Section {
  readonly pageIndex: number;
  readonly startsPage: boolean;
  readonly columns: readonly Area[];
  readonly blocks: readonly SectionBlock[];
  readonly header: Titles;
  readonly footer: Titles;
  /** Titles of the first page, when they differ. */
  readonly first?: { readonly header: Titles; readonly footer: Titles };
  /** A paragraph runs on from one column or page to the next. */
  readonly runsOn: boolean;
  /** Pages of the section that have no blocks of their own to carry what floats on them. */
  readonly pages: readonly number[];
}

/** Columns whose edges differ less are equal. */
const SAME_COLUMNS = 8;

interface DraftSection {
  readonly pageIndex: number;
  readonly startsPage: boolean;
  columns: Area[];
  readonly blocks: SectionBlock[];
  titles: string;
  readonly firstTitles?: string;
  titlesPage: number;
  runsOn: boolean;
  readonly pages: number[];
  /** The last band of the section is the last of its page so far. */
  lastPage: number;
}

/** Merges the bands of all pages into as few sections as their geometry allows: fewer breaks are easier to edit. */
export function buildSections(
  bands: readonly FlowBand[],
  layouts: readonly PageLayout[],
  titled: TitledPages,
): Section[] {
  const { numberOffset } = titled;
  const signatures = titled.pages.map((titles, index) =>
    titleSignature(titles, numberOffset === undefined ? undefined : numberOffset + index),
  );
  const sections: DraftSection[] = [];
  for (const band of bands) {
    const current = sections.at(-1);
    const columns = band.columns.map(({ area }) => ({ x0: area.x0, x1: area.x1 }));
    const fits = current && canHold(current, band, columns, layouts, signatures);
    const section = fits ? current : openSection(band, columns, signatures);
    if (!fits) sections.push(section);
    addBand(section, band, !fits, signatures);
  }
  return sections.map((draft) => finishSection(draft, titled));
}

function openSection(band: FlowBand, columns: Area[], signatures: readonly string[]): DraftSection {
  const { pageIndex, startsPage } = band;
  return {
    pageIndex,
    startsPage,
    columns,
    blocks: [],
    titles: signatures[pageIndex]!,
    titlesPage: pageIndex,
    runsOn: false,
    pages: [],
    lastPage: pageIndex,
  };
}

function canHold(
  section: DraftSection,
  band: FlowBand,
  columns: readonly Area[],
  layouts: readonly PageLayout[],
  signatures: readonly string[],
): boolean {
  const { page } = layouts[band.pageIndex]!;
  const { page: own } = layouts[section.pageIndex]!;
  if (Math.abs(page.width - own.width) > 1 || Math.abs(page.height - own.height) > 1) return false;
  if (!sameColumns(section.columns, columns)) return false;
  // another band of the same page cannot go back up
  if (!band.startsPage) return columns.length === 1;
  if (signatures[band.pageIndex] === section.titles) return true;
  // only the first page of a section may have titles of its own
  const isSecondPage =
    section.startsPage && section.lastPage === section.pageIndex && section.firstTitles === undefined;
  return isSecondPage && band.pageIndex === section.pageIndex + 1 && section.pageIndex === 0;
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

function addBand(section: DraftSection, band: FlowBand, isNew: boolean, signatures: readonly string[]): void {
  if (signatures[band.pageIndex] !== section.titles) {
    Object.assign(section, {
      firstTitles: section.titles,
      titles: signatures[band.pageIndex]!,
      titlesPage: band.pageIndex,
    });
  }
  section.columns = section.columns.map((area, index) => ({
    x0: Math.min(area.x0, band.columns[index]!.area.x0),
    x1: Math.max(area.x1, band.columns[index]!.area.x1),
  }));
  band.columns.forEach((column, columnIndex) => {
    if (column.continues) section.runsOn = true;
    column.blocks.forEach((block, blockIndex) => {
      const isFirst = blockIndex === 0 && !column.continues;
      const breakBefore =
        isFirst && columnIndex > 0 ? 'column' : isFirst && band.startsPage && !isNew ? 'page' : undefined;
      section.blocks.push(breakBefore ? { ...block, breakBefore } : block);
    });
  });
  section.pages.push(band.pageIndex);
  section.lastPage = band.pageIndex;
}

function finishSection(draft: DraftSection, titled: TitledPages): Section {
  const { pageIndex, startsPage, columns, blocks, runsOn, pages, firstTitles, titlesPage } = draft;
  const titlesOf = (index: number) => ({
    header: { rows: titled.pages[index]!.header, pictures: titled.pages[index]!.pictures, pageIndex: index },
    footer: { rows: titled.pages[index]!.footer, pictures: [], pageIndex: index },
  });
  return {
    pageIndex,
    startsPage,
    columns,
    blocks,
    runsOn,
    pages,
    ...titlesOf(titlesPage),
    ...(firstTitles !== undefined && { first: titlesOf(pageIndex) }),
  };
}
