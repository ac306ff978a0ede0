import type { InspectRequest, RunContext } from '../../../contract/codec.ts';
import { ConversionError } from '../../../contract/errors.ts';
import { scanXml, type XmlAttributes, type XmlHandler } from '../../../io/xml.ts';
import { decodeFictionBook, readFictionMetadata, takeBinaries } from './fictionbook.ts';
import { childAt, parseXmlTree } from '../../../io/xml-tree.ts';
import type { BookFacts } from '../../../contract/facts.ts';
import { pictureDigest } from './inspect.ts';
import { Content } from '../text-content.ts';
import type { FactsOf } from '../facts-of.ts';
import { notePlaces, type ChapterPlaces } from './inspect-chapter.ts';

/** Elements that begin a line of their own. */
const BLOCKS = new Set(['p', 'v', 'subtitle', 'text-author', 'empty-line', 'td', 'th', 'date']);

/** Reads the facts of a FictionBook (2.1). Throws `input_corrupt`. */
export function inspectFb2(bytes: Uint8Array, { effort }: InspectRequest, context: RunContext): FactsOf {
  const source = decodeFictionBook(bytes);
  if (!/<(?:\w+:)?FictionBook[\s>]/.test(source.slice(0, 8192))) {
    throw new ConversionError({ code: 'input_corrupt', message: 'The file is not a FictionBook.' });
  }
  if (effort === 'probe') {
    const figures = source.includes('<binary') ? (['figures'] as const) : [];
    return { depth: 'structure', features: ['text', 'structure', 'metadata', ...figures] };
  }
  const content = new Content(context.limits.verifiedTextChars);
  const { rest, binaries } = takeBinaries(source);
  const scanner = new BookScanner(content);
  scanXml(rest, scanner, context.limits.nesting, { doctype: 'skip' });
  const features = content.features().filter((feature) => feature !== 'pages' && feature !== 'look');
  const document = content.document({ hasPages: false });
  return { depth: 'content', features, document, book: factsOfBook(rest, binaries, scanner, context) };
}

function factsOfBook(
  source: string,
  binaries: ReadonlyMap<string, Uint8Array>,
  { places }: BookScanner,
  { limits }: RunContext,
): BookFacts {
  const root = parseXmlTree(
    /^[\s\S]*?<\/description\s*>/.exec(source)?.[0].concat('</FictionBook>') ?? '<FictionBook/>',
    limits,
    {
      mixed: true,
    },
  ).children.find(({ name }) => name === 'FictionBook');
  const { title, authors = [], language } = root ? readFictionMetadata(root) : {};
  const cover = childAt(root, 'description', 'title-info', 'coverpage', 'image')?.attributes.get('href');
  const shown = cover === undefined ? places.pictures : [...places.pictures, cover];
  return {
    ...(title === undefined ? {} : { title }),
    authors,
    ...(language === undefined ? {} : { language }),
    hasCover: cover !== undefined && binaries.has(cover.slice(1)),
    brokenLinks: places.links.filter((link) => !places.ids.has(link.slice(1))).length,
    pictures: [...new Set(shown)].flatMap((address) => {
      const bytes = binaries.get(address.slice(1));
      return (bytes && pictureDigest(bytes)) ?? [];
    }),
  };
}

class BookScanner implements XmlHandler {
  readonly places: ChapterPlaces = { ids: new Set(), links: [], pictures: [] };
  readonly #content: Content;
  #inBody = false;
  #isNotes = false;
  #inTitleInfo = false;
  #blocks = 0;
  #inMark = false;
  #inTitle = false;

  constructor(content: Content) {
    this.#content = content;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'body') {
      this.#inBody = true;
      this.#isNotes = attributes.get('name') === 'notes';
    }
    if (name === 'title-info') this.#inTitleInfo = true;
    if (this.#inTitleInfo && (name === 'book-title' || name === 'author')) this.#content.hasMetadata = true;
    if (!this.#inBody) return;
    notePlaces(this.places, name, attributes);
    if (name === 'image' && attributes.get('href')) this.#content.figures++;
    if (BLOCKS.has(name)) this.#blocks++;
    // Other formats have notes where they are referred to, or no links to them.
    if (name === 'a' && attributes.get('type') !== 'note') this.#content.links++;
    if (name === 'table') this.#content.tables++;
    if (name === 'a') this.#inMark = attributes.get('type') === 'note';
    if (name === 'title') [this.#inTitle, this.#inMark] = [true, this.#isNotes];
  }

  close(name: string): void {
    if (name === 'body') this.#inBody = false;
    if (name === 'title-info') this.#inTitleInfo = false;
    if (name === 'title') this.#inTitle = false;
    if (name === 'a' || name === 'title') this.#inMark = this.#inTitle && this.#isNotes;
    if (!this.#inBody || !BLOCKS.has(name)) return;
    this.#blocks--;
    this.#content.append('\n', this.#isNotes ? 'aside' : 'body');
  }

  text(value: string): void {
    if (this.#blocks === 0) return;
    const shown = value.replace(/\s+/g, ' ');
    this.#content.append(shown, this.#isNotes ? 'aside' : 'body');
    if (this.#inMark) this.#content.marks.push(shown);
    if (!this.#inTitle || this.#isNotes || shown.trim() === '') return;
    // A title without words is none.
    this.#inTitle = false;
    this.#content.headings++;
  }
}
