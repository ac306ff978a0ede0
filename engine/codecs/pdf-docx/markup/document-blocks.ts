import { paragraph, text, type Block as MarkupBlock, type ListPlace } from '../../../content/document/model.ts';
import { type Box, heightOf, overlap, widthOf } from '../../../content/pages/geometry.ts';
import type { Area, Paragraph } from '../layout/blocks.ts';
import type { DocumentLayout } from '../layout/document-layout.ts';
import type { FlowBlock } from '../layout/flow.ts';
import type { ListItem } from '../layout/lists.ts';
import type { Link, PageImage } from '../../../content/pages/model.ts';
import { findProgram } from './code.ts';
import { inlinesOfParagraph } from './inlines.ts';
import { markupTable } from './tables.ts';

const MIME_TYPES = { jpg: 'image/jpeg', png: 'image/png', svg: 'image/svg+xml' } as const;
/** Smaller drawings beside text are left out, in points. */
const MIN_DRAWING_SIDE = 24;

export interface PagedLayout {
  readonly layout: DocumentLayout;
  /** What each page is called by who counts all pages of the PDF. */
  readonly pageNumbers: readonly number[];
}

/** The document in its reading order. Every page but the first begins with a mark. */
export function* documentBlocks(paged: PagedLayout): Generator<MarkupBlock> {
  const writer = new BlockWriter(paged);
  const linksOf = (pageIndex: number): readonly Link[] => paged.layout.layouts[pageIndex]?.page.links ?? [];
  const blocks = paged.layout.sections.flatMap((section) => section.blocks);
  for (let index = 0; index < blocks.length;) {
    const program = findProgram(blocks, index, linksOf);
    if (program) yield* writer.writeProgram(blocks[index]!, program.text);
    else yield* writer.write(blocks[index]!);
    index += program?.length ?? 1;
  }
  yield* writer.finish();
}

/** Something that floats on a page: it is read before what is below it. */
interface Floating {
  readonly box: Box;
  readonly make: () => MarkupBlock[];
}

class BlockWriter {
  readonly #layout: DocumentLayout;
  readonly #pageNumbers: readonly number[];
  #pageIndex = 0;
  #floating: Floating[];
  #lastLevel = -1;

  constructor({ layout, pageNumbers }: PagedLayout) {
    this.#layout = layout;
    this.#pageNumbers = pageNumbers;
    this.#floating = this.#floatingOn(0);
  }

  *writeProgram(flow: FlowBlock, text: string): Generator<MarkupBlock> {
    yield* this.#before(flow);
    this.#lastLevel = -1;
    yield { kind: 'code', text };
  }

  *write(flow: FlowBlock): Generator<MarkupBlock> {
    yield* this.#before(flow);
    const block = this.#markupOf(flow);
    if (!block) return;
    this.#lastLevel = block.kind === 'paragraph' && block.list ? block.list.level : -1;
    yield block;
  }

  *finish(): Generator<MarkupBlock> {
    yield* this.#goTo(this.#layout.layouts.length - 1);
    yield* this.#take(() => true);
  }

  *#before({ pageIndex, block, column }: FlowBlock): Generator<MarkupBlock> {
    yield* this.#goTo(pageIndex);
    yield* this.#take(({ box }) => box.y0 < block.y0 && isBeside(box, column));
  }

  *#goTo(pageIndex: number): Generator<MarkupBlock> {
    while (this.#pageIndex < pageIndex) {
      yield* this.#take(() => true);
      this.#pageIndex++;
      this.#floating = this.#floatingOn(this.#pageIndex);
      yield { kind: 'mark', text: `page ${this.#pageNumbers[this.#pageIndex]}` };
    }
  }

  *#take(isNext: (floating: Floating) => boolean): Generator<MarkupBlock> {
    const taken = this.#floating.filter(isNext);
    this.#floating = this.#floating.filter((floating) => !taken.includes(floating));
    for (const { make } of taken) yield* make();
  }

  #floatingOn(pageIndex: number): Floating[] {
    const layout = this.#layout.layouts[pageIndex];
    if (!layout) return [];
    const { page, floats, turned } = layout;
    const images = floats
      .filter((image) => !isOrnament(image))
      .map((image): Floating => ({ box: image, make: () => [imageOf(image)] }));
    const texts = turned.map(({ box, paragraphs }): Floating => {
      return { box, make: () => paragraphs.map((paragraph) => plainParagraph({ paragraph, page })) };
    });
    return [...images, ...texts].sort((a, b) => a.box.y0 - b.box.y0);
  }

  #markupOf({ block, continuations, pageIndex }: FlowBlock): MarkupBlock | undefined {
    const { layouts, headings, lists } = this.#layout;
    const { page } = layouts[pageIndex]!;
    if (block.kind === 'table') return markupTable(block, page);
    if (block.kind === 'image') return imageOf(block.image);
    if (block.kind !== 'paragraph') return undefined;
    const parts = [
      { paragraph: block, page },
      ...continuations.map((part) => ({ paragraph: part.paragraph, page: layouts[part.pageIndex]!.page })),
    ];
    const level = headings.get(block);
    if (level !== undefined) {
      return { kind: 'heading', level: Math.max(1, level), inlines: inlinesOfParagraph(parts, { plain: true }) };
    }
    const list = this.#listPlace(block, lists.get(block));
    return {
      kind: 'paragraph',
      inlines: inlinesOfParagraph(parts, { dropLabel: list !== undefined }),
      ...(list && { list }),
    };
  }

  /** Numbers that no markup counts by itself, such as `(a)` and `1.2`, stay in the text. */
  #listPlace({ label }: Paragraph, item: ListItem | undefined): ListPlace | undefined {
    if (!item) return undefined;
    const level = Math.min(item.level, this.#lastLevel + 1);
    if (item.list.kind === 'bullet') return { level, isOrdered: false };
    const reading = label?.readings.find((one) => one.kind === 'number' && one.format === 'decimal');
    if (reading?.kind !== 'number' || reading.path.length > 1 || reading.prefix !== '') return undefined;
    return { level, isOrdered: true, number: reading.path[0]! };
  }
}

function isBeside(box: Box, column: Area): boolean {
  return overlap(box.x0, box.x1, column.x0, column.x1) > 0;
}

function plainParagraph(part: Parameters<typeof inlinesOfParagraph>[0][number]): MarkupBlock {
  return paragraph(inlinesOfParagraph([part]));
}

function imageOf({ bytes, type, alt = '', equation, url }: PageImage): MarkupBlock {
  if (equation) return paragraph([text(alt)]);
  const link = url !== undefined && { link: { href: url } };
  return { kind: 'image', alternative: alt, mimeType: MIME_TYPES[type], read: () => bytes, ...link };
}

/** Drawn ticks, frames and arrows say nothing without their page. */
function isOrnament(image: PageImage): boolean {
  return image.type === 'svg' && Math.min(widthOf(image), heightOf(image)) < MIN_DRAWING_SIDE;
}
