import { addBlocks } from '../../content/document/document-facts.ts';
import { placesOf } from '../../content/document/book/chapter-places.ts';
import { readHtml, type Translate } from '../../content/document/html/reader.ts';
import type { Block } from '../../content/document/model.ts';
import type { Content } from '../../content/document/text-content.ts';

/** Number of an image: of the old version in decimals, of the new one to the base of 32. */
const IMAGE = /^(?:(\d+)|kindle:embed:([\dA-V]{4}).*)$/i;
const POSITION = /^#filepos:(\d+)$/;

/** Kindle books name images and places by numbers (MobiPocket); what is in their guide is in no text. */
const translate: Translate = (name, attributes) => {
  const { recindex, filepos } = attributes;
  if (name === 'guide') return ['template', {}];
  if (recindex !== undefined) return [name, { ...attributes, src: recindex }];
  return [name, filepos === undefined ? attributes : { ...attributes, href: `#filepos:${filepos}` }];
};

/** What pages of a Kindle book show. */
export class Pages {
  readonly images = new Set<number>();
  readonly #positions: number[] = [];

  /** Adds pages to what was found. */
  add(content: Content, pages: Iterable<string>): void {
    addBlocks(content, this.#blocksOf(pages));
  }

  /** Links to positions beyond the end of the text. */
  brokenLinks(end: number): number {
    return this.#positions.filter((position) => position > end).length;
  }

  *#blocksOf(pages: Iterable<string>): Generator<Block> {
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
