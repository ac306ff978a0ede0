import type { ParagraphChild } from 'docx';
import { type Box, middleX } from '../../../content/pages/geometry.ts';
import type { TurnedText } from '../layout/turned-text.ts';
import type { PageLayout } from '../layout/page-layout.ts';
import type { Section, SectionBlock } from '../layout/sections.ts';
import { makeDrawings, type MadeDrawings } from './drawings.ts';
import { isNoteSeparator } from './notes.ts';
import type { WriterContext } from './writer-context.ts';

const NOTHING: MadeDrawings = { behind: [], texts: [] };

/** What floats on the pages of a document, by the blocks that carry it. */
export class Anchors {
  readonly #carried = new Map<SectionBlock, MadeDrawings>();
  /** Of pages on which everything is the rest of a paragraph, by the sections that they begin. */
  readonly #rests = new Map<Section, ParagraphChild[]>();

  constructor(sections: readonly Section[], layouts: readonly PageLayout[], context: WriterContext) {
    const blocks = Map.groupBy(
      sections.flatMap((section) => section.blocks.filter((block) => isWritten(block, context))),
      ({ pageIndex }) => pageIndex,
    );
    for (const section of sections) {
      for (const pageIndex of new Set(section.startsPage ? section.pages : section.pages.slice(1))) {
        const { shapes, floats, turned } = layouts[pageIndex]!;
        const fills = shapes.filter((fill) => !isNoteSeparator(fill, context.notes?.tops.get(pageIndex)));
        const drawn = makeDrawings({ fills, images: floats, turned }, pageIndex, context);
        const carriers = blocks.get(pageIndex);
        if (carriers) this.#distribute(drawn, turned, carriers);
        else this.#rests.set(section, [...this.restOf(section), ...drawn.behind, ...drawn.texts]);
      }
    }
  }

  /** Images and lines go with the first block of their page, texts with the one after which they are read. */
  #distribute({ behind, texts }: MadeDrawings, turned: readonly TurnedText[], blocks: readonly SectionBlock[]): void {
    const [first] = blocks;
    this.#carried.set(first!, { behind, texts: [] });
    texts.forEach((text, index) => {
      const carrier = carrierOf(turned[index]!, blocks) ?? first!;
      const carried = this.carriedBy(carrier);
      this.#carried.set(carrier, { ...carried, texts: [...carried.texts, text] });
    });
  }

  carriedBy(block: SectionBlock): MadeDrawings {
    return this.#carried.get(block) ?? NOTHING;
  }

  restOf(section: Section): readonly ParagraphChild[] {
    return this.#rests.get(section) ?? [];
  }
}

/** Whether a block has a place of its own in the document: notes and the rest of tables have none. */
export function isWritten({ block, goesOn }: SectionBlock, { notes }: WriterContext): boolean {
  return !goesOn && !(block.kind === 'paragraph' && notes?.paragraphs.has(block));
}

/** The last block of its column that begins above a text, else the first below: who reads on comes to it there. */
function carrierOf({ box }: TurnedText, blocks: readonly SectionBlock[]): SectionBlock | undefined {
  const carriers = blocks.filter((carrier) => canCarry(carrier) && isIn(box, carrier.column));
  return carriers.findLast(({ block }) => block.y0 <= box.y0) ?? carriers[0];
}

/** LibreOffice moves a column break into a text box behind it, and before a table there is no paragraph. */
function canCarry({ block, breakBefore }: SectionBlock): boolean {
  return block.kind !== 'table' && breakBefore !== 'column';
}

function isIn(box: Box, { x0, x1 }: SectionBlock['column']): boolean {
  return middleX(box) >= x0 && middleX(box) <= x1;
}
