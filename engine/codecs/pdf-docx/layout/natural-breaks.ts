import type { Paragraph } from './blocks.ts';
import { linePitch } from './flow.ts';
import type { Section, SectionBlock } from './sections.ts';
import { NATURAL_BREAKS } from '../thresholds/pages.ts';

const { ROUNDING } = NATURAL_BREAKS;

interface NaturalBreaks {
  /** Points below the content of a page, down to where pages like it end. */
  readonly roomBelow: (pageIndex: number) => number;
  readonly isHeading: (paragraph: Paragraph) => boolean;
}

/**
 * Takes away the breaks before pages that begin where the page before is full: what comes next goes there by itself, and
 * a line that Word sets on its own does not leave a page with nothing else on it.
 */
export function breakNaturally(section: Section, { roomBelow, isHeading }: NaturalBreaks): Section {
  if (!section.runsOn || section.columns.length > 1) return section;
  const blocks = section.blocks.map((placed, index): SectionBlock => {
    const { block, breakBefore, pageIndex } = placed;
    const kept = block.kind === 'paragraph' && isHeading(block) ? section.blocks[index + 1] : undefined;
    const needed = heightOfStart(placed) + (kept ? kept.spaceBefore + heightOfStart(kept) : 0);
    const isFull = breakBefore === 'page' && roomBelow(pageIndex - 1) < needed - ROUNDING;
    return isFull ? { ...placed, breakBefore: undefined } : placed;
  });
  return { ...section, blocks };
}

/** Points of what cannot be parted: a line, a row of a table, an image. */
function heightOfStart({ block }: SectionBlock): number {
  if (block.kind === 'paragraph') return linePitch(block);
  return block.kind === 'table' ? block.ys[1]! - block.ys[0]! : block.y1 - block.y0;
}
