import { childAt, childrenNamed, type XmlNode } from '../../../io/xml-tree.ts';
import {
  joinTexts,
  paragraph,
  text,
  type Block,
  type Inline,
  type Link,
  type ListPlace,
  type Table,
  type TableCell,
  type Text,
  type TextStyle,
} from '../model.ts';

/** Links by the id of a relationship. */
export type Links = ReadonlyMap<string, Link>;

/** Fields that show the number of a slide or the day: they say nothing about the text. */
const CHANGING_FIELD = /^(?:slidenum|datetime)/i;
/** How deep lists are shown. */
const MAX_LEVEL = 8;

export interface TextRules {
  readonly links: Links;
  /** Paragraphs are list items unless they say that they have no bullet. */
  readonly isList: boolean;
}

/** The paragraphs of a text body in DrawingML (ECMA-376 21.1.2). */
export function paragraphsOf(body: XmlNode | undefined, { links, isList }: TextRules): Block[] {
  return childrenNamed(body, 'p').map((node) => {
    const list = listOf(childAt(node, 'pPr'), isList);
    return { kind: 'paragraph', inlines: inlinesOf(node, links), ...(list && { list }) };
  });
}

function listOf(properties: XmlNode | undefined, isList: boolean): ListPlace | undefined {
  const has = (name: string): boolean => childAt(properties, name) !== undefined;
  const isOrdered = has('buAutoNum');
  const isItem = isOrdered || has('buChar') || has('buBlip') || (isList && !has('buNone'));
  const level = Math.min(Number(properties?.attributes.get('lvl') ?? 0) || 0, MAX_LEVEL);
  return isItem ? { level, isOrdered } : undefined;
}

/** The runs of a paragraph; neighbours that look the same are joined. */
export function inlinesOf(node: XmlNode, links: Links): Inline[] {
  return joinTexts(node.children.flatMap((run) => textOfRun(run, links) ?? []));
}

function textOfRun(run: XmlNode, links: Links): Text | undefined {
  if (run.name === 'br') return text('\n');
  if (run.name === 'fld' && CHANGING_FIELD.test(run.attributes.get('type') ?? '')) return undefined;
  if (run.name !== 'r' && run.name !== 'fld') return undefined;
  const properties = childAt(run, 'rPr');
  const link = links.get(childAt(properties, 'hlinkClick')?.attributes.get('id') ?? '');
  const style: TextStyle = {
    ...(isOn(properties?.attributes.get('b')) && { bold: true }),
    ...(isOn(properties?.attributes.get('i')) && { italic: true }),
  };
  return text(childAt(run, 't')?.text ?? '', { style, ...(link && { link }) });
}

/** A table in DrawingML (ECMA-376 21.1.3); cells that others cover are left out. */
export function tableOf(node: XmlNode, links: Links): Table {
  const rows = childrenNamed(node, 'tr').map((row) =>
    childrenNamed(row, 'tc')
      .filter(({ attributes }) => !isOn(attributes.get('hMerge')) && !isOn(attributes.get('vMerge')))
      .map((cell) => cellOf(cell, links)),
  );
  return { kind: 'table', rows };
}

function cellOf(cell: XmlNode, links: Links): TableCell {
  const paragraphs = childrenNamed(childAt(cell, 'txBody'), 'p').map((node) => paragraph(inlinesOf(node, links)));
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
