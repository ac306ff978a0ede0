import { escapeXml, escapeXmlAttribute } from '../../io/xml.ts';
import { DEFAULT_LIMITS } from '../../contract/limits.ts';
import { chapterAnchor, isCoverShown, type Book } from '../../content/document/book/book.ts';
import { isBlock } from '../../content/document/book/elements.ts';
import { formatsOf } from '../../content/document/book/simple-styles.ts';
import { descendants, parseXmlTree, TEXT_NODE, type XmlNode } from '../../io/xml-tree.ts';
import {
  attributesOf,
  FORMAT_OF,
  formatted,
  isBlankLine,
  isShown,
  languageOf,
  markupOf,
  union,
} from './book-markup.ts';
import type { DrawnImage } from './drawn-images.ts';
import { hasOnlyNotes, isMark, noteAt, notesOf, waysBackIn } from './book-notes.ts';

/** Elements that only hold others: what they hold stands for itself. */
const WRAPPERS: ReadonlySet<string> = new Set(['div', 'section', 'aside']);
/** Elements that may have held notes alone. */
const PARTS: ReadonlySet<string> = new Set(['section', 'div', 'ol', 'ul']);
/** Elements whose only paragraph is none of its own. */
const CELLS: ReadonlySet<string> = new Set(['li', 'dt', 'dd', 'td', 'th', 'figcaption', 'caption']);
const HEADING = /^h[1-6]$/;

/**
 * A book as one page for pandoc's reader of HTML, which is given what its own readers of books leave out: notes of other
 * chapters, drawings, tables of FictionBook, and emphasis that a style sheet makes. Images have the names of the book.
 */
export function pageOfBook(book: PandocBook, options: PageOptions = {}): string {
  const chapters = book.chapters.map(
    ({ body }) => parseXmlTree(`<body>${body}</body>`, LIMITS, { mixed: true }).children[0]!,
  );
  return new BookPage(book, chapters, options).write();
}

interface PandocBook extends Book {
  readonly images: ReadonlyMap<string, DrawnImage>;
}

interface PageOptions {
  /** Headings have no names of their own in the target: what they are called is in their text. */
  readonly namesInHeadings?: boolean;
  /** The target has the cover by itself. */
  readonly hasCover?: boolean;
}

/** The elements of a clean chapter are as deep as its source was allowed to be. */
const LIMITS = { ...DEFAULT_LIMITS, nesting: DEFAULT_LIMITS.nesting * 2 };

class BookPage {
  readonly #book: Book;
  readonly #images: PandocBook['images'];
  readonly #chapters: readonly XmlNode[];
  readonly #namesInHeadings: boolean;
  readonly #hasCover: boolean;
  readonly #notes: ReadonlyMap<string, XmlNode>;
  /** Links from notes to where they are referred to, which formats with notes have of themselves. */
  readonly #waysBack: ReadonlySet<XmlNode>;
  /** Places that some link leads to: the others need no name. */
  readonly #linked: ReadonlySet<string>;
  /** What the place of each anchor is called, which it may share with others. */
  readonly #places = new Map<string, string>();
  #pending: string[] = [];
  #inNote = false;

  constructor(
    book: PandocBook,
    chapters: readonly XmlNode[],
    { namesInHeadings = false, hasCover = false }: PageOptions,
  ) {
    this.#book = book;
    this.#images = book.images;
    this.#namesInHeadings = namesInHeadings;
    this.#hasCover = hasCover;
    this.#chapters = chapters;
    this.#notes = notesOf(chapters);
    this.#waysBack = waysBackIn(chapters, this.#notes);
    this.#linked = new Set(chapters.flatMap((chapter) => this.#targetsIn(chapter)));
  }

  write(): string {
    const { cover } = this.#book;
    const isBeside = this.#hasCover || isCoverShown(this.#book);
    const lead = cover === undefined || isBeside ? '' : `<p><img src="${cover}" alt=""></p>\n`;
    const bodies = this.#chapters.map((chapter, index) => {
      this.#remember(chapterAnchor(index + 1));
      return hasOnlyNotes(chapter, this.#notes) ? '' : this.#flow(chapter.children, []);
    });
    this.#inNote = true;
    const notes = [...this.#notes].map(([id, note]) => this.#note(id, note));
    const body = [...bodies, ...this.#anchors(), ...notes].join('\n');
    const linked = body.replace(/ href="#(c\d[^"]*)"/g, (_, anchor: string) => this.#linkTo(anchor));
    return `<!DOCTYPE html>\n${this.#head()}<body>\n${lead}${linked}\n</body>\n</html>\n`;
  }

