import type { RunContext } from '../../../contract/codec.ts';
import { ConversionError } from '../../../contract/errors.ts';
import { escapeXml, escapeXmlAttribute } from '../../../io/xml.ts';
import type { Book } from './book.ts';
import { decodeFictionBook, readFictionMetadata, takeBinaries } from './fictionbook.ts';
import { BookBuilder, type PlacedEntry } from './book-builder.ts';
import { childAt, childrenNamed, parseXmlTree, TEXT_NODE, type XmlNode } from '../../../io/xml-tree.ts';

const NAME = 'book';
/** Fewer lines of code than this are code within a text. */
const LEAST_LINES = 2;

/** Elements of FictionBook and what they are in XHTML: its name, and attributes. */
const ELEMENTS: Readonly<Record<string, readonly [name: string, attributes?: string]>> = {
  p: ['p'],
  v: ['p'],
  date: ['p'],
  'text-author': ['p', ' style="text-align:right"'],
  subtitle: ['p', ' style="font-weight:bold;text-align:center"'],
  emphasis: ['em'],
  strong: ['strong'],
  strikethrough: ['s'],
  sub: ['sub'],
  sup: ['sup'],
  code: ['code'],
  epigraph: ['blockquote'],
  cite: ['blockquote'],
  annotation: ['blockquote'],
  poem: ['div'],
  stanza: ['div'],
  table: ['table'],
  tr: ['tr'],
  td: ['td'],
  th: ['th'],
  style: ['span'],
};

