import { base64Of } from '../../../io/bytes.ts';
import { escapeXml, escapeXmlAttribute } from '../../../io/xml.ts';
import { DEFAULT_LIMITS } from '../../../contract/limits.ts';
import { chapterAnchor, chapterOfAnchor, flatContents, type Book } from './book.ts';
import { parseXmlTree } from '../../../io/xml-tree.ts';
import { identifierOf, languageOf, titleOf } from './epub-writer.ts';
import { Fb2Blocks, type Section } from './fb2-blocks.ts';

/** What of images FictionBook holds: readers show nothing else. */
const HELD = /^image\/(?:jpeg|png|gif)$/;

/** A FictionBook 2.1; images of types that its readers do not show are left out. */
export function writeFb2(book: Book, onDropped: () => void): Uint8Array {
  const images = new Map([...book.images].filter(([, { type }]) => HELD.test(type)));
  const blocks = new Fb2Blocks(new Set(images.keys()), onDropped);
  const titles = titlesByChapter(book);
  const sections = book.chapters.flatMap(({ body }, index) => {
    const tree = parseXmlTree(`<body>${body}</body>`, DEFAULT_LIMITS, { mixed: true }).children[0]!;
    return withTitle(blocks.sectionsOf(tree, chapterAnchor(index + 1)), titles.get(index + 1));
  });
  const body = sections.map((section) => writeSection(section)).join('\n');
  const linked = body.replace(/ l:href="#(c\d[^"]*)"/g, (_, anchor: string) => ` l:href="#${blocks.idOf(anchor)}"`);
  const binaries = [...images].map(
    ([name, { bytes, type }]) => `<binary id="${name}" content-type="${type}">${base64Of(bytes)}</binary>\n`,
  );
  const text =
    '<?xml version="1.0" encoding="utf-8"?>\n' +
    '<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink">\n' +
    `${description(book, images)}\n<body>\n${linked}\n</body>\n${binaries.join('')}</FictionBook>\n`;
  return new TextEncoder().encode(text);
}

/** The first entry of the contents that leads into each chapter. */
function titlesByChapter({ contents }: Book): Map<number, string> {
  const titles = new Map<number, string>();
  for (const { entry } of flatContents(contents)) {
    const number = entry.target === undefined ? 0 : chapterOfAnchor(entry.target);
    if (!titles.has(number)) titles.set(number, entry.title);
  }
  return titles;
}

/** Titles are the only contents of a FictionBook: a chapter without headings gets the one that it is listed by. */
function withTitle(sections: readonly Section[], title: string | undefined): readonly Section[] {
  const [only, ...others] = sections;
  const hasTitle = !only || others.length > 0 || only.title !== undefined || only.children.length > 0;
  return hasTitle || title === undefined ? sections : [{ ...only, title: escapeXml(title) }];
}

/** A section holds either blocks or sections: blocks before inner sections get a section of their own. */
function writeSection({ id, title, blocks, children }: Section): string {
  const heading = title === undefined ? '' : `<title><p>${title}</p></title>\n`;
  const identifier = id === undefined ? '' : ` id="${id}"`;
  const own = blocks.length > 0 ? blocks.join('\n') : '<empty-line/>';
  const hasInner = children.length > 0;
  const first = !hasInner ? own : blocks.length > 0 ? `<section>\n${own}\n</section>` : '';
  return `<section${identifier}>\n${heading}${first}${children.map((child) => `\n${writeSection(child)}`).join('')}\n</section>`;
}

function description(book: Book, images: ReadonlyMap<string, unknown>): string {
  const { authors, subjects, description: annotation, date, publisher } = book.metadata;
  const cover = book.cover !== undefined && images.has(book.cover);
  const people = authors.length > 0 ? authors : ['Unknown'];
  const language = languageOf(book);
  return [
    '<description>',
    '<title-info>',
    '<genre>unrecognised</genre>',
    ...people.map(author),
    `<book-title>${escapeXml(titleOf(book))}</book-title>`,
    ...(annotation ? [`<annotation><p>${escapeXml(annotation.replace(/\s+/g, ' '))}</p></annotation>`] : []),
    ...(subjects.length > 0 ? [`<keywords>${escapeXml(subjects.join(', '))}</keywords>`] : []),
    ...(date ? [`<date>${escapeXml(date)}</date>`] : []),
    ...(cover ? [`<coverpage><image l:href="#${escapeXmlAttribute(book.cover!)}"/></coverpage>`] : []),
    `<lang>${language}</lang>`,
    '</title-info>',
    '<document-info>',
    author('Athanor'),
    '<program-used>Athanor</program-used>',
    '<date value="2000-01-01">2000-01-01</date>',
    `<id>${escapeXml(identifierOf(book))}</id>`,
    '<version>1.0</version>',
    '</document-info>',
    ...(publisher ? [`<publish-info><publisher>${escapeXml(publisher)}</publisher></publish-info>`] : []),
    '</description>',
  ].join('\n');
}

function author(name: string): string {
  const words = name.trim().split(/\s+/);
  if (words.length < 2) return `<author><nickname>${escapeXml(name)}</nickname></author>`;
  const [last, ...first] = [words.at(-1)!, ...words.slice(0, -1)];
  return `<author><first-name>${escapeXml(first.join(' '))}</first-name><last-name>${escapeXml(last)}</last-name></author>`;
}
