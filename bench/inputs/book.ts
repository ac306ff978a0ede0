import { writeZip } from '../../engine/io/zip.ts';
import { encodePng, photographPixels } from './photograph.ts';

const WORDS =
  'the keeper of light and tide wrote what wind had said to stone at night while ships were passing far from shore'.split(
    ' ',
  );
const PARAGRAPHS = 60;
const SENTENCE_WORDS = 90;

/** An EPUB of so many chapters with an image each tenth: about 30 kB of text in each, always the same. */
export function encodeBook(chapters: number): Uint8Array {
  const names = Array.from({ length: chapters }, (_, index) => `chapter-${index + 1}.xhtml`);
  const text = (name: string, content: string) => ({ name, bytes: new TextEncoder().encode(content) });
  const items = names.map((name, index) => `<item id="c${index}" href="${name}" media-type="application/xhtml+xml"/>`);
  return writeZip([
    { ...text('mimetype', 'application/epub+zip'), stored: true },
    text(
      'META-INF/container.xml',
      '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    ),
    text(
      'package.opf',
      '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:uuid:1</dc:identifier><dc:title>The Keeper</dc:title><dc:creator>Ada Quay</dc:creator><dc:language>en</dc:language><meta property="dcterms:modified">2020-01-01T00:00:00Z</meta></metadata>' +
        `<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="p" href="p.png" media-type="image/png" properties="cover-image"/>${items.join('')}</manifest>` +
        `<spine>${names.map((_, index) => `<itemref idref="c${index}"/>`).join('')}</spine></package>`,
    ),
    text(
      'nav.xhtml',
      page(
        `<nav xmlns:epub="http://www.idpf.org/2007/ops" epub:type="toc"><ol>${names.map((name, index) => `<li><a href="${name}">Chapter ${index + 1}</a></li>`).join('')}</ol></nav>`,
      ),
    ),
    ...names.map((name, index) => text(name, page(chapter(index)))),
    { name: 'p.png', bytes: encodePng(photographPixels(300, 225), 300, 225), stored: true },
  ]);
}

function page(body: string): string {
  return `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>The Keeper</title></head><body>${body}</body></html>`;
}

function chapter(number: number): string {
  let state = number + 1;
  const word = (): string => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return WORDS[state % WORDS.length]!;
  };
  const sentence = (): string => Array.from({ length: SENTENCE_WORDS }, word).join(' ');
  const paragraphs = Array.from(
    { length: PARAGRAPHS },
    (_, index) =>
      `<p id="p${index}">${sentence()} <em>${word()}</em> <a href="#p${(index * 7) % PARAGRAPHS}">${word()}</a>.</p>`,
  );
  const image = number % 10 === 0 ? '<p><img src="p.png" alt=""/></p>' : '';
  return `<h1>Chapter ${number + 1}</h1>${image}${paragraphs.join('\n')}`;
}
