import type { FlowPart } from '../layout/flow.ts';
import type { Section, SectionBlock } from '../layout/sections.ts';
import type { PlacedPart } from './paragraphs.ts';

/**
 * A paragraph of Word cannot leave its section: where its rest is on a page with which another one begins, the rest
 * becomes a paragraph of that section.
 */
export function cutAtSections(sections: readonly Section[]): Section[] {
  const rests = new Map<number, SectionBlock>();
  const cut = sections.map((section, index): Section => {
    const next = sections.findIndex(({ startsPage }, other) => startsPage && other > index);
    if (next < 0) return section;
    const blocks = section.blocks.map((block): SectionBlock => {
      const { pageIndex } = sections[next]!;
      const from = block.continuations.findIndex((part) => part.pageIndex >= pageIndex);
      if (from < 0) return block;
      rests.set(next, restOf(block.continuations.slice(from)));
      return { ...block, continuations: block.continuations.slice(0, from) };
    });
    return { ...section, blocks };
  });
  return cut.map((section, index) => {
    const rest = rests.get(index);
    return rest ? { ...section, blocks: [rest, ...section.blocks] } : section;
  });
}

function restOf([first, ...continuations]: readonly FlowPart[]): SectionBlock {
  const { paragraph, pageIndex, column } = first!;
  return { block: paragraph, continuations, pageIndex, column, spaceBefore: 0, spaceAfter: 0 };
}

/**
 * The parts of a paragraph with the breaks between them. A single column that is filled up to the margin of its page
 * runs on by itself; columns side by side end at different heights, and LibreOffice makes them lower by the notes of
 * their neighbours.
 */
export function placeParts({ columns }: Section, { pageIndex, continuations }: SectionBlock): PlacedPart[] {
  return continuations.map((part, index) => {
    if (columns.length < 2) return { ...part, ...(part.endsEarly && !isWidow(part) && { breakBefore: 'page' }) };
    const before = continuations[index - 1]?.pageIndex ?? pageIndex;
    return { ...part, breakBefore: part.pageIndex === before ? 'column' : 'page' };
  });
}

/** Whether the page before ends early because a line alone would have been left for the next. */
export function isWidow({ endsEarly, paragraph }: FlowPart): boolean {
  return endsEarly === true && paragraph.rows.length === 2;
}

/** Whether text comes to its next page by itself, so that a page has to end at the very line at which it does. */
export function runsOnByItself({ columns, runsOn, pages }: Section): boolean {
  return runsOn && columns.length < 2 && new Set(pages).size > 1;
}
