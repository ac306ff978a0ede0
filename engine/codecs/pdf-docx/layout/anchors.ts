import type { Link } from '../../../content/pages/model.ts';
import { type Block, type Paragraph, paragraphsOfTable } from './blocks.ts';
import type { PageLayout } from './page-layout.ts';
import { ANCHORS } from '../thresholds/pages.ts';

const { TOLERANCE } = ANCHORS;

/** Links within the document: where they start, and the paragraphs that they lead to. */
export interface Anchors {
  /** Name of the bookmark at the start of a paragraph. */
  readonly bookmarks: ReadonlyMap<Paragraph, string>;
  /** Links of each page to bookmarks, as `#name`. */
  readonly links: readonly (readonly Link[])[];
}

/** Finds the first paragraph at each place to which the links of the document lead; others lead nowhere. */
export function findAnchors(layouts: readonly PageLayout[]): Anchors {
  const byNumber = new Map(layouts.map((layout) => [layout.page.number, layout]));
  const bookmarks = new Map<Paragraph, string>();
  const links = layouts.map(({ page }) =>
    (page.jumps ?? []).flatMap(({ pageNumber, targetY = 0, x0, y0, x1, y1 }): Link[] => {
      const layout = byNumber.get(pageNumber);
      const target = layout && paragraphAt(layout, targetY);
      if (!target) return [];
      const name = bookmarks.get(target) ?? `place_${bookmarks.size + 1}`;
      bookmarks.set(target, name);
      return [{ x0, y0, x1, y1, url: `#${name}` }];
    }),
  );
  return { bookmarks, links };
}

function paragraphAt({ bands }: PageLayout, y: number): Paragraph | undefined {
  const paragraphs = bands.flatMap(({ columns }) => columns.flatMap(({ blocks }) => blocks.flatMap(paragraphsOf)));
  const below = paragraphs.filter((paragraph) => paragraph.y1 > y + TOLERANCE);
  return below.toSorted((a, b) => a.y0 - b.y0)[0] ?? paragraphs[0];
}

function paragraphsOf(block: Block): readonly Paragraph[] {
  if (block.kind === 'paragraph') return [block];
  return block.kind === 'table' ? paragraphsOfTable(block) : [];
}