/** A FictionBook 2. Throws `input_corrupt`. */
export function readFb2(bytes: Uint8Array, context: RunContext, encoding?: string): Book {
  const { rest, binaries } = takeBinaries(decodeFictionBook(bytes, encoding));
  const root = parseXmlTree(rest, context.limits, { mixed: true }).children.find(({ name }) => name === 'FictionBook');
  if (!root) throw new ConversionError({ code: 'input_corrupt', message: 'The file is not a FictionBook.' });
  const builder = new BookBuilder((name) => binaries.get(name.replace(/^#/, '')), context.limits);
  const writer = new ChapterWriter();
  for (const body of childrenNamed(root, 'body')) addBody(body, builder, writer, context.signal);
  const info = childAt(root, 'description', 'title-info');
  const coverAddress = childAt(info, 'coverpage', 'image')?.attributes.get('href');
  const cover = coverAddress === undefined ? undefined : builder.imageNamed(coverAddress);
  const book = builder.finish(readFictionMetadata(root), writer.contents, cover);
  builder.losses.report(context, book.images.size);
  return book;
}

/** What comes before the sections is a chapter, and so is each section; notes are one for all. */
function addBody(body: XmlNode, builder: BookBuilder, writer: ChapterWriter, signal: AbortSignal): void {
  const add = (html: string): void => {
    signal.throwIfAborted();
    if (html.trim() !== '') builder.addChapter({ name: NAME, html, resolve: (address) => address });
  };
  const sections = childrenNamed(body, 'section');
  const before = body.children.filter(({ name }) => name !== 'section');
  if (body.attributes.get('name') === 'notes') {
    add(`<section role="doc-endnotes">${writer.write(body.children, 1, writer.contents)}</section>`);
    return;
  }
  add(writer.write(before, 1, writer.contents));
  for (const section of sections) add(writer.write([section], 1, writer.contents));
}

class ChapterWriter {
  readonly contents: PlacedEntry[] = [];
  #headings = 0;

  write(nodes: readonly XmlNode[], level: number, contents: PlacedEntry[]): string {
    return withCode(nodes, (node) => this.#writeNode(node, level, contents)).join('');
  }

  #writeNode(node: XmlNode, level: number, contents: PlacedEntry[]): string {
    const { name, children } = node;
    if (name === TEXT_NODE) return escapeXml(node.text);
    if (name === 'section') return this.#writeSection(node, level, contents);
    if (name === 'title') return this.#writeTitle(node, level, contents);
    if (name === 'empty-line') return '<p>\u00a0</p>';
    if (name === 'image') return imageOf(node);
    const id = idOf(node);
    const inner = this.write(children, level, contents);
    if (name === 'a')
      return `<a${id} href="${escapeXmlAttribute(node.attributes.get('href') ?? '')}"${roleOf(node)}>${inner}</a>`;
    const [output, attributes = ''] = ELEMENTS[name] ?? [];
    if (output === undefined) return inner;
    return `<${output}${id}${attributes}${spansOf(node)}>${inner}</${output}>`;
  }

  #writeSection(node: XmlNode, level: number, contents: PlacedEntry[]): string {
    const title = childAt(node, 'title');
    const own: PlacedEntry[] = [];
    const id = node.attributes.get('id') ?? `section-${++this.#headings}`;
    const inner = withCode(node.children, (child) =>
      child === title
        ? headingOf(child, level, this.write(child.children, level, []))
        : this.#writeNode(child, level + 1, own),
    );
    if (title) contents.push({ title: titleText(title), place: `${NAME}#${id}`, children: own });
    else contents.push(...own);
    return `<div id="${escapeXmlAttribute(id)}">${inner.join('')}</div>`;
  }

  /** The title of the whole, or of a poem. */
  #writeTitle(node: XmlNode, level: number, contents: PlacedEntry[]): string {
    const id = `section-${++this.#headings}`;
    if (level === 1) contents.push({ title: titleText(node), place: `${NAME}#${id}`, children: [] });
    return `<span id="${id}"></span>${headingOf(node, level, this.write(node.children, level, []))}`;
  }
}

/** Writes nodes one by one but for lines of code: neighbours are one block, in which their spaces are kept. */
function withCode(nodes: readonly XmlNode[], write: (node: XmlNode) => string): string[] {
  const pieces: string[] = [];
  for (let index = 0; index < nodes.length;) {
    const end = endOfCode(nodes, index);
    const lines = nodes.slice(index, end).filter(({ name }) => name !== TEXT_NODE);
    if (lines.length < LEAST_LINES) pieces.push(write(nodes[index++]!));
    else {
      pieces.push(`<pre>${lines.map((line) => escapeXml(wordsIn(line))).join('\n')}</pre>`);
      index = end;
    }
  }
  return pieces;
}

/** Where the lines of code end that begin at an index; blank lines and line ends are between them alone. */
function endOfCode(nodes: readonly XmlNode[], start: number): number {
  let end = start;
  for (let index = start; index < nodes.length; index++) {
    const node = nodes[index]!;
    if (isCode(node)) end = index + 1;
    else if (index === start || !(node.name === 'empty-line' || isBlank(node))) break;
  }
  return end;
}

function isCode(node: XmlNode): boolean {
  const shown = node.children.filter((child) => !isBlank(child));
  return node.name === 'p' && shown.length === 1 && shown[0]!.name === 'code';
}

function isBlank({ name, text }: XmlNode): boolean {
  return name === TEXT_NODE && text.trim() === '';
}

function wordsIn(node: XmlNode): string {
  return node.name === TEXT_NODE ? node.text : node.children.map(wordsIn).join('');
}

function headingOf(_title: XmlNode, level: number, inner: string): string {
  const lines = inner.replace(/<\/p>\s*<p[^>]*>/g, '<br/>').replace(/<\/?p\b[^>]*>/g, '');
  const name = `h${Math.min(6, level)}`;
  return `<${name}>${lines.trim()}</${name}>`;
}

function titleText(title: XmlNode): string {
  return childrenNamed(title, 'p')
    .map((line) => textWithin(line).trim())
    .filter((line) => line !== '')
    .join(' ');
}

function textWithin(node: XmlNode): string {
  if (node.name === TEXT_NODE) return node.text;
  return node.attributes.get('type') === 'note' ? '' : node.children.map(textWithin).join('');
}

function idOf(node: XmlNode): string {
  const id = node.attributes.get('id');
  return id === undefined ? '' : ` id="${escapeXmlAttribute(id)}"`;
}

function roleOf(node: XmlNode): string {
  return node.attributes.get('type') === 'note' ? ' role="doc-noteref"' : '';
}

function spansOf({ attributes }: XmlNode): string {
  return ['colspan', 'rowspan', 'align']
    .map((name) =>
      attributes.get(name) === undefined ? '' : ` ${name}="${escapeXmlAttribute(attributes.get(name)!)}"`,
    )
    .join('');
}

function imageOf(node: XmlNode): string {
  const address = escapeXmlAttribute(node.attributes.get('href') ?? '');
  return `<img${idOf(node)} src="${address}" alt="${escapeXmlAttribute(node.attributes.get('alt') ?? '')}"/>`;
}
