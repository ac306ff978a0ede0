import type { Paragraph } from './blocks.ts';
import type { HeadingLevel } from './segment.ts';
import { splitHeadingNumber } from './join-labels.ts';
import { readHeadingLabel } from './labels.ts';
import { findHeadingNumbers, type ListItem } from './lists.ts';
import { rowOf, textStart } from './rows.ts';

export interface NumberedHeadings {
  /** Headings with their levels; those with a number are split from it. */
  readonly headings: ReadonlyMap<Paragraph, HeadingLevel>;
  readonly numbers: ReadonlyMap<Paragraph, ListItem>;
  /** The paragraph that stands for one of before. */
  readonly replacements: ReadonlyMap<Paragraph, Paragraph>;
}

/**
 * Makes the numbers of headings Word's own numbering, where they count on. Numbered headings of one list have the level
 * that their numbers say.
 */
export function numberHeadings(found: ReadonlyMap<Paragraph, HeadingLevel>, nextId: () => number): NumberedHeadings {
  const candidates = new Map([...found.keys()].map((paragraph) => [paragraph, splitNumber(paragraph)]));
  const numbers = findHeadingNumbers([...candidates.values()], nextId);
  const replacements = new Map([...candidates].filter(([, split]) => numbers.has(split)));
  const headings = new Map<Paragraph, HeadingLevel>();
  for (const [paragraph, level] of found) headings.set(replacements.get(paragraph) ?? paragraph, level);
  alignLevels(headings, numbers);
  return { headings, numbers, replacements };
}

function splitNumber(paragraph: Paragraph): Paragraph {
  const [first, ...others] = paragraph.rows;
  if (!first || paragraph.label) return paragraph;
  const row = rowOf(splitHeadingNumber(first.segments));
  const label = row.segments[0]?.label;
  if (!label) return paragraph;
  return {
    ...paragraph,
    rows: [row, ...others],
    left: others.length > 0 ? paragraph.left : textStart(row),
    firstIndent: others.length > 0 ? textStart(row) - paragraph.left : 0,
    label: { ...label, readings: readHeadingLabel(label.text) },
  };
}

/** Levels by size and by number may differ: what the number of dots says is what the author meant. */
function alignLevels(headings: Map<Paragraph, HeadingLevel>, numbers: ReadonlyMap<Paragraph, ListItem>): void {
  const lists = Map.groupBy(numbers, ([, { list }]) => list);
  for (const members of lists.values()) {
    const depths = new Set(members.map(([, { level }]) => level));
    const [topmost] = members.toSorted(([, a], [, b]) => a.level - b.level);
    const isPath = topmost![1].level > 0;
    if (depths.size < 2 && !isPath) continue;
    const base = isPath ? 1 : headings.get(topmost![0])!;
    for (const [paragraph, { level }] of members) {
      headings.set(paragraph, Math.max(1, Math.min(6, base + level)) as HeadingLevel);
    }
  }
}
