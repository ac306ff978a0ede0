import { escapeXml, escapeXmlAttribute } from '../../../io/xml.ts';
import { TEXT_NODE, type XmlNode } from '../../../io/xml-tree.ts';

/** A section of a FictionBook: its title as markup, its blocks, and the sections in it. */
export interface Section {
  readonly id?: string;
  readonly level: number;
  readonly title?: string;
  readonly blocks: string[];
  readonly children: Section[];
}

const STYLES: Readonly<Record<string, string>> = {
  em: 'emphasis',
  i: 'emphasis',
  cite: 'emphasis',
  dfn: 'emphasis',
  var: 'emphasis',
  strong: 'strong',
  b: 'strong',
  s: 'strikethrough',
  del: 'strikethrough',
  sub: 'sub',
  sup: 'sup',
  code: 'code',
  kbd: 'code',
  samp: 'code',
};
const CONTAINERS = new Set(
  'div section aside figure dl ul ol blockquote table pre p li dt dd figcaption hr h1 h2 h3 h4 h5 h6'.split(' '),
);

/** Turns the blocks of clean XHTML into those of FictionBook, which has no lists and few places for identifiers. */
export class Fb2Blocks {
  readonly #held: ReadonlySet<string>;
  readonly #onDropped: () => void;
  /** Where an anchor is that has no element of its own here. */
  readonly #aliases = new Map<string, string>();
  #pending: string[] = [];

  constructor(held: ReadonlySet<string>, onDropped: () => void) {
    this.#held = held;
    this.#onDropped = onDropped;
  }

  idOf(anchor: string): string {
    let id = anchor;
    for (let next = this.#aliases.get(id); next !== undefined; next = this.#aliases.get(id)) id = next;
    return id;
  }

  /** Sections of a chapter by its headings. */
  sectionsOf(body: XmlNode, anchor: string): Section[] {
    const root: Section = { id: anchor, level: 0, blocks: [], children: [] };
    const open: Section[] = [root];
    for (const item of this.#itemsOf(body.children, '')) {
      if (typeof item === 'string') open.at(-1)!.blocks.push(item);
      else {
        while (open.length > 1 && open.at(-1)!.level >= item.level) open.pop();
        open.at(-1)!.children.push(item);
        open.push(item);
      }
    }
    this.#usePending(anchor);
    const [only, ...others] = root.children;
    // A chapter that begins with its heading is that section.
    if (root.blocks.length > 0 || !only || others.length > 0) return [root];
    this.#alias(only.id, anchor);
    return [{ ...only, id: anchor }];
  }

  *#itemsOf(nodes: readonly XmlNode[], marker: string): Generator<string | Section> {
    let line: XmlNode[] = [];
    let lead = marker;
    for (const node of nodes) {
      if (!CONTAINERS.has(node.name)) {
        line.push(node);
        continue;
      }
      yield* this.#paragraph(line, lead);
      if (hasWords(line)) lead = '';
      line = [];
      yield* this.#blockOf(node, lead);
      if (node.name !== 'hr') lead = '';
    }
    yield* this.#paragraph(line, lead);
  }

