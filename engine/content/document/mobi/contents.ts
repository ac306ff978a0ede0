import { latin1Of } from '../../../io/bytes.ts';
import type { PlacedEntry } from '../book/book-builder.ts';
import { readIndex } from './index-reader.ts';
import type { MobiFile } from './header.ts';

/** Where the header names the index of contents (NCX). */
const CONTENTS_OFFSET = 244;
const POSITION = 1;
const LABEL = 3;
const DEPTH = 4;
const FRAGMENT = 6;
const PARENT = 21;
/** Deeper entries are beside their parents. */
const MAX_DEPTH = 16;

export interface ContentsIndexEntry {
  readonly title: string;
  /** In bytes of the text. */
  readonly position: number;
  readonly depth: number;
  readonly parent: number | undefined;
}

function isIndex(record: Uint8Array | undefined): boolean {
  return record !== undefined && latin1Of(record, 0, 4) === 'INDX';
}

/** The entries of the book's index of contents; none where it has no index. */
export function readContentsIndex(
  file: MobiFile,
  positionOf: (fragment: number, offset: number) => number | undefined,
): ContentsIndexEntry[] {
  const number = file.recordAt(CONTENTS_OFFSET);
  if (number === undefined || !isIndex(file.records[number])) return [];
  const decoder = new TextDecoder(file.encoding);
  const { entries, text } = readIndex(file.records, number);
  return entries.map(({ tags }) => {
    const [fragment, offset = 0] = tags.get(FRAGMENT) ?? [];
    const label = text(tags.get(LABEL)?.[0]);
    return {
      title: label ? decoder.decode(label) : '',
      position: (fragment === undefined ? undefined : positionOf(fragment, offset)) ?? tags.get(POSITION)?.[0] ?? 0,
      depth: tags.get(DEPTH)?.[0] ?? 0,
      parent: tags.get(PARENT)?.[0],
    };
  });
}

/** The entries as a tree. An index lists them level by level; each names its parent by its number. */
export function treeOfContents(
  entries: readonly ContentsIndexEntry[],
  placeOf: (position: number) => string,
): PlacedEntry[] {
  const nodes = entries.map(({ title, position }) => ({
    title,
    place: placeOf(position),
    children: [] as PlacedEntry[],
  }));
  const roots: PlacedEntry[] = [];
  for (const [index, { parent, depth }] of entries.entries()) {
    const isChild = parent !== undefined && parent < index && depth > 0 && depth <= MAX_DEPTH;
    (isChild ? nodes[parent]!.children : roots).push(nodes[index]!);
  }
  return roots;
}