  #head(): string {
    const { title, language, authors, date, description, publisher, rights, subjects } = this.#book.metadata;
    const meta = [
      ...authors.map((author) => ['author', author] as const),
      ...(
        [
          ['date', date],
          ['description', description],
          ['publisher', publisher],
          ['rights', rights],
        ] as const
      ).filter(([, content]) => content !== undefined),
      ...(subjects.length > 0 ? [['keywords', subjects.join(', ')] as const] : []),
    ];
    const tags = meta.map(
      ([name, content]) => `<meta name="${name}" content="${escapeXmlAttribute(content ?? '')}">\n`,
    );
    const lang = language === undefined ? '' : ` lang="${escapeXmlAttribute(language)}"`;
    const heading = title === undefined ? '' : `<title>${escapeXml(title)}</title>\n`;
    return `<html${lang}>\n<head>\n<meta charset="utf-8">\n${heading}${tags.join('')}</head>\n`;
  }

  /** A note is written where all notes are; its own mark and the way back are for readers of the book alone. */
  #note(id: string, { children }: XmlNode): string {
    const content = this.#flow(
      children.filter((child) => !(HEADING.test(child.name) && isMark(child))),
      [],
    );
    return `<aside epub:type="footnote" id="${id}">${content}</aside>`;
  }

  /** Blocks, with the text between them as paragraphs. */
  #flow(
    nodes: readonly XmlNode[],
    formats: readonly string[],
    writeLine = (line: readonly XmlNode[]): string => this.#paragraph(line, formats),
  ): string {
    const pieces: string[] = [];
    let line: XmlNode[] = [];
    const endLine = (): void => {
      pieces.push(writeLine(line));
      line = [];
    };
    for (const node of nodes) {
      if (!isBlock(node.name)) line.push(node);
      else {
        endLine();
        pieces.push(this.#block(node, formats));
      }
    }
    endLine();
    return pieces.join('');
  }

  #block(node: XmlNode, inherited: readonly string[]): string {
    const { name, attributes, children } = node;
    const id = attributes.get('id');
    if (this.#isNote(node)) return '';
    this.#remember(id);
    if (this.#notes.size > 0 && PARTS.has(name) && hasOnlyNotes(node, this.#notes)) return '';
    const formats = union(inherited, formatsOf(attributes.get('style') ?? ''));
    if (name === 'p' && isBlankLine(node)) return `${this.#place()}<p>&nbsp;</p>\n`;
    if (name === 'p') return this.#paragraph(children, formats, attributesOf(node));
    if (HEADING.test(name)) return this.#heading(node, formats);
    if (name === 'hr') return '<hr>\n';
    if (name === 'pre') return `${this.#place()}<pre${languageOf(node)}>${this.#inlines(children)}</pre>\n`;
    if (WRAPPERS.has(name)) {
      const inner = this.#flow(children, formats);
      const own = attributesOf(node);
      return own === '' ? inner : `<div${own}>\n${inner}</div>\n`;
    }
    // A figure is an image itself, and not a paragraph with one.
    const bare = name === 'figure' ? (line: readonly XmlNode[]): string => this.#inlines(line).trim() : undefined;
    const inner = CELLS.has(name) ? this.#cell(children, formats) : this.#flow(children, formats, bare);
    return `<${name}${attributesOf(node)}>${inner}</${name}>\n`;
  }

  /** The content of a cell or an item: text, or blocks; what is around text alone is nothing of its own. */
  #cell(nodes: readonly XmlNode[], formats: readonly string[]): string {
    const [only, ...others] = nodes.filter(({ name, text }) => name !== TEXT_NODE || text.trim() !== '');
    if (!only) return '';
    const isAround = others.length === 0 && (WRAPPERS.has(only.name) || only.name === 'p');
    if (isAround && attributesOf(only) === '' && !this.#isNote(only)) {
      this.#remember(only.attributes.get('id'));
      return this.#cell(only.children, union(formats, formatsOf(only.attributes.get('style') ?? '')));
    }
    return this.#flow(nodes, formats, (line) => this.#line(line, formats));
  }

  #line(nodes: readonly XmlNode[], formats: readonly string[]): string {
    if (!nodes.some(isShown)) return this.#skip(nodes);
    return formatted(this.#anchors().join('') + this.#inlines(nodes).trim(), formats);
  }

  /** Nothing is shown, but links may lead to what follows by a name that is here. */
  #skip(nodes: readonly XmlNode[]): '' {
    for (const { attributes, children } of nodes) {
      this.#remember(attributes.get('id'));
      this.#skip(children);
    }
    return '';
  }

  #isNote(node: XmlNode): boolean {
    return this.#notes.get(node.attributes.get('id') ?? '') === node;
  }

  #heading({ name, children }: XmlNode, formats: readonly string[]): string {
    if (!children.some(isShown)) return this.#skip(children);
    const anchors = this.#namesInHeadings ? this.#anchors().join('') : '';
    const [id] = this.#pending;
    this.#usePending(id);
    const others = formats.filter((format) => format !== 'b');
    // At its beginning it would be taken for the name of the heading itself.
    const inner = formatted(this.#inlines(children).trim(), others) + anchors;
    return `<${name}${id === undefined ? '' : ` id="${id}"`}>${inner}</${name}>\n`;
  }

  #paragraph(nodes: readonly XmlNode[], formats: readonly string[], attributes = ''): string {
    const inner = this.#line(nodes, formats);
    return inner === '' ? '' : `<p${attributes}>${inner}</p>\n`;
  }

  #inlines(nodes: readonly XmlNode[]): string {
    return nodes.map((node) => this.#inline(node)).join('');
  }

  #inline(node: XmlNode): string {
    const { name, attributes, children } = node;
    if (name === TEXT_NODE) return escapeXml(node.text);
    if (name === 'math') return markupOf(node);
    this.#remember(attributes.get('id'));
    const anchors = this.#anchors().join('');
    if (name === 'br' || name === 'wbr') return `${anchors}<${name}>`;
    if (name === 'img') return anchors + this.#image(node);
    if (name === 'a') return anchors + this.#link(node);
    const formats = formatsOf(attributes.get('style') ?? '').filter((format) => format !== FORMAT_OF[name]);
    const inner = formatted(this.#inlines(children), formats);
    const own = attributesOf(node);
    return anchors + (name === 'span' && own === '' ? inner : `<${name}${own}>${inner}</${name}>`);
  }

  #link(node: XmlNode): string {
    const address = node.attributes.get('href');
    const inner = this.#inlines(node.children);
    const note = noteAt(node, this.#notes);
    if (note !== undefined) return this.#inNote ? inner : `<a epub:type="noteref" href="#${note}">${inner}</a>`;
    if (address === undefined) return inner;
    if (this.#waysBack.has(node)) return '';
    return `<a href="${escapeXmlAttribute(address)}">${inner}</a>`;
  }

  /** The words of a drawing follow it: no reader of the result would find them in the image. */
  #image({ attributes }: XmlNode): string {
    const name = attributes.get('src') ?? '';
    const alternative = attributes.get('alt') ?? '';
    const image = this.#images.get(name);
    if (!image) return escapeXml(alternative);
    const isSized = attributes.get('width') !== undefined || attributes.get('height') !== undefined;
    const sizes = (['width', 'height'] as const).map((side) => {
      const pixels = isSized ? attributes.get(side) : image.size?.[side];
      return pixels === undefined ? '' : ` ${side}="${pixels}"`;
    });
    const isDrawing = this.#book.drawings.has(name);
    const shown = isDrawing ? '' : escapeXmlAttribute(alternative.replace(/\s+/g, ' '));
    const words = isDrawing ? `<br>${escapeXml(alternative).replaceAll('\n', '<br>')}` : '';
    return `<img src="${name}" alt="${shown}"${sizes.join('')}>${words}`;
  }

  /** Places that links lead to, but for notes, which are moved, and the ways back from them. */
  #targetsIn(chapter: XmlNode): string[] {
    return [...descendants(chapter, 'a')]
      .filter((link) => noteAt(link, this.#notes) === undefined && !this.#waysBack.has(link))
      .map(({ attributes }) => attributes.get('href') ?? '')
      .filter((address) => address.startsWith('#'))
      .map((address) => address.slice(1));
  }

  #remember(id: string | undefined): void {
    if (id !== undefined && this.#linked.has(id)) this.#pending.push(id);
  }

  /** The places that are waiting for text, as one. */
  #anchors(): string[] {
    const [id] = this.#pending;
    this.#usePending(id);
    return id === undefined ? [] : [`<span id="${id}"></span>`];
  }

  /** The same where no text follows that could hold it. */
  #place(): string {
    const anchors = this.#anchors();
    return anchors.length === 0 ? '' : `<p>${anchors.join('')}</p>\n`;
  }

  #usePending(id: string | undefined): void {
    if (id !== undefined) for (const anchor of this.#pending) this.#places.set(anchor, id);
    this.#pending = [];
  }

  /** Where a link leads; nowhere if its place was left out with the mark of a note. */
  #linkTo(anchor: string): string {
    const place = this.#notes.has(anchor) ? anchor : this.#places.get(anchor);
    return place === undefined ? '' : ` href="#${place}"`;
  }
}
