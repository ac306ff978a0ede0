import { AlignmentType, ColumnBreak, type ImageRun, Paragraph as WordParagraph, type ParagraphChild } from 'docx';
import type { Area, Picture } from '../layout/blocks.ts';
import { middleX, widthOf } from '../../../content/pages/geometry.ts';
import { twips } from './units.ts';

export interface PicturePlace {
  readonly column: Area;
  readonly spaceBefore: number;
  readonly breakBefore: 'page' | 'column' | undefined;
  readonly anchored: readonly ParagraphChild[];
}

/** A paragraph with one picture in line. Its line is as high as the picture: the paragraph mark is kept tiny. */
export function makePictureParagraph(picture: Picture, image: ImageRun, place: PicturePlace): WordParagraph {
  const { column, spaceBefore, breakBefore, anchored } = place;
  const isCentred = Math.abs(middleX(picture) - middleX({ ...column, y0: 0, y1: 0 })) < 0.04 * widthOf(picture) + 4;
  const columnBreak = breakBefore === 'column' ? [new ColumnBreak()] : [];
  return new WordParagraph({
    spacing: { before: twips(spaceBefore), after: 0 },
    ...(isCentred ? { alignment: AlignmentType.CENTER } : { indent: { left: twips(picture.x0 - column.x0) } }),
    ...(breakBefore === 'page' && { pageBreakBefore: true }),
    run: { size: 2 },
    children: [...columnBreak, ...anchored, image],
  });
}
