import { median } from '../../../content/pages/geometry.ts';
import type { Paragraph } from './blocks.ts';
import { type FlowPart, linePitch } from './flow.ts';
import type { Section, SectionBlock } from './sections.ts';
import type { HeadingLevel } from './segment.ts';
import { NATURAL_BREAKS } from '../thresholds/pages.ts';

const { ROUNDING, MIN_OPENING, MIN_SLACK, MAX_SLACK, SLACK_SHARE } = NATURAL_BREAKS;

interface NaturalBreaks {
  /** Points below the content of a page, down to where pages like it end. */
  readonly roomBelow: (pageIndex: number) => number;
  readonly levelOf: (paragraph: Paragraph) => HeadingLevel | undefined;
}

/**
 * Lets text run on to the pages of a section: breaks before pages that begin where the page before is full are taken
 * away, since what comes next goes there by itself, and a line that Word sets on its own does not leave a page with
 * nothing else on it. Such a paragraph has the space above it that others of its kind have: programs leave it out at the
 * top of a page, and it is there when the text moves. Pages get so little room below their last line that none takes a line of the next one; where a
 * page ends early all the same, the text is kept from going on there.
 */
export function breakNaturally(section: Section, { roomBelow, levelOf }: NaturalBreaks): Section {
  if (!section.runsOn || section.columns.length > 1) return section;
  const openings = openingsOf(section.blocks);
  const roomOn = (pageIndex: number): number => roomBelow(pageIndex) + (openings.get(pageIndex) ?? 0);
  const gapAt = ({ paragraph }: FlowPart, before: number): number => linePitch(paragraph) - roomOn(before);
  const gaps = section.blocks.flatMap((block) => partsAndPages(block).map(([part, before]) => gapAt(part, before)));
  const tight = gaps.filter((gap) => SLACK_SHARE * gap >= MIN_SLACK);
  const slack = Math.min(MAX_SLACK, ...tight.map((gap) => SLACK_SHARE * gap));
  const kindOf = ({ block }: SectionBlock): HeadingLevel | 'text' | undefined =>
    block.kind === 'paragraph' ? (levelOf(block) ?? 'text') : undefined;
  const spaces = usualSpaces(section.blocks, kindOf);
  const blocks = section.blocks.map((placed, index): SectionBlock => {
    const { breakBefore, pageIndex, spaceBefore } = placed;
    const kind = kindOf(placed);
    const isHeading = kind !== undefined && kind !== 'text';
    const kept = isHeading ? section.blocks[index + 1] : undefined;
    const needed = heightOfStart(placed) + (kept ? kept.spaceBefore + heightOfStart(kept) : 0);
    // space at the top of a page, as above a chapter, is there only behind a break
    const mayFlow = breakBefore === 'page' && spaceBefore < MIN_OPENING;
    const isFull = mayFlow && roomOn(pageIndex - 1) + slack < needed - ROUNDING;
    const continuations = partsAndPages(placed).map(([part, before]): FlowPart =>
      gapAt(part, before) > slack ? part : { ...part, endsEarly: true },
    );
    if (!isFull) return { ...placed, continuations };
    const space = Math.max(spaceBefore, (kind !== undefined && spaces.get(kind)) || 0);
    return { ...placed, continuations, breakBefore: undefined, spaceBefore: space };
  });
  return { ...section, blocks, slack };
}

/** The space above the first lines of pages to which text may flow by itself: programs leave it out there. */
function openingsOf(blocks: readonly SectionBlock[]): Map<number, number> {
  const first = blocks.filter(({ breakBefore, spaceBefore }) => breakBefore === 'page' && spaceBefore < MIN_OPENING);
  return new Map(first.map(({ pageIndex, spaceBefore }) => [pageIndex, spaceBefore]));
}

/** The space above most paragraphs of each kind that have another block above them on their page. */
function usualSpaces<Kind>(
  blocks: readonly SectionBlock[],
  kindOf: (block: SectionBlock) => Kind | undefined,
): Map<Kind, number> {
  const spaces = new Map<Kind, number[]>();
  for (const [index, block] of blocks.entries()) {
    const kind = kindOf(block);
    if (kind === undefined || index === 0 || block.breakBefore !== undefined) continue;
    spaces.set(kind, [...(spaces.get(kind) ?? []), block.spaceBefore]);
  }
  return new Map(Array.from(spaces, ([kind, values]) => [kind, median(values)]));
}

/** What follows of a paragraph, each part with the page before it. */
function partsAndPages({ continuations, pageIndex }: SectionBlock): [part: FlowPart, before: number][] {
  return continuations.map((part, index) => [part, continuations[index - 1]?.pageIndex ?? pageIndex]);
}

/** Points of what cannot be parted: a line, a row of a table, an image. */
function heightOfStart({ block }: SectionBlock): number {
  if (block.kind === 'paragraph') return linePitch(block);
  return block.kind === 'table' ? block.ys[1]! - block.ys[0]! : block.y1 - block.y0;
}
