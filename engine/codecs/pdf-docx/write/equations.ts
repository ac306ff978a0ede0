import {
  AlignmentType,
  ColumnBreak,
  type IFrameOptions,
  LineRuleType,
  Paragraph as WordParagraph,
  type ParagraphChild,
  Tab,
  TabStopType,
  TextRun,
} from 'docx';
import { heightOf, middleX } from '../../../content/pages/geometry.ts';
import type { Equation, PageImage } from '../../../content/pages/model.ts';
import type { ImagePlace } from './images.ts';
import { makeInlineImage } from './inline-image.ts';
import { makeDisplayedFormula, makeFormula } from './formulas.ts';
import { twips } from './units.ts';
import type { WriterContext } from './writer-context.ts';
import { EQUATIONS } from '../thresholds/writing.ts';

const { CENTRED, AXIS } = EQUATIONS;

interface EquationPlace extends ImagePlace {
  readonly frame?: IFrameOptions;
}

/**
 * A paragraph with an equation, as a formula that can be edited or as its image: centred, or between tabs when it has a
 * bullet or a number.
 */
export function makeEquationParagraph(
  image: PageImage,
  equation: Equation,
  { column, spaceBefore, breakBefore, anchored, frame }: EquationPlace,
  context: WriterContext,
): WordParagraph {
  const { formula, label, number } = equation;
  const columnBreak = breakBefore === 'column' ? [new ColumnBreak()] : [];
  const isAlone = !label && !number;
  const offset = Math.max(0, twips(image.x0 - column.x0));
  const isCentred = Math.abs(middleX(image) - (column.x0 + column.x1) / 2) < CENTRED * (column.x1 - column.x0);
  const tabStops = [
    isCentred && !label
      ? { type: TabStopType.CENTER, position: twips((column.x1 - column.x0) / 2) }
      : { type: TabStopType.LEFT, position: offset },
    ...(number ? [{ type: TabStopType.RIGHT, position: twips(number.x1 - column.x0) }] : []),
  ];
  const children = isAlone
    ? [formula ? makeDisplayedFormula(formula, isCentred ? 'center' : 'left') : makeInlineImage(image, context.images)]
    : betweenTabs(image, equation, context);
  return new WordParagraph({
    ...(frame && { frame }),
    // as high as in the PDF at least, so that what follows keeps its place
    spacing: { before: twips(spaceBefore), after: 0, line: twips(heightOf(image)), lineRule: LineRuleType.AT_LEAST },
    ...(isAlone && (isCentred ? { alignment: AlignmentType.CENTER } : { indent: { left: offset } })),
    ...(!isAlone && { tabStops }),
    ...(label && { indent: { left: Math.max(0, twips(label.x0 - column.x0)) } }),
    ...(breakBefore === 'page' && { pageBreakBefore: true }),
    children: [...columnBreak, ...anchored, ...children],
  });
}

/** The bullet, the equation and its number. */
function betweenTabs(image: PageImage, { formula, label, number }: Equation, context: WriterContext): ParagraphChild[] {
  const tab = (): TextRun => new TextRun({ children: [new Tab()] });
  // an image is on the line, a formula is centred on it
  const raise = formula ? 0 : Math.max(0, Math.round(heightOf(image) / 2 - AXIS));
  return [
    ...(label ? [new TextRun(label.text)] : []),
    tab(),
    formula ? makeFormula(formula) : makeInlineImage(image, context.images),
    ...(number ? [tab(), new TextRun({ text: number.text, ...(raise > 0 && { position: `${raise}pt` }) })] : []),
  ];
}
