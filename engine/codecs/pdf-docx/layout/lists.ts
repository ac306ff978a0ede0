import type { Block, Paragraph } from './blocks.ts';
import type { Label } from './list-labels.ts';

/** One list: consecutive items with one kind of label. */
export interface ListDefinition {
  readonly id: number;
  readonly label: Label;
  /** Depth, 0 to 8. */
  readonly level: number;
  /** Value of the first item of a numbered list. */
  readonly start: number;
}

/** Labels this close across are of one level. */
const SAME_INDENT = 6;
const MAX_LEVEL = 8;

interface OpenList {
  readonly definition: ListDefinition;
  readonly x0: number;
  last: number;
}

/**
 * Finds the lists in a flow of blocks: bullets always, numbers when they count on from one item to the next or hang in
 * front of an indented text. Headings keep their numbers as text.
 */
export function findLists(
  blocks: readonly Block[],
  isHeading: (paragraph: Paragraph) => boolean,
  nextId: () => number,
): Map<Paragraph, ListDefinition> {
  const items = new Map<Paragraph, ListDefinition>();
  let open: OpenList[] = [];
  const paragraphs = blocks.filter((block) => block.kind === 'paragraph');
  paragraphs.forEach((paragraph, index) => {
    const { label } = paragraph;
    if (isHeading(paragraph)) open = [];
    if (!label || isHeading(paragraph)) return;
    const x0 = label.x0 - paragraph.area.x0;
    const deeper = open.filter((list) => list.x0 < x0 - SAME_INDENT);
    const fellow = open.findLast((list) => Math.abs(list.x0 - x0) <= SAME_INDENT && continues(list, label.readings));
    if (fellow) {
      open = [...deeper, fellow];
      fellow.last++;
      items.set(paragraph, fellow.definition);
      return;
    }
    const reading = firstReading(paragraph, paragraphs.slice(index + 1));
    if (!reading) return;
    const definition: ListDefinition = {
      id: nextId(),
      label: reading,
      level: Math.min(MAX_LEVEL, deeper.length),
      start: reading.kind === 'number' ? reading.value : 1,
    };
    open = [...deeper, { definition, x0, last: definition.start }];
    items.set(paragraph, definition);
  });
  return items;
}

function continues({ definition: { label }, last }: OpenList, readings: readonly Label[]): boolean {
  return readings.some((reading) => isSuccessor(label, last, reading));
}

function isSuccessor(label: Label, last: number, reading: Label): boolean {
  if (label.kind === 'bullet') return reading.kind === 'bullet' && reading.character === label.character;
  return (
    reading.kind === 'number' &&
    reading.format === label.format &&
    reading.prefix === label.prefix &&
    reading.suffix === label.suffix &&
    reading.value === last + 1
  );
}

/** The reading of the first label of a list; undefined when nothing shows that it is one. */
function firstReading({ label, rows }: Paragraph, following: readonly Paragraph[]): Label | undefined {
  const readings = label?.readings ?? [];
  const [first] = readings;
  if (!first || first.kind === 'bullet') return first;
  for (const reading of readings) {
    if (reading.kind !== 'number') continue;
    const next = following.find(
      (other) => other.label !== undefined && Math.abs(other.label.x0 - label!.x0) <= SAME_INDENT,
    );
    if (next?.label?.readings.some((candidate) => isSuccessor(reading, reading.value, candidate))) return reading;
  }
  const hangs = rows.length > 1 && rows.slice(1).every((row) => Math.abs(row.x0 - label!.textX0) < 3);
  const plausible = readings.find((reading) => reading.kind === 'number' && reading.value <= 20);
  return hangs || (label!.apart && plausible?.kind === 'number' && plausible.value === 1)
    ? (plausible ?? first)
    : undefined;
}
