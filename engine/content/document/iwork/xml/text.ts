import { TEXT_NODE, type XmlNode } from '../../../../io/xml-tree.ts';
import type { Block, Drawing, Inline, Paragraph, TextStyle } from '../../opendocument/document.ts';
import { numberIn } from './elements.ts';
import type { Lists } from './lists.ts';
import { headingOf, paragraphStyleOf, propertyOf, textStyleOf, type StyleChain, type StyleSheets } from './styles.ts';

/** What a text needs of its document. */
export interface TextContext {
  readonly styles: StyleSheets;
  readonly lists: Lists;
  /** What an attachment of a text draws or sets: an image, a shape, a table. */
  readonly attachment: (node: XmlNode) => { readonly drawing?: Drawing; readonly block?: Block };
  /** Called for each text, drawing and table, of which there may not be too many. */
  readonly take: () => void;
  /** Nesting of texts in notes, boxes and tables. */
  readonly depth: number;
  /** Headings belong to the body alone. */
  readonly hasOutline: boolean;
  readonly endnotes: boolean;
}

const MAX_DEPTH = 16;
/** Inside a text and not of it. */
const SKIPPED = new Set([
  'page-start',
  'container-hint',
  'insertion-point',
  'selection-start',
  'selection-end',
  'footnote-mark',
  'deleted',
  'bookmark',
  'stylesheet-ref',
  'stylesheet',
]);
const PARAGRAPH_ENDS = new Set(['br', 'crbr', 'footnotebr', 'intratopicbr', 'sectbr', 'layoutbr', 'contbr', 'pgbr']);

/** The paragraphs and tables of an `sf:text-storage`. */
export function readStorage(storage: XmlNode | undefined, context: TextContext): Block[] {
  context.take();
  const resolved = context.styles.elements.resolve(storage);
  if (!resolved || context.depth > MAX_DEPTH) return [];
  return new StorageReader(resolved, context).read();
}

class StorageReader {
  readonly #storage: XmlNode;
  readonly #sheet: XmlNode | undefined;
  readonly #context: TextContext;
  readonly #blocks: Block[] = [];
  readonly #notes: Inline[];
  #content: Inline[] = [];
  #breakBefore = false;

  constructor(storage: XmlNode, context: TextContext) {
    this.#storage = storage;
    this.#context = context;
    this.#sheet = context.styles.elements.child(storage, 'stylesheet');
    this.#notes = this.#readNotes();
  }

  read(): Block[] {
    const body = this.#storage.children.find(({ name }) => name === 'text-body');
    if (body) this.#readBody(body);
    return this.#blocks;
  }

