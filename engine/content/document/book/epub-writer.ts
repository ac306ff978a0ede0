import { RunningHash } from '../../../io/hash.ts';
import { escapeXml, escapeXmlAttribute } from '../../../io/xml.ts';
import { writeZip, type ZipSource } from '../../../io/zip.ts';
import { chapterOfAnchor, flatContents, withDrawings, type Book, type BookImage, type ContentsEntry } from './book.ts';

const XHTML = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n';
const CONTAINER = `<?xml version="1.0" encoding="utf-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`;
const STYLE = `body { margin: 5%; line-height: 1.4; }
img { max-width: 100%; }
table { border-collapse: collapse; }
td, th { border: 1px solid #999; padding: 0.2em 0.4em; vertical-align: top; }
`;
/** EPUB wants a moment of the last change; it is fixed, so that the same book gives the same bytes. */
const MODIFIED = '2000-01-01T00:00:00Z';

/** Packs a book as EPUB 3 with the contents for readers of EPUB 2 beside its own. */
export function writeEpub(book: Book): Uint8Array {
  const entry = (name: string, text: string): ZipSource => ({ name, bytes: new TextEncoder().encode(text) });
  const chapters = book.chapters.map(({ body, title }, index) =>
    entry(`EPUB/${chapterName(index + 1)}`, chapterPage(body, title ?? titleOf(book), index + 1, book)),
  );
  const images = separateImages(book).map(([name, { bytes, type }]) => ({
    name: `EPUB/images/${name}`,
    bytes,
    stored: type !== 'image/svg+xml',
  }));
  return writeZip([
    { ...entry('mimetype', 'application/epub+zip'), stored: true },
    entry('META-INF/container.xml', CONTAINER),
    entry('EPUB/package.opf', packageDocument(book)),
    entry('EPUB/nav.xhtml', navigationPage(book)),
    entry('EPUB/toc.ncx', ncx(book)),
    entry('EPUB/style.css', STYLE),
    ...chapters,
    ...images,
  ]);
}

/** Images that are files of their own. */
export function separateImages({ images, drawings }: Book): (readonly [string, BookImage])[] {
  return [...images].filter(([name]) => !drawings.has(name));
}

function chapterName(number: number): string {
  return `chapter-${String(number).padStart(3, '0')}.xhtml`;
}

export function titleOf({ metadata }: Book): string {
  return metadata.title ?? 'Untitled';
}

/** The identifier that a book has, or one made of its content. */
export function identifierOf({ metadata, chapters }: Book): string {
  if (metadata.identifier !== undefined) return metadata.identifier;
  const hash = new RunningHash('sha256').update(metadata.title ?? '');
  for (const { body } of chapters) hash.update(body);
  const hex = hash.hex();
  // A name-based UUID (RFC 9562, version 8): the digest is ours.
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export function languageOf({ metadata }: Book): string {
  const { language = '' } = metadata;
  return /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(language) ? language : 'und';
}

/** Where an anchor of the book lies among the files of the package. */
function addressOf(anchor: string): string {
  const name = chapterName(chapterOfAnchor(anchor));
  return /^c\d+$/.test(anchor) ? name : `${name}#${anchor}`;
}

function page(title: string, language: string, body: string, head = ''): string {
  return (
    `${XHTML}<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${language}" xml:lang="${language}">\n` +
    `<head>\n<meta charset="utf-8"/>\n<title>${escapeXml(title)}</title>\n${head}</head>\n${body}\n</html>\n`
  );
}

function chapterPage(body: string, title: string, number: number, book: Book): string {
  const linked = withDrawings(body, book)
    .replace(/ href="#([^"]+)"/g, (_, anchor: string) =>
      chapterOfAnchor(anchor) === number && !/^c\d+$/.test(anchor)
        ? ` href="#${anchor}"`
        : ` href="${addressOf(anchor)}"`,
    )
    .replace(/<img src="/g, '<img src="images/')
    .replace(/ lang="([^"]*)"/g, ' lang="$1" xml:lang="$1"');
  const style = '<link rel="stylesheet" type="text/css" href="style.css"/>\n';
  return page(title, languageOf(book), `<body>\n${linked === '' ? '<p></p>' : linked}\n</body>`, style);
}

function navigationPage(book: Book): string {
  const items = (entries: readonly ContentsEntry[]): string =>
    `<ol>\n${entries
      .map(({ title, target, children }) => {
        const label =
          target === undefined
            ? `<span>${escapeXml(title)}</span>`
            : `<a href="${addressOf(target)}">${escapeXml(title)}</a>`;
        return `<li>${label}${children.length === 0 ? '' : `\n${items(children)}`}</li>`;
      })
      .join('\n')}\n</ol>`;
  const list = items(listedContents(book));
  const body = `<body>\n<nav epub:type="toc" role="doc-toc">\n<h1>${escapeXml(titleOf(book))}</h1>\n${list}\n</nav>\n</body>`;
  return page(titleOf(book), languageOf(book), body);
}

