import { AlignmentType, ColumnBreak, type ImageRun, Paragraph as WordParagraph, type ParagraphChild } from 'docx';
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
export function makeImageParagraph(image: Image, run: ImageRun, place: ImagePlace): WordParagraph {
  const { column, spaceBefore, breakBefore, anchored } = place;
  const isCentred = Math.abs(middleX(image) - middleX({ ...column, y0: 0, y1: 0 })) < 0.04 * widthOf(image) + 4;
  const columnBreak = breakBefore === 'column' ? [new ColumnBreak()] : [];
  return new WordParagraph({
    spacing: { before: twips(spaceBefore), after: 0 },
    ...(isCentred ? { alignment: AlignmentType.CENTER } : { indent: { left: twips(image.x0 - column.x0) } }),
    ...(breakBefore === 'page' && { pageBreakBefore: true }),
    run: { size: 2 },
    children: [...columnBreak, ...anchored, run],
  });
}