  #readBody(node: XmlNode): void {
    for (const child of node.children) {
      if (child.name === 'p') this.#readParagraph(child);
      else if (child.name === 'section' || child.name === 'layout') this.#readBody(child);
      else if (child.name === 'pgbr') this.#breakBefore = true;
      else if (child.name === 'attachment' || child.name === 'attachment-ref') this.#attach(child);
    }
  }

  #readParagraph(node: XmlNode): void {
    const { styles } = this.#context;
    const chain = styles.find(node.attributes.get('style'), this.#sheet);
    const style = paragraphStyleOf(chain);
    this.#content = [];
    const breakAfter = this.#readInlines(node, style.text ?? {}, this.#content);
    const heading = this.#context.hasOutline && this.#content.length > 0 ? headingOf(chain) : undefined;
    this.#blocks.push({
      kind: 'paragraph',
      content: this.#content,
      style: this.#breakBefore ? { ...style, breakBefore: true } : style,
      ...(heading === undefined ? {} : { heading }),
      ...this.#listOf(node, chain),
    });
    this.#breakBefore = breakAfter;
  }

  #listOf(node: XmlNode, chain: StyleChain): Pick<Paragraph, 'list'> {
    const { styles, lists } = this.#context;
    const named = styles.find(node.attributes.get('list-style'), this.#sheet);
    const listStyle = named.length > 0 ? named[0] : styles.elements.resolve(propertyOf(chain, 'listStyle'));
    const list = lists.indexOf(styles.chainOf(listStyle, this.#sheet));
    if (list === undefined) return {};
    const level = Math.max(0, (numberIn(node, 'list-level') ?? 1) - 1);
    const { label } = lists.styles[list]!.levels[level] ?? {};
    return label && label.kind !== 'none' ? { list: { list, level } } : {};
  }

  /** Adds what is inside of an element; returns whether a page ends after it. */
  #readInlines(node: XmlNode, style: TextStyle, into: Inline[]): boolean {
    let endsPage = false;
    for (const child of node.children) {
      if (child.name === TEXT_NODE) {
        if (child.text !== '') into.push({ kind: 'text', text: child.text.replaceAll(/[\r\n]+/g, ' '), style });
      } else if (PARAGRAPH_ENDS.has(child.name)) {
        endsPage ||= child.name === 'pgbr' || child.name === 'sectbr';
      } else if (!SKIPPED.has(child.name)) {
        endsPage = this.#readInline(child, style, into) || endsPage;
      }
    }
    return endsPage;
  }

  #readInline(node: XmlNode, style: TextStyle, into: Inline[]): boolean {
    switch (node.name) {
      case 'span': {
        const chain = this.#context.styles.find(node.attributes.get('style'), this.#sheet);
        return this.#readInlines(node, { ...style, ...textStyleOf(chain) }, into);
      }
      case 'tab':
        into.push({ kind: 'tab', style });
        return false;
      case 'lnbr':
        into.push({ kind: 'line-break', style });
        return false;
      case 'page-number':
      case 'page-count':
        into.push({ kind: node.name, style });
        return false;
      case 'link': {
        const content: Inline[] = [];
        const endsPage = this.#readInlines(node, style, content);
        const href = node.attributes.get('href') ?? '';
        if (/^(?:https?|mailto|ftp|#)/i.test(href)) into.push({ kind: 'link', href, content });
        else into.push(...content);
        return endsPage;
      }
      case 'footnote': {
        const note = this.#notes.shift();
        if (note) into.push(note);
        return false;
      }
      case 'date-time':
      case 'filename': {
        // A field that shows a text as of when it was saved.
        const text = node.attributes.get('value') ?? '';
        if (text !== '' && node.children.length === 0) into.push({ kind: 'text', text, style });
        return this.#readInlines(node, style, into);
      }
      case 'attachment':
      case 'attachment-ref':
        this.#attach(node, into);
        return false;
      default:
        return this.#readInlines(node, style, into);
    }
  }

  /** A table is between paragraphs, anything else in its line. */
  #attach(reference: XmlNode, into?: Inline[]): void {
    const node = this.#context.styles.elements.resolve(reference);
    if (!node) return;
    const { drawing, block } = this.#context.attachment(node);
    if (block) this.#blocks.push(block);
    if (!drawing) return;
    if (into) into.push({ kind: 'drawing', drawing });
    else this.#blocks.push({ kind: 'paragraph', content: [{ kind: 'drawing', drawing }], style: {} });
  }

  /** All footnotes are paragraphs of one text: a mark begins each. */
  #readNotes(): Inline[] {
    const { elements } = this.#context.styles;
    const holder = this.#storage.children.find(({ name }) => name === 'footnotes');
    const storage = holder?.children.find(({ name }) => name === 'text-storage' || name === 'text-storage-ref');
    const body = elements.resolve(storage)?.children.find(({ name }) => name === 'text-body');
    const note = this.#context.endnotes ? 'endnote' : 'footnote';
    const groups: XmlNode[][] = [];
    for (const paragraph of body?.children.filter(({ name }) => name === 'p') ?? []) {
      if (holdsMark(paragraph)) groups.push([paragraph]);
      else if (groups.length > 0 && paragraph.children.length > 0) groups.at(-1)!.push(paragraph);
    }
    const context = { ...this.#context, depth: this.#context.depth + 1, hasOutline: false };
    return groups.map((paragraphs) => {
      const children = [
        ...this.#storage.children.filter(({ name }) => name.startsWith('stylesheet')),
        { name: 'text-body', attributes: body!.attributes, children: paragraphs, text: '' },
      ];
      return { kind: 'note', note, body: readStorage({ ...this.#storage, name: 'text-storage', children }, context) };
    });
  }
}

function holdsMark(node: XmlNode): boolean {
  return node.children.some((child) => child.name === 'footnote-mark' || holdsMark(child));
}