/** A package must list something: a book without contents lists its beginning. */
export function listedContents(book: Book): readonly ContentsEntry[] {
  const entries = book.contents.map(pruned).filter((entry) => entry !== undefined);
  return entries.length > 0 ? entries : [{ title: titleOf(book), target: 'c1', children: [] }];
}

/** A group without a place of its own is listed only for what is in it. */
function pruned({ title, target, children }: ContentsEntry): ContentsEntry | undefined {
  const inner = children.map(pruned).filter((child) => child !== undefined);
  if (target === undefined && inner.length === 0) return undefined;
  return { title, ...(target === undefined ? {} : { target }), children: inner };
}

function ncx(book: Book): string {
  let order = 0;
  const points = (entries: readonly ContentsEntry[]): string =>
    entries
      .map((entry) => {
        const number = ++order;
        const address = addressOf(entry.target ?? firstTarget(entry));
        const label = `<navLabel><text>${escapeXml(entry.title)}</text></navLabel>`;
        return `<navPoint id="p${number}" playOrder="${number}">${label}<content src="${address}"/>${points(entry.children)}</navPoint>`;
      })
      .join('\n');
  const entries = listedContents(book);
  const depth = Math.max(1, ...[...flatContents(entries)].map((entry) => entry.depth + 1));
  return (
    '<?xml version="1.0" encoding="utf-8"?>\n<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1">\n<head>' +
    `<meta name="dtb:uid" content="${escapeXmlAttribute(identifierOf(book))}"/><meta name="dtb:depth" content="${depth}"/></head>\n` +
    `<docTitle><text>${escapeXml(titleOf(book))}</text></docTitle>\n<navMap>\n${points(entries)}\n</navMap>\n</ncx>\n`
  );
}

export function firstTarget({ target, children }: ContentsEntry): string {
  return target ?? (children[0] ? firstTarget(children[0]) : 'c1');
}

function packageDocument(book: Book): string {
  const items = [
    '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>',
    '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>',
    '<item id="style" href="style.css" media-type="text/css"/>',
    ...book.chapters.map(({ body }, index) => {
      const properties = propertiesOf(withDrawings(body, book));
      return `<item id="c${index + 1}" href="${chapterName(index + 1)}" media-type="application/xhtml+xml"${properties}/>`;
    }),
    ...separateImages(book).map(([name, { type }]) => {
      const properties = name === book.cover ? ' properties="cover-image"' : '';
      return `<item id="${name}" href="images/${name}" media-type="${type}"${properties}/>`;
    }),
  ];
  const spine = book.chapters.map((_, index) => `<itemref idref="c${index + 1}"/>`);
  return (
    '<?xml version="1.0" encoding="utf-8"?>\n' +
    '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">\n' +
    `${packageMetadata(book)}\n<manifest>\n${items.join('\n')}\n</manifest>\n` +
    `<spine toc="ncx">\n${spine.join('\n')}\n</spine>\n</package>\n`
  );
}

function propertiesOf(body: string): string {
  const properties = [...(body.includes('<math') ? ['mathml'] : []), ...(body.includes('<svg') ? ['svg'] : [])];
  return properties.length === 0 ? '' : ` properties="${properties.join(' ')}"`;
}

/** What a book says of itself in the terms of Dublin Core. */
export function packageMetadata(book: Book): string {
  const { authors, subjects, publisher, date, description, rights } = book.metadata;
  const element = (name: string, text: string, id = ''): string => `<dc:${name}${id}>${escapeXml(text)}</dc:${name}>`;
  const optional = (name: string, text: string | undefined): string[] => (text?.trim() ? [element(name, text)] : []);
  return [
    '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">',
    element('identifier', identifierOf(book), ' id="id"'),
    element('title', titleOf(book)),
    element('language', languageOf(book)),
    ...authors.map((author) => element('creator', author)),
    ...optional('publisher', publisher),
    ...(date !== undefined && /^\d{4}(?:-\d\d(?:-\d\d)?)?/.test(date) ? [element('date', date.slice(0, 10))] : []),
    ...optional('description', description),
    ...subjects.map((subject) => element('subject', subject)),
    ...optional('rights', rights),
    ...(book.cover === undefined ? [] : [`<meta name="cover" content="${book.cover}"/>`]),
    `<meta property="dcterms:modified">${MODIFIED}</meta>`,
    '</metadata>',
  ].join('\n');
}
