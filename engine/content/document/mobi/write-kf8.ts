import { utf8Length } from '../../../io/bytes.ts';
import { escapeXml, escapeXmlAttribute, scanXml, type XmlAttributes } from '../../../io/xml.ts';
import { DEFAULT_LIMITS } from '../../../contract/limits.ts';
import { chapterAnchor, chapterOfAnchor, type Book, type ContentsEntry } from '../book/book.ts';
import { firstTarget, languageOf, listedContents, titleOf } from '../book/epub-writer.ts';
import { contentsIndex } from './contents-index.ts';
import { IndexTexts, writeIndex, type WrittenEntry } from './index-writer.ts';
import { KindleText } from './kindle-text.ts';
import { packMobi, imageRecords, type ImageRecords } from './pack.ts';

const NO_ADDRESS = 'kindle:pos:fid:0000:off:0000000000';
const FRAGMENT_COLUMNS = [
  { tag: 2, values: 1, mask: 1 },
  { tag: 3, values: 1, mask: 2 },
  { tag: 4, values: 1, mask: 4 },
  { tag: 6, values: 2, mask: 8 },
] as const;
/** Both values are twice in each entry. */
const SKELETON_COLUMNS = [
  { tag: 1, values: 1, mask: 3 },
  { tag: 6, values: 2, mask: 12 },
] as const;

/** A page: its skeleton begins at `start`; its one fragment, the content of its body, goes in at `insertAt`. */
interface Page {
  readonly start: number;
  readonly skeletonBytes: number;
  readonly insertAt: number;
  readonly fragmentBytes: number;
}

/** A Kindle book of version 8: XHTML in skeletons and fragments, with indexes of both and of the contents. */
export function writeKf8(book: Book, onDropped: () => void): Uint8Array {
  const images = imageRecords(book);
  const text = new KindleText();
  const pages = book.chapters.map((_, index) => writePage(text, book, index + 1, images, onDropped));
  const offsetIn = (anchor: string): readonly [fragment: number, offset: number] => {
    const fragment = Math.max(1, chapterOfAnchor(anchor)) - 1;
    const { start, skeletonBytes } = pages[fragment]!;
    return [fragment, Math.max(0, text.positionOf(anchor) - start - skeletonBytes)];
  };
  const places = {
    end: text.bytes,
    fragmentOf: (entry: ContentsEntry) => offsetIn(firstTarget(entry)),
    positionOf(entry: ContentsEntry): number {
      const [fragment, offset] = offsetIn(firstTarget(entry));
      return pages[fragment]!.insertAt + offset;
    },
  };
  return packMobi(book, {
    version: 8,
    text: text.finish((_, target) => addressOf(...offsetIn(target))),
    images,
    contents: contentsIndex(listedContents(book), places),
    fragments: fragmentIndex(pages),
    skeletons: skeletonIndex(pages),
  });
}

function addressOf(fragment: number, offset: number): string {
  return `kindle:pos:fid:${base32(fragment, 4)}:off:${base32(offset, 10)}`;
}

function base32(value: number, digits: number): string {
  return value.toString(32).toUpperCase().padStart(digits, '0');
}

function writePage(text: KindleText, book: Book, number: number, images: ImageRecords, onDropped: () => void): Page {
  const { body, title } = book.chapters[number - 1]!;
  const start = text.bytes;
  const language = languageOf(book);
  const head =
    '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n' +
    `<html xmlns="http://www.w3.org/1999/xhtml" lang="${language}" xml:lang="${language}"><head><title>${escapeXml(title ?? titleOf(book))}</title></head>` +
    `<body aid="${base32(number - 1, 4)}">`;
  text.write(`${head}</body></html>`);
  const skeletonBytes = text.bytes - start;
  text.anchor(chapterAnchor(number));
  writeFragment(text, body, images, onDropped);
  return {
    start,
    skeletonBytes,
    insertAt: start + utf8Length(head),
    fragmentBytes: text.bytes - start - skeletonBytes,
  };
}

/** The markup as it stands, but for the addresses of places and images. */
function writeFragment(text: KindleText, body: string, images: ImageRecords, onDropped: () => void): void {
  const source = `<body>${body}</body>`;
  let copied = '<body>'.length;
  const copyTo = (end: number): void => {
    text.write(source.slice(copied, end));
    copied = end;
  };
  const open = (name: string, attributes: XmlAttributes, start: number, end: number): void => {
    const id = attributes.get('id');
    const address = name === 'a' ? attributes.get('href') : undefined;
    if (id !== undefined) {
      copyTo(start);
      text.anchor(id);
    }
    if (name === 'img') {
      copyTo(start);
      text.write(imageOf(attributes, images, onDropped));
      copied = end;
    } else if (address?.startsWith('#')) {
      const at = source.indexOf(' href="#', start) + ' href="'.length;
      copyTo(at);
      text.link(address.slice(1), NO_ADDRESS);
      copied = source.indexOf('"', at);
    }
  };
  scanXml(source, { open, close() {}, text() {} }, DEFAULT_LIMITS.nesting * 2);
  copyTo(source.length - '</body>'.length);
}

function imageOf(attributes: XmlAttributes, images: ImageRecords, onDropped: () => void): string {
  const name = attributes.get('src') ?? '';
  const number = images.numberOf(name);
  const alternative = escapeXmlAttribute(attributes.get('alt') ?? '');
  if (number === undefined) {
    onDropped();
    return `<span>${alternative}</span>`;
  }
  const size = ['width', 'height'].map((name) =>
    attributes.get(name) === undefined ? '' : ` ${name}="${attributes.get(name)}"`,
  );
  return `<img src="kindle:embed:${base32(number, 4)}?mime=${images.typeOf(name)}" alt="${alternative}"${size.join('')}/>`;
}

function fragmentIndex(pages: readonly Page[]): Uint8Array[] {
  const texts = new IndexTexts();
  const entries = pages.map(({ insertAt, fragmentBytes }, index): WrittenEntry => ({
    name: String(insertAt).padStart(10, '0'),
    tags: new Map([
      [2, [texts.add(`P-//*[@aid='${base32(index, 4)}']`)]],
      [3, [index]],
      [4, [index]],
      [6, [0, fragmentBytes]],
    ]),
  }));
  return writeIndex(FRAGMENT_COLUMNS, entries, texts);
}

function skeletonIndex(pages: readonly Page[]): Uint8Array[] {
  const entries = pages.map(({ start, skeletonBytes }, index): WrittenEntry => ({
    name: `SKEL${String(index).padStart(10, '0')}`,
    tags: new Map([
      [1, [1, 1]],
      [6, [start, skeletonBytes, start, skeletonBytes]],
    ]),
  }));
  return writeIndex(SKELETON_COLUMNS, entries, new IndexTexts());
}