  *#blockOf(node: XmlNode, marker: string): Generator<string | Section> {
    const { name, children } = node;
    const heading = /^h([1-6])$/.exec(name)?.[1];
    this.#remember(node.attributes.get('id'));
    if (heading !== undefined) yield this.#headingOf(node, Number(heading));
    else if (name === 'hr') yield '<empty-line/>';
    else if (name === 'pre') yield* this.#verbatim(node);
    else if (name === 'table') yield* this.#table(node);
    else if (name === 'blockquote') yield* this.#quotation(node);
    else if (name === 'ul' || name === 'ol') yield* this.#list(node);
    else yield* this.#itemsOf(children, marker);
  }

  #headingOf(node: XmlNode, level: number): Section {
    const title = this.#inlineOf(node.children);
    const [id] = this.#pending;
    this.#usePending(id);
    return {
      ...(id === undefined ? {} : { id }),
      level,
      title: title.trim() === '' ? ' ' : title,
      blocks: [],
      children: [],
    };
  }

  *#list(node: XmlNode): Generator<string | Section> {
    let number = Number(node.attributes.get('start') ?? 1);
    for (const item of node.children) {
      if (item.name === TEXT_NODE) continue;
      this.#remember(item.attributes.get('id'));
      yield* this.#itemsOf(item.children, node.name === 'ol' ? `${number++}. ` : '• ');
    }
  }

  *#quotation(node: XmlNode): Generator<string | Section> {
    const items = [...this.#itemsOf(node.children, '')];
    const isPlain = items.every((item) => typeof item === 'string' && /^<(?:p|table|empty-line)\b/.test(item));
    if (!isPlain || items.length === 0) yield* items;
    else yield `<cite>${items.join('\n')}</cite>`;
  }

  *#verbatim(node: XmlNode): Generator<string> {
    const markup = this.#inlineOf(node.children, true);
    for (const line of markup.split('\n'))
      yield line.trim() === '' ? '<empty-line/>' : `<p><code>${line.replaceAll(/<\/?code>/g, '')}</code></p>`;
  }

  *#table(node: XmlNode): Generator<string> {
    const caption = node.children.find(({ name }) => name === 'caption');
    if (caption) yield* this.#paragraph(caption.children, '');
    const rows = node.children.flatMap((child) =>
      child.name === 'tr' ? [child] : child.children.filter(({ name }) => name === 'tr'),
    );
    const cells = (row: XmlNode): string =>
      row.children
        .filter(({ name }) => name === 'td' || name === 'th')
        .map((cell) => `<${cell.name}${spansOf(cell)}>${this.#inlineOf(cell.children).trim()}</${cell.name}>`)
        .join('');
    const markup = rows.map((row) => `<tr>${cells(row)}</tr>`).join('\n');
    if (markup !== '') yield `<table>\n${markup}\n</table>`;
  }

  *#paragraph(nodes: readonly XmlNode[], marker: string): Generator<string> {
    const markup = this.#inlineOf(nodes);
    const image = /^\s*(<image [^>]*\/>)\s*$/.exec(markup)?.[1];
    if (image !== undefined) yield image;
    else {
      for (const line of markup.split('\n')) {
        if (line.replace(/<(?!image)[^>]*>/g, '').trim() === '') continue;
        yield `<p${this.#takeId()}>${marker}${line.trim()}</p>`;
        marker = '';
      }
    }
  }

  #inlineOf(nodes: readonly XmlNode[], isVerbatim = false): string {
    return nodes.map((node) => this.#inlineNode(node, isVerbatim)).join('');
  }

  #inlineNode(node: XmlNode, isVerbatim: boolean): string {
    const { name, attributes, children } = node;
    if (name === TEXT_NODE) return escapeXml(isVerbatim ? node.text : node.text.replace(/\s+/g, ' '));
    this.#remember(attributes.get('id'));
    if (name === 'img') return this.#image(node);
    // A line break divides the paragraph; in formatting, which would be cut in two, it is a space.
    if (name === 'br') return isVerbatim ? '\n' : ' ';
    const inner = this.#inlineOf(children, isVerbatim);
    const separated = CONTAINERS.has(name) || name === 'tr' || name === 'td' || name === 'th' ? `${inner} ` : inner;
    const address = name === 'a' ? attributes.get('href') : undefined;
    if (address !== undefined && inner.trim() !== '')
      return `<a l:href="${escapeXmlAttribute(address)}"${noteType(node)}>${inner}</a>`;
    const styled = STYLES[name] ?? styleOf(attributes.get('style') ?? '');
    return styled === undefined || inner.trim() === '' ? separated : `<${styled}>${inner}</${styled}>`;
  }

  #image({ attributes }: XmlNode): string {
    const name = attributes.get('src') ?? '';
    if (this.#held.has(name)) return `<image l:href="#${escapeXmlAttribute(name)}"/>`;
    this.#onDropped();
    return escapeXml(attributes.get('alt') ?? '');
  }

  #remember(id: string | undefined): void {
    if (id !== undefined) this.#pending.push(id);
  }

  #takeId(): string {
    const [id] = this.#pending;
    if (id === undefined) return '';
    this.#usePending(id);
    return ` id="${id}"`;
  }

  #usePending(id: string | undefined): void {
    for (const anchor of this.#pending) this.#alias(anchor, id);
    this.#pending = [];
  }

  /** An anchor that was used before what it stands for now keeps its place. */
  #alias(anchor: string | undefined, id: string | undefined): void {
    if (anchor === undefined || id === undefined || this.idOf(id) === anchor) return;
    this.#aliases.set(anchor, id);
  }
}

function hasWords(nodes: readonly XmlNode[]): boolean {
  return nodes.some((node) => node.name !== TEXT_NODE || node.text.trim() !== '');
}

function noteType({ attributes }: XmlNode): string {
  return attributes.get('role') === 'doc-noteref' ? ' type="note"' : '';
}

function styleOf(style: string): string | undefined {
  if (/font-style:(?:italic|oblique)/.test(style)) return 'emphasis';
  if (/font-weight:(?:bold|[6-9]00)/.test(style)) return 'strong';
  return undefined;
}

function spansOf({ attributes }: XmlNode): string {
  return ['colspan', 'rowspan']
    .map((name) => (attributes.get(name) === undefined ? '' : ` ${name}="${attributes.get(name)}"`))
    .join('');
}
