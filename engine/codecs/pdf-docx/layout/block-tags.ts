import type { PageStructure } from '../../../content/pages/model.ts';
import { isBlank } from '../../../content/pages/model.ts';
import type { BlockTag, HeadingLevel, TagElement, CellOf, Segment } from './segment.ts';

const INLINE_ROLES: ReadonlySet<string> = new Set([
  'Span',
  'Link',
  'Quote',
  'Note',
  'Reference',
  'BibEntry',
  'Code',
  'Annot',
  'Strong',
  'Em',
  'Sub',
  'Ruby',
  'Warichu',
  'NonStruct',
]);
const HEADING = /^H([1-6])$/;

/** Gives the pieces of a page the tags of their elements. */
export function tagSegments(segments: readonly Segment[], structure: PageStructure | undefined): readonly Segment[] {
  if (!structure) return segments;
  const tags = readTags(structure);
  return segments.map((segment) => {
    const glyph = segment.glyphs.find((candidate) => !isBlank(candidate) && candidate.mcid !== undefined);
    const tag = glyph && tags[structure.contents[glyph.mcid!] ?? -1];
    return tag ? { ...segment, tag } : segment;
  });
}

/** Tells the table cells of glyphs apart; cells are known by the index of their element. */
export function cellsOf(structure: PageStructure | undefined): CellOf {
  if (!structure) return () => undefined;
  const tags = readTags(structure);
  return ({ mcid }) => (mcid === undefined ? undefined : tags[structure.contents[mcid] ?? -1]?.cell?.index);
}

/** The tag of every element of a page; parents come before their children. */
function readTags({ elements }: PageStructure): readonly BlockTag[] {
  const tags: BlockTag[] = [];
  let sections = 0;
  elements.forEach(({ role, parent }, index) => {
    const outer = parent === undefined ? undefined : tags[parent];
    const element: TagElement = { role, index };
    if (role === 'Sect') sections++;
    if (outer && INLINE_ROLES.has(role)) {
      tags.push(outer);
      return;
    }
    const base = outer ?? { block: element, listDepth: 0 };
    tags.push({ ...base, block: element, ...ownPart(role, element, base, sections) });
  });
  return tags;
}

/** What an element adds to the tag of its parent. */
function ownPart(role: string, element: TagElement, outer: BlockTag, sections: number): Partial<BlockTag> {
  const level = HEADING.exec(role)?.[1];
  if (level !== undefined) return { heading: Number(level) as HeadingLevel };
  if (role === 'Title') return { heading: 0 };
  if (role === 'H') return { heading: Math.max(1, Math.min(6, sections)) as HeadingLevel };
  if (role === 'L') return { listDepth: outer.listDepth + 1 };
  if (role === 'LI') return { listItem: element };
  // what is in a table belongs to it, not to a list or heading around it
  if (role === 'Table') return { table: element, row: undefined, cell: undefined, listItem: undefined, listDepth: 0 };
  if (role === 'TR') return { row: element };
  if (role === 'TD' || role === 'TH') return { cell: element };
  return {};
}
