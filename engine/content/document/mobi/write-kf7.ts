import { scanXml, escapeXml, escapeXmlAttribute, type XmlAttributes, type XmlHandler } from '../../../io/xml.ts';
import { DEFAULT_LIMITS } from '../../../contract/limits.ts';
import { chapterAnchor, type Book, type ContentsEntry } from '../book/book.ts';
import { formatsOf } from '../book/simple-styles.ts';
import { firstTarget, listedContents } from '../book/epub-writer.ts';
import { contentsIndex } from './contents-index.ts';
import { KindleText } from './kindle-text.ts';
import { packMobi, imageRecords, type ImageRecords } from './pack.ts';

/** Elements that this version knows under the same or another name; others are left out around their content. */
const NAMES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    'p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote table tr td th pre a u s sub sup small code div'
      .split(' ')
      .map((name) => [name, name]),
  ),
  section: 'div',
  aside: 'div',
  figure: 'div',
  figcaption: 'div',
  caption: 'p',
  em: 'i',
  i: 'i',
  cite: 'i',
  dfn: 'i',
  var: 'i',
  strong: 'b',
  b: 'b',
  del: 's',
  ins: 'u',
  kbd: 'code',
  samp: 'code',
};
const NO_ADDRESS = '0000000000';
const CONTENTS = 'contents';

/** A Mobipocket book (version 6), which every Kindle and its rivals read: one text, and an index of its contents. */
export function writeKf7(book: Book, onDropped: () => void): Uint8Array {
  const images = imageRecords(book);
  const text = new KindleText();
  text.write('<html><head><guide><reference type="toc" title="Table of Contents" filepos=');
  text.link(CONTENTS, NO_ADDRESS);
  text.write(' /></guide></head><body>');
  for (const [index, { body }] of book.chapters.entries()) {
    if (index > 0) text.write('<mbp:pagebreak/>');
    text.anchor(chapterAnchor(index + 1));
    const writer = new PageWriter(text, images, onDropped);
    scanXml(`<body>${body}</body>`, writer, DEFAULT_LIMITS.nesting * 2);
  }
  const contents = listedContents(book);
  const end = text.bytes;
  text.write('<mbp:pagebreak/>');
  text.anchor(CONTENTS);
  text.write('<h2>Table of Contents</h2>');
  writeContents(text, contents);
  // Some readers find a page only by the break behind it.
  text.write('<mbp:pagebreak/></body></html>');
  const positionOf = (entry: ContentsEntry): number => text.positionOf(firstTarget(entry));
  const index = contentsIndex(contents, { end, positionOf });
  const bytes = text.finish((position) => String(position).padStart(NO_ADDRESS.length, '0'));
  return packMobi(book, { version: 6, text: bytes, images, contents: index });
}

/** The same list on a page of its own, for readers without the index. */
function writeContents(text: KindleText, entries: readonly ContentsEntry[]): void {
  for (const entry of entries) {
    text.write('<p><a filepos="');
    text.link(firstTarget(entry), NO_ADDRESS);
    text.write(`">${escapeXml(entry.title)}</a></p>`);
    if (entry.children.length === 0) continue;
    text.write('<blockquote>');
    writeContents(text, entry.children);
    text.write('</blockquote>');
  }
}

class PageWriter implements XmlHandler {
  readonly #text: KindleText;
  readonly #images: ImageRecords;
  readonly #onDropped: () => void;
  /** What closes each open element. */
  readonly #open: string[] = [];

  constructor(text: KindleText, images: ImageRecords, onDropped: () => void) {
    this.#text = text;
    this.#images = images;
    this.#onDropped = onDropped;
  }

  open(name: string, attributes: XmlAttributes): void {
    this.#text.anchor(attributes.get('id'));
    if (name === 'img') this.#writeImage(attributes);
    else if (name === 'br' || name === 'hr') this.#text.write(`<${name}/>`);
    const closing = name === 'img' || name === 'br' || name === 'hr' ? '' : this.#writeOpening(name, attributes);
    this.#open.push(closing);
  }

  close(): void {
    this.#text.write(this.#open.pop() ?? '');
  }

  text(value: string): void {
    this.#text.write(escapeXml(value));
  }

  #writeOpening(name: string, attributes: XmlAttributes): string {
    if (name === 'q') {
      this.#text.write('“');
      return '”';
    }
    const style = attributes.get('style') ?? '';
    const formats = name === 'span' || NAMES[name] !== undefined ? formatsOf(style) : [];
    const output = NAMES[name];
    const isLink = output === 'a' && attributes.get('href') !== undefined;
    if (isLink) this.#writeLink(attributes.get('href')!);
    else if (output !== undefined && output !== 'a')
      this.#text.write(`<${output}${alignOf(style)}${attributesOf(output, attributes)}>`);
    this.#text.write(formats.map((format) => `<${format}>`).join(''));
    const closing = isLink || (output !== undefined && output !== 'a') ? `</${output}>` : '';
    return (
      formats
        .map((format) => `</${format}>`)
        .reverse()
        .join('') + closing
    );
  }

  #writeLink(address: string): void {
    if (!address.startsWith('#')) return this.#text.write(`<a href="${escapeXmlAttribute(address)}">`);
    this.#text.write('<a filepos=');
    this.#text.link(address.slice(1), NO_ADDRESS);
    this.#text.write('>');
  }

  #writeImage(attributes: XmlAttributes): void {
    const number = this.#images.numberOf(attributes.get('src') ?? '');
    const alternative = attributes.get('alt') ?? '';
    if (number !== undefined) {
      const text = alternative === '' ? '' : ` alt="${escapeXmlAttribute(alternative)}"`;
      this.#text.write(`<img recindex="${String(number).padStart(5, '0')}"${text}/>`);
      return;
    }
    this.#onDropped();
    if (alternative !== '') this.#text.write(escapeXml(alternative));
  }
}

function alignOf(style: string): string {
  const align = /text-align:(center|right|justify)/.exec(style)?.[1];
  return align === undefined ? '' : ` align="${align}"`;
}

/** What readers know of the attributes of cells and lists. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
  ol: ['start'],
  li: ['value'],
};

function attributesOf(name: string, attributes: XmlAttributes): string {
  if (name === 'table') return ' border="1"';
  return (KEPT[name] ?? [])
    .map((kept) => (attributes.get(kept) === undefined ? '' : ` ${kept}="${attributes.get(kept)}"`))
    .join('');
}
