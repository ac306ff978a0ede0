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
  XmlAttributeComponent,
  XmlComponent,
} from 'docx';
import type { Formula, FormulaNode, LetterStyle } from '../equations/formula.ts';
import { type Box, heightOf, middleX } from '../geometry.ts';
import type { Equation } from '../page-model.ts';
import type { PicturePlace } from './pictures.ts';
import { twips } from './units.ts';

/** How far (share of the column) the middle of an equation may be from that of its column to be centred. */
const CENTRED = 0.06;
/** Styles of letters in OMML; italic ones need none. */
const STYLES: Readonly<Record<LetterStyle, string>> = { italic: 'i', plain: 'p', bold: 'b', 'bold-italic': 'bi' };

class Attributes extends XmlAttributeComponent<Readonly<Record<string, string>>> {
  protected override readonly xmlKeys = { val: 'm:val', space: 'xml:space' };
}

/** An element of Office Math Markup (ISO/IEC 29500-1, 22.1) with elements, or text, inside. */
class MathElement extends XmlComponent {
  constructor(name: string, children: readonly (XmlComponent | string)[] = [], attributes?: Record<string, string>) {
    super(`m:${name}`);
    if (attributes) this.root.push(new Attributes(attributes));
    this.root.push(...children);
  }
}

const element = (name: string, ...children: readonly (XmlComponent | string)[]): MathElement =>
  new MathElement(name, children);
const setting = (name: string, val: string): MathElement => new MathElement(name, [], { val });

/** A paragraph with an equation that can be edited: centred, or between tabs when it has a bullet or a number. */
export function makeEquationParagraph(
  picture: Box,
  equation: Equation,
  place: PicturePlace,
  frame?: IFrameOptions,
): WordParagraph {
  const { column, spaceBefore, breakBefore, anchored } = place;
  const { label, number } = equation;
  const columnBreak = breakBefore === 'column' ? [new ColumnBreak()] : [];
  const isAlone = !label && !number;
  const offset = Math.max(0, twips(picture.x0 - column.x0));
  const isCentred = Math.abs(middleX(picture) - (column.x0 + column.x1) / 2) < CENTRED * (column.x1 - column.x0);
  const maths = element('oMath', ...equation.formula.map(mathOf));
  const tabStops = [
    isCentred && !label
      ? { type: TabStopType.CENTER, position: twips((column.x1 - column.x0) / 2) }
      : { type: TabStopType.LEFT, position: offset },
    ...(number ? [{ type: TabStopType.RIGHT, position: twips(number.x1 - column.x0) }] : []),
  ];
  const tab = (): TextRun => new TextRun({ children: [new Tab()] });
  const children: readonly XmlComponent[] = isAlone
    ? [element('oMathPara', element('oMathParaPr', setting('jc', isCentred ? 'center' : 'left')), maths)]
    : [...(label ? [new TextRun(label.text)] : []), tab(), maths, ...(number ? [tab(), new TextRun(number.text)] : [])];
  return new WordParagraph({
    ...(frame && { frame }),
    // as high as in the PDF at least, so that what follows keeps its place
    spacing: { before: twips(spaceBefore), after: 0, line: twips(heightOf(picture)), lineRule: LineRuleType.AT_LEAST },
    ...(isAlone && (isCentred ? { alignment: AlignmentType.CENTER } : { indent: { left: offset } })),
    ...(!isAlone && { tabStops }),
    ...(label && { indent: { left: Math.max(0, twips(label.x0 - column.x0)) } }),
    ...(breakBefore === 'page' && { pageBreakBefore: true }),
    children: [...columnBreak, ...anchored, ...(children as readonly ParagraphChild[])],
  });
}

function part(name: string, formula: Formula): MathElement {
  return element(name, ...formula.map(mathOf));
}

function mathOf(node: FormulaNode): MathElement {
  switch (node.kind) {
    case 'text':
      return element(
        'r',
        ...(node.style === 'italic' ? [] : [element('rPr', setting('sty', STYLES[node.style]))]),
        new MathElement('t', [node.text], { space: 'preserve' }),
      );
    case 'fraction':
      return element('f', part('num', node.above), part('den', node.below));
    case 'radical':
      return element(
        'rad',
        element('radPr', setting('degHide', node.degree ? '0' : '1')),
        part('deg', node.degree ?? []),
        part('e', node.content),
      );
    case 'scripts':
      return scriptsOf(node);
    case 'operator':
      return operatorOf(node);
    case 'limit':
      return element('limLow', part('e', node.base), part('lim', node.lower));
    case 'fence':
      return element(
        'd',
        element('dPr', setting('begChr', node.open), setting('endChr', node.close)),
        part('e', node.content),
      );
  }
}

function scriptsOf({ base, lower, upper }: FormulaNode & { kind: 'scripts' }): MathElement {
  if (!lower) return element('sSup', part('e', base), part('sup', upper ?? []));
  if (!upper) return element('sSub', part('e', base), part('sub', lower));
  return element('sSubSup', part('e', base), part('sub', lower), part('sup', upper));
}

function operatorOf({ sign, lower, upper, stacked, content }: FormulaNode & { kind: 'operator' }): MathElement {
  const properties = element(
    'naryPr',
    setting('chr', sign),
    setting('limLoc', stacked ? 'undOvr' : 'subSup'),
    setting('subHide', lower ? '0' : '1'),
    setting('supHide', upper ? '0' : '1'),
  );
  return element('nary', properties, part('sub', lower ?? []), part('sup', upper ?? []), part('e', content));
}
