import { childAt, descendants, TEXT_NODE, type XmlNode } from '../../../io/xml-tree.ts';
import {
  hasText,
  joinTexts,
  paragraph,
  text as textRun,
  type Block,
  type Inline,
  type ListPlace,
  type Table,
  type TableCell,
  type Text,
  type TextStyle,
} from '../model.ts';

/** How text looks by the names of its styles. */
type TextLooks = ReadonlyMap<string, TextStyle>;

/** What of a frame becomes blocks: pictures and charts need the package. */
type ReadFrame = (frame: XmlNode) => Block[];

export interface OdfText {
  readonly looks: TextLooks;
  /** Styles of lists whose items are numbered. */
  readonly numbered: ReadonlySet<string>;
  readonly readFrame: ReadFrame;
  /** Notes in the text, in their order; they are collected here. */
  readonly notes: Block[];
}

const MAX_LEVEL = 8;
const MAX_SPANNED = 1000;
/** What is no text of its own, or not of the document. */
const SKIPPED = new Set([
  'annotation',
  'annotation-end',
  'tracked-changes',
  'forms',
  'sequence-decls',
  'variable-decls',
  'user-field-decls',
  'page-number',
  'page-count',
  'ruby-text',
  'event-listeners',
]);
/** What is drawn (ODF 1.3 part 3, 10): frames hold boxes, tables and pictures, shapes may hold text. */
const DRAWN = new Set(
  'frame g custom-shape rect ellipse circle line polygon polyline path connector caption measure regular-polygon'.split(
    ' ',
  ),
);
const HOLDERS = new Set(
  'section index-body index-title text-box table-of-content illustration-index table-index object-index user-index alphabetical-index bibliography'.split(
    ' ',
  ),
);

/** Bold and italic styles of text, and lists with numbers, from the styles of a document. */
export function readLooks(root: XmlNode): Pick<OdfText, 'looks' | 'numbered'> {
  const looks = new Map<string, TextStyle>();
  const numbered = new Set<string>();
  for (const style of descendants(root, 'style')) {
    const properties = childAt(style, 'text-properties')?.attributes;
    const bold = /^(?:bold|[6-9]00)$/.test(properties?.get('font-weight') ?? '');
    const italic = /^(?:italic|oblique)$/.test(properties?.get('font-style') ?? '');
    const isText = style.attributes.get('family') === 'text';
    if (isText && (bold || italic)) {
      looks.set(style.attributes.get('name') ?? '', { ...(bold && { bold }), ...(italic && { italic }) });
    }
  }
  for (const style of descendants(root, 'list-style')) {
    if (childAt(style, 'list-level-style-number')) numbered.add(style.attributes.get('name') ?? '');
  }
  return { looks, numbered };
}

/** The blocks of anything that holds paragraphs: a body, a text box, a cell. */
export function blocksOf(parent: XmlNode, text: OdfText, list?: ListPlace): Block[] {
  return parent.children.flatMap((node) => blocksOfNode(node, text, list));
}

function blocksOfNode(node: XmlNode, text: OdfText, list: ListPlace | undefined): Block[] {
  const { name, attributes } = node;
  if (SKIPPED.has(name)) return [];
  if (HOLDERS.has(name)) return blocksOf(node, text, list);
  if (name === 'h' || name === 'p') {
    const { inlines, frames } = readParagraph(node, text);
    const level = Number(attributes.get('outline-level') ?? 1) || 1;
    const block: Block =
      name === 'h' ? { kind: 'heading', level, inlines } : { kind: 'paragraph', inlines, ...(list && { list }) };
    return [...(hasText(inlines) ? [block] : []), ...frames];
  }
  if (name === 'list') return listBlocks(node, text, list);
  if (name === 'table') return [tableOf(node, text)];
  return DRAWN.has(name) ? text.readFrame(node) : [];
}

function listBlocks(node: XmlNode, text: OdfText, outer: ListPlace | undefined): Block[] {
  const style = node.attributes.get('style-name');
  const isOrdered = style === undefined ? (outer?.isOrdered ?? false) : text.numbered.has(style);
  const place: ListPlace = { level: Math.min(outer ? outer.level + 1 : 0, MAX_LEVEL), isOrdered };
  return node.children
    .filter(({ name }) => name === 'list-item' || name === 'list-header')
    .flatMap((item) => blocksOf(item, text, place));
}

interface ReadParagraph {
  readonly inlines: readonly Inline[];
  /** Pictures and boxes that are anchored in it. */
  readonly frames: Block[];
}

type Look = Pick<Text, 'style' | 'link'>;

/** The runs of a paragraph. Its text and its elements are walked in order: `text` alone would lose their places. */
function readParagraph(node: XmlNode, text: OdfText): ReadParagraph {
  const texts: Text[] = [];
  const frames: Block[] = [];
  const add = (piece: string, look: Look): void => {
    if (piece !== '') texts.push(textRun(piece, look));
  };
  const walk = (parent: XmlNode, look: Look): void => {
    for (const child of parent.children) visit(child, look);
  };
  const visit = (child: XmlNode, look: Look): void => {
    const { name, attributes } = child;
    if (name === TEXT_NODE) return add(child.text.replace(/\s+/g, ' '), look);
    if (name === 's') return add(' '.repeat(Math.min(Number(attributes.get('c') ?? 1) || 1, 100)), look);
    if (name === 'tab') return add('\t', look);
    if (name === 'line-break') return add('\n', look);
    if (name === 'span') {
      const style = text.looks.get(attributes.get('style-name') ?? '');
      return walk(child, style ? { ...look, style: { ...look.style, ...style } } : look);
    }
    if (name === 'a') return walk(child, { ...look, link: { href: attributes.get('href') ?? '' } });
    if (name === 'note') return add(readNote(child, text), look);
    if (DRAWN.has(name)) frames.push(...text.readFrame(child));
    else if (!SKIPPED.has(name)) walk(child, look);
  };
  walk(node, {});
  return { inlines: joinTexts(texts), frames };
}

/** A note goes to the end of the text; its number stays. */
function readNote(note: XmlNode, text: OdfText): string {
  const number = text.notes.length + 1;
  const body = childAt(note, 'note-body');
  const inlines = (body ? blocksOf(body, text) : []).flatMap((block) =>
    block.kind === 'paragraph' ? block.inlines : [],
  );
  text.notes.push(paragraph([textRun(`[${number}] `), ...inlines]));
  return `[${number}]`;
}

export function tableOf(node: XmlNode, text: OdfText): Table {
  const rows = [...rowsOf(node)].map((row) =>
    row.children.filter(({ name }) => name === 'table-cell').map((cell) => cellOf(cell, text)),
  );
  return { kind: 'table', rows };
}

function* rowsOf(node: XmlNode): Generator<XmlNode> {
  for (const child of node.children) {
    if (child.name === 'table-row') yield child;
    else if (/^table-(?:header-rows|row-group|rows)$/.test(child.name)) yield* rowsOf(child);
  }
}

function cellOf(cell: XmlNode, text: OdfText): TableCell {
  const span = (name: string): number => Math.min(Number(cell.attributes.get(name) ?? 1) || 1, MAX_SPANNED);
  const columns = span('number-columns-spanned');
  const rows = span('number-rows-spanned');
  return {
    blocks: blocksOf(cell, text),
    ...(columns > 1 && { columns }),
    ...(rows > 1 && { rows }),
  };
}
