import { addBlocks } from '../../content/document/document-facts.ts';
import { placesOf } from '../../content/document/book/chapter-places.ts';
import { readHtml, type Translate } from '../../content/document/html/reader.ts';
import type { Block } from '../../content/document/model.ts';
import { nameOfPosition } from '../../content/document/mobi/places.ts';
import type { Content } from '../../content/document/text-content.ts';

/** Number of an image: of the old version in decimals, of the new one to the base of 32. */
const IMAGE = /^(?:(\d+)|kindle:embed:([\dA-V]{4}).*)$/i;
const POSITION = /^#p(\d+)$/;

/** Where a link to a place of a Kindle book of version 8 leads: the value of an identifier, if it leads somewhere. */
export type Resolve = (href: string) => string | undefined;

/** Kindle books name images and places by numbers (MobiPocket); what is in their guide is in no text. */
function translateBy(resolve: Resolve): Translate {
  return (name, { aid, ...attributes }) => {
    const { recindex, filepos, href, id = aid } = attributes;
    if (name === 'guide') return ['template', {}];
    const place = filepos === undefined ? href?.startsWith('kindle:pos:') && resolve(href) : nameOfPosition(+filepos);
    return [
      name,
      {
        ...attributes,
        ...(id !== undefined && { id }),
        ...(recindex !== undefined && { src: recindex }),
        ...(place && { href: `#${place}` }),
      },
    ];
  };
}

/** What pages of a Kindle book show. */
export class Pages {
  readonly images = new Set<number>();
  readonly #positions: number[] = [];

  /** Adds pages to what was found. */
  add(content: Content, pages: Iterable<string>, resolve: Resolve): void {
    addBlocks(content, this.#blocksOf(pages, translateBy(resolve)));
  }

  /** Links to positions beyond the end of the text. */
  brokenLinks(end: number): number {
    return this.#positions.filter((position) => position > end).length;
  }

  *#blocksOf(pages: Iterable<string>, translate: Translate): Generator<Block> {
    for (const page of pages) {
      const blocks = [...readHtml(page, { isXhtml: true, translate }).blocks];
      const { links, images } = placesOf(blocks);
      for (const link of links) {
        const position = POSITION.exec(link)?.[1];
        if (position !== undefined) this.#positions.push(Number(position));
      }
      for (const source of images) this.#addImage(source);
      yield* blocks;
    }
  }

  #addImage(source: string): void {
    const [, decimal, digits] = IMAGE.exec(source) ?? [];
    if (decimal !== undefined) this.images.add(Number(decimal));
    else if (digits !== undefined) this.images.add(parseInt(digits, 32));
  }
}
