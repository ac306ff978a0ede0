import type { ContentsEntry } from '../book/book.ts';
import { IndexTexts, writeIndex, type TagColumn, type WrittenEntry } from './index-writer.ts';

const POSITION = { tag: 1, values: 1, mask: 1 };
const LENGTH = { tag: 2, values: 1, mask: 2 };
const LABEL = { tag: 3, values: 1, mask: 4 };
const DEPTH = { tag: 4, values: 1, mask: 8 };
const PARENT = { tag: 21, values: 1, mask: 16 };
const FIRST_CHILD = { tag: 22, values: 1, mask: 32 };
const LAST_CHILD = { tag: 23, values: 1, mask: 64 };
/** Number of the fragment and position in it: version 8 alone. */
const FRAGMENT = { tag: 6, values: 2, mask: 128 };
const COLUMNS: readonly TagColumn[] = [POSITION, LENGTH, LABEL, DEPTH, PARENT, FIRST_CHILD, LAST_CHILD];

export interface ContentsPlaces {
  /** Where the text of the last entry ends. */
  readonly end: number;
  readonly positionOf: (entry: ContentsEntry) => number;
  readonly fragmentOf?: (entry: ContentsEntry) => readonly [fragment: number, offset: number];
}

interface Row {
  readonly entry: ContentsEntry;
  readonly depth: number;
  readonly parent: number | undefined;
}

/** The records of the index of contents (NCX): entries level by level, each with its place, its parent and its children. */
export function contentsIndex(entries: readonly ContentsEntry[], places: ContentsPlaces): Uint8Array[] {
  const rows: Row[] = entries.map((entry) => ({ entry, depth: 0, parent: undefined }));
  const children = new Map<number, readonly [first: number, last: number]>();
  for (let index = 0; index < rows.length; index++) {
    const { entry, depth } = rows[index]!;
    if (entry.children.length === 0) continue;
    children.set(index, [rows.length, rows.length + entry.children.length - 1]);
    rows.push(...entry.children.map((child) => ({ entry: child, depth: depth + 1, parent: index })));
  }
  const positions = rows.map(({ entry }) => places.positionOf(entry));
  const ends = endsOf(positions, places.end);
  const texts = new IndexTexts();
  const written = rows.map(({ entry, depth, parent }, index): WrittenEntry => {
    const position = positions[index]!;
    const tags = new Map<number, readonly number[]>([
      [POSITION.tag, [position]],
      [LENGTH.tag, [Math.max(0, ends(position) - position)]],
      [LABEL.tag, [texts.add(entry.title)]],
      [DEPTH.tag, [depth]],
    ]);
    if (parent !== undefined) tags.set(PARENT.tag, [parent]);
    const range = children.get(index);
    if (range) tags.set(FIRST_CHILD.tag, [range[0]]).set(LAST_CHILD.tag, [range[1]]);
    if (places.fragmentOf) tags.set(FRAGMENT.tag, places.fragmentOf(entry));
    return { name: index.toString(16).toUpperCase().padStart(4, '0'), tags };
  });
  return writeIndex(places.fragmentOf ? [...COLUMNS, FRAGMENT] : COLUMNS, written, texts);
}

/** Each entry reaches to where the next one begins. */
function endsOf(positions: readonly number[], end: number): (position: number) => number {
  const sorted = [...new Set(positions)].sort((a, b) => a - b);
  const next = new Map(sorted.map((position, index) => [position, sorted[index + 1] ?? end]));
  return (position) => next.get(position) ?? end;
}
