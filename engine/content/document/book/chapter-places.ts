import { inlinesOf, walk, type Block, type Inline } from '../model.ts';

/** What a chapter shows and where it leads, by the addresses in it. */
export interface ChapterPlaces {
  readonly ids: ReadonlySet<string>;
  readonly links: readonly string[];
  readonly images: readonly string[];
}

const OUTSIDE = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i;

export function placesOf(blocks: readonly Block[]): ChapterPlaces {
  const ids = new Set<string>();
  const links = new Set<{ readonly href: string }>();
  const images: string[] = [];
  const note = (inline: Inline | Block): void => {
    if (inline.kind === 'anchor') ids.add(inline.id);
    if (inline.kind === 'note' && inline.id !== '') ids.add(inline.id);
    if ('link' in inline && inline.link) links.add(inline.link);
    if (inline.kind === 'image' && inline.source !== undefined) images.push(inline.source);
  };
  for (const block of walk(blocks)) {
    note(block);
    for (const inline of inlinesOf(block)) note(inline);
  }
  return { ids, links: [...links].map(({ href }) => href).filter((href) => !OUTSIDE.test(href)), images };
}
