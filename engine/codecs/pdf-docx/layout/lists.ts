import type { Block, Paragraph } from './blocks.ts';
import type { Label, NumberLabel } from './labels.ts';
import { NumberSequence } from './number-sequence.ts';
import { tagOf } from './rows.ts';
import { SPACE_GAP } from './spaces.ts';
import { LISTS } from '../thresholds/lists.ts';

const { SAME_INDENT, MAX_LEVEL, MAX_FIRST, MAX_INTERRUPTED } = LISTS;

/** One list: items with one kind of label that count on. */
export type ListDefinition =
  | { readonly kind: 'bullet'; readonly id: number; readonly character: string }
  | { readonly kind: 'number'; readonly id: number; readonly first: NumberLabel; readonly sequence: NumberSequence };

export interface ListItem {
  readonly list: ListDefinition;
  /** Depth, 0 to 8. */
  readonly level: number;
  /** How the number of the item is read. */
  readonly number?: NumberLabel;
}

interface OpenList {
  readonly list: ListDefinition;
  readonly level: number;
  readonly x0: number;
}

/**
 * Finds the lists in a flow of blocks: bullets always, numbers when they count on from one item to the next or hang in
 * front of an indented text.
 */
export function findLists(
  blocks: readonly Block[],
  isHeading: (paragraph: Paragraph) => boolean,
  nextId: () => number,
): Map<Paragraph, ListItem> {
  const items = new Map<Paragraph, ListItem>();
  let open: readonly OpenList[] = [];
  let interrupted: readonly OpenList[] = [];
  /** Goes on with the lists `next`; numbers may count on behind what comes between. */
  const goOnWith = (next: readonly OpenList[]): void => {
    const ended = open.filter((list) => list.list.kind === 'number' && !next.includes(list));
    interrupted = [...interrupted.filter((list) => !next.includes(list)), ...ended].slice(-MAX_INTERRUPTED);
    open = next;
  };
  const paragraphs = blocks.filter((block) => block.kind === 'paragraph');
  paragraphs.forEach((paragraph, index) => {
    const { label } = paragraph;
    if (isHeading(paragraph)) goOnWith([]);
    if (!label || isHeading(paragraph)) return;
    const x0 = label.x0 - paragraph.area.x0;
    const outer = open.filter((list) => list.x0 < x0 - SAME_INDENT);
    const depth = tagOf(paragraph)?.listDepth;
    for (const candidate of [...interrupted, ...open].toReversed()) {
      // tags say how deep an item is, whatever its indent
      if (depth && candidate.level !== depth - 1) continue;
      const reading = label.readings.find((other) => continues(candidate, other, x0));
      if (!reading) continue;
      if (candidate.list.kind === 'number' && reading.kind === 'number') candidate.list.sequence.advance(reading);
      goOnWith([...outer.filter((list) => list !== candidate), candidate]);
      items.set(paragraph, itemOf(candidate.list, reading, candidate.level));
      return;
    }
    const reading = firstReading(paragraph, paragraphs.slice(index + 1)) ?? taggedReading(paragraph);
    if (!reading) return;
    const list = defineList(reading, nextId());
    const level = Math.min(MAX_LEVEL, depth ? depth - 1 : outer.length);
    goOnWith([...outer, { list, level, x0 }]);
    items.set(paragraph, itemOf(list, reading, level));
  });
  return items;
}

/** Numbers of headings, by their own count; a number that nothing continues stays text unless it is marked as one. */
export function findHeadingNumbers(headings: readonly Paragraph[], nextId: () => number): Map<Paragraph, ListItem> {
  const items = new Map<Paragraph, ListItem>();
  const lists: { list: ListDefinition & { kind: 'number' }; members: Paragraph[] }[] = [];
  for (const paragraph of headings) {
    const readings = (paragraph.label?.readings ?? []).filter((label) => label.kind === 'number');
    const open = lists.findLast(({ list }) => readings.some((label) => list.sequence.accepts(label)));
    const reading = open ? readings.find((label) => open.list.sequence.accepts(label)) : readings[0];
    if (!reading) continue;
    const entry = open ?? { list: defineNumbers(reading, nextId()), members: [] };
    if (open) open.list.sequence.advance(reading);
    else lists.push(entry);
    entry.members.push(paragraph);
    items.set(paragraph, itemOf(entry.list, reading, 0));
  }
  for (const { list, members } of lists) {
    const isApart = members[0]?.label?.apart === true;
    const isNamed = list.first.prefix !== '' && !(isApart && list.first.path[0] === 1);
    const isMarked = list.first.suffix !== '' || list.first.path.length > 1 || (list.first.prefix !== '' && !isNamed);
    const isLone = members.length === 1 && (isNamed || !isMarked || isTyped(members[0]!));
    if (isLone) for (const paragraph of members) items.delete(paragraph);
  }
  return items;
}

/** A space is between a number and its text, no more. */
function isTyped({ label, size }: Paragraph): boolean {
  return label !== undefined && !label.apart && label.textX0 - label.x1 > SPACE_GAP * size;
}

function defineList(label: Label, id: number): ListDefinition {
  return label.kind === 'bullet' ? { kind: 'bullet', id, character: label.character } : defineNumbers(label, id);
}

function defineNumbers(first: NumberLabel, id: number): ListDefinition & { kind: 'number' } {
  return { kind: 'number', id, first, sequence: new NumberSequence(first) };
}

function itemOf(list: ListDefinition, label: Label, level: number): ListItem {
  return { list, level: levelOf(label, level), ...(label.kind === 'number' && { number: label }) };
}

/** A number path says its level itself; other lists are nested by their indents. */
function levelOf(label: Label, level: number): number {
  return label.kind === 'number' && label.path.length > 1 ? Math.min(MAX_LEVEL, label.path.length - 1) : level;
}

function continues({ list, x0: listX0 }: OpenList, label: Label, x0: number): boolean {
  const isAligned = Math.abs(listX0 - x0) <= SAME_INDENT;
  if (list.kind === 'bullet') return isAligned && label.kind === 'bullet' && label.character === list.character;
  if (label.kind === 'bullet') return false;
  return (isAligned || label.path.length > 1) && list.sequence.accepts(label);
}

/** The label of a list item of a tagged PDF needs no other proof. */
function taggedReading({ label, rows }: Paragraph): Label | undefined {
  return tagOf({ rows })?.listItem && label?.readings[0];
}

/** The reading of the first label of a list; undefined when nothing shows that it is one. */
function firstReading({ label, rows }: Paragraph, following: readonly Paragraph[]): Label | undefined {
  const [first] = label?.readings ?? [];
  if (!label || !first || first.kind === 'bullet') return first;
  const next = following.find((other) => other.label && Math.abs(other.label.x0 - label.x0) <= SAME_INDENT);
  const numbers = label.readings.filter((reading) => reading.kind === 'number');
  const counted = numbers.find((reading) => {
    const sequence = new NumberSequence(reading);
    return next?.label?.readings.some((other) => other.kind === 'number' && sequence.accepts(other));
  });
  if (counted) return counted;
  const hangs = rows.length > 1 && rows.slice(1).every((row) => Math.abs(row.x0 - label.textX0) < 3);
  const plausible = numbers.find(({ path }) => path.at(-1)! <= MAX_FIRST);
  return plausible && (hangs || (label.apart && plausible.path.at(-1) === 1)) ? plausible : undefined;
}
