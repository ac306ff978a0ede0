import { AlignmentType, ColumnBreak, Paragraph as WordParagraph, type ParagraphChild } from 'docx';
import type { Area, Image } from '../layout/blocks.ts';
import { middleX, widthOf } from '../../../content/pages/geometry.ts';
import { twips } from './units.ts';

export interface ImagePlace {
  readonly column: Area;
  readonly spaceBefore: number;
  readonly breakBefore: 'page' | 'column' | undefined;
  readonly anchored: readonly ParagraphChild[];
}

/** A paragraph with one image in line. Its line is as high as the image: the paragraph mark is kept tiny. */
export function makeImageParagraph(image: Image, run: ParagraphChild, place: ImagePlace): WordParagraph {
  const { column, spaceBefore, breakBefore, anchored } = place;
  const aside = Math.abs(middleX(image) - middleX({ ...column, y0: 0, y1: 0 }));
  // turned labels of a figure are placed on the page: it may not be moved under them
  const isCentred = aside < (image.image.labels ? 0.5 : 0.04 * widthOf(image) + 4);
  const columnBreak = breakBefore === 'column' ? [new ColumnBreak()] : [];
  return new WordParagraph({
    spacing: { before: twips(spaceBefore), after: 0 },
    ...(isCentred ? { alignment: AlignmentType.CENTER } : { indent: { left: twips(image.x0 - column.x0) } }),
    ...(breakBefore === 'page' && { pageBreakBefore: true }),
    run: { size: 2 },
    children: [...columnBreak, ...anchored, run],
  });
}
