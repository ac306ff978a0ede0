import { childAt, childrenNamed, type XmlNode } from '../../../io/xml-tree.ts';
import {
  paragraph,
  text,
  type Block,
  type Field,
  type Formula,
  type Inline,
  type Link,
  type ListPlace,
  type Table,
  type TableCell,
  type Text,
  type TextStyle,
} from '../model.ts';

/** Where an element `hlinkClick` leads. */
export type LinkOf = (click: XmlNode | undefined) => Link | undefined;

/** Fields that show the number of a slide or the day. */
const COMPUTED: readonly (readonly [Field['field'], RegExp])[] = [
  ['page-number', /^slidenum/i],
  ['date', /^datetime/i],
];
/** How deep lists are shown. */
const MAX_LEVEL = 8;

export interface TextRules {
  readonly linkOf: LinkOf;
  /** Paragraphs are list items unless they say that they have no bullet. */
  readonly isList: boolean;
}

/** The paragraphs of a text body in DrawingML (ECMA-376 21.1.2). */
export function paragraphsOf(body: XmlNode | undefined, { linkOf, isList }: TextRules): Block[] {
  return childrenNamed(body, 'p').map((node) => {
    const list = listOf(childAt(node, 'pPr'), isList);
    return { kind: 'paragraph', inlines: inlinesOf(node, linkOf), ...(list && { list }) };
  });
}

function listOf(properties: XmlNode | undefined, isList: boolean): ListPlace | undefined {
  const has = (name: string): boolean => childAt(properties, name) !== undefined;
  const isOrdered = has('buAutoNum');
  const isItem = isOrdered || has('buChar') || has('buBlip') || (isList && !has('buNone'));
  const level = Math.min(Number(properties?.attributes.get('lvl') ?? 0) || 0, MAX_LEVEL);
  return isItem ? { level, isOrdered } : undefined;
}

function inlinesOf(node: XmlNode, linkOf: LinkOf): Inline[] {
  return node.children.flatMap((run) => (run.name === 'm' ? formulaOf(run) : (textOfRun(run, linkOf) ?? [])));
}

/** An equation of PowerPoint 2010 and later ([MS-ODRAWXML] 2.23.1): Office Math between the runs of a paragraph. */
function formulaOf(node: XmlNode): Formula {
  const isDisplay = childAt(node, 'oMathPara') !== undefined;
  return { kind: 'formula', text: mathText(node).replace(/ {2,}/g, ' ').trim(), ...(isDisplay && { isDisplay }) };
}

/** Its letters, with a space wherever an element ends. */
function mathText({ name, text, children }: XmlNode): string {
  return name === 't' ? text : `${children.map(mathText).join('')} `;
}

function textOfRun(run: XmlNode, linkOf: LinkOf): Text | undefined {
  if (run.name === 'br') return text('\n');
  if (run.name !== 'r' && run.name !== 'fld') return undefined;
  const properties = childAt(run, 'rPr');
  const link = linkOf(childAt(properties, 'hlinkClick'));
  const field = run.name === 'fld' ? fieldOf(run.attributes.get('type') ?? '') : undefined;
  const style: TextStyle = {
    ...(isOn(properties?.attributes.get('b')) && { bold: true }),
    ...(isOn(properties?.attributes.get('i')) && { italic: true }),
    ...scriptOf(Number(properties?.attributes.get('baseline') ?? 0)),
    ...(isFaint(properties) && { isFaint: true }),
  };
  return text(childAt(run, 't')?.text ?? '', { style, ...(link && { link }), ...(field && { field }) });
}

/** Raised by a share of the size of the text, or lowered (ECMA-376, 21.1.2.3.9). */
function scriptOf(baseline: number): TextStyle {
  return baseline === 0 || Number.isNaN(baseline) ? {} : { script: baseline > 0 ? 'super' : 'sub' };
}

/** Hundredths of a point below which no text is read. */
const MIN_SIZE = 300;

function isFaint(properties: XmlNode | undefined): boolean {
  const colour = childAt(properties, 'solidFill', 'srgbClr')?.attributes.get('val');
  return Number(properties?.attributes.get('sz') ?? MIN_SIZE) < MIN_SIZE || /^f{6}$/i.test(colour ?? '');
}

function fieldOf(type: string): Field {
  const computed = COMPUTED.find(([, pattern]) => pattern.test(type));
  return { field: computed?.[0] ?? 'other', code: type, isComputed: computed !== undefined };
}

/** A table in DrawingML (ECMA-376 21.1.3); cells that others cover are left out. */
export function tableOf(node: XmlNode, linkOf: LinkOf): Table {
  const rows = childrenNamed(node, 'tr').map((row) =>
    childrenNamed(row, 'tc')
      .filter(({ attributes }) => !isOn(attributes.get('hMerge')) && !isOn(attributes.get('vMerge')))
      .map((cell) => cellOf(cell, linkOf)),
  );
  return { kind: 'table', rows };
}

function cellOf(cell: XmlNode, linkOf: LinkOf): TableCell {
  const paragraphs = childrenNamed(childAt(cell, 'txBody'), 'p').map((node) => paragraph(inlinesOf(node, linkOf)));
  const columns = Number(cell.attributes.get('gridSpan') ?? 1);
  const rows = Number(cell.attributes.get('rowSpan') ?? 1);
  return {
    blocks: paragraphs,
    ...(columns > 1 && { columns: Math.min(columns, 1000) }),
    ...(rows > 1 && { rows: Math.min(rows, 1000) }),
  };
}

function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}
