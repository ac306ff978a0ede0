import { decodeHTML } from 'entities/decode';
import { ConversionError } from '../../../contract/errors.ts';
import { decodeDeclaredReferences } from '../../../io/declared-references.ts';
import { scanXml, type XmlAttributes, type XmlHandler } from '../../../io/xml.ts';
import type { Content } from '../text-content.ts';

/** Elements that do not begin a line of their own. */
const INLINE = new Set(
  'a abbr b bdi bdo big cite code data dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var wbr rb rt ruby'.split(
    ' ',
  ),
);
/** `title` and `desc` name drawings for programs. */
const SKIPPED = new Set(['head', 'script', 'style', 'template', 'math', 'title', 'desc', 'metadata']);
const HEADING = /^h[1-6]$/;

/** What a chapter shows and where it leads, by the addresses in it. */
export interface ChapterPlaces {
  readonly ids: Set<string>;
  readonly links: string[];
  readonly pictures: string[];
}

/** Adds one chapter to what was found: XHTML, which must be well-formed; where it is not, its words are read alone. */
export function scanChapter(source: string, content: Content, maxDepth: number, places?: ChapterPlaces): void {
  const scanner = new ChapterScanner(places);
  try {
    scanXml(source, scanner, maxDepth, { doctype: 'skip', decode: decodeDeclaredReferences });
  } catch (error) {
    if (!(error instanceof ConversionError) || error.code !== 'input_corrupt') throw error;
    content.append(`${wordsOfMarkup(source)}\n`);
    return;
  }
  content.append(scanner.pieces.join('').replace(/[ \n]*\n[ \n]*/g, '\n'));
  content.append('\n');
  for (const count of ['figures', 'shapes', 'links', 'tables', 'headings'] as const) content[count] += scanner[count];
  content.marks.push(...scanner.marks);
}

function wordsOfMarkup(source: string): string {
  const body = source.slice(Math.max(0, source.search(/<body[\s>]/i)));
  const shown = body.replace(/<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1\s*>/gi, ' ');
  return decodeHTML(shown.replace(/<\/?([a-z][\w:-]*)[^>]*>/gi, (_, name: string) => (INLINE.has(name) ? '' : '\n')));
}

class ChapterScanner implements XmlHandler {
  readonly pieces: string[] = [];
  readonly marks: string[] = [];
  figures = 0;
  shapes = 0;
  links = 0;
  tables = 0;
  headings = 0;
  readonly #places: ChapterPlaces | undefined;
  #skipDepth = 0;
  #inMark = false;

  constructor(places: ChapterPlaces | undefined) {
    this.#places = places;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.#places) notePlaces(this.#places, name, attributes);
    if (this.#skipDepth > 0 || SKIPPED.has(name)) {
      this.#skipDepth++;
      return;
    }
    if (!INLINE.has(name)) this.pieces.push('\n');
    if ((name === 'img' && attributes.get('src')) || (name === 'image' && attributes.get('href'))) this.figures++;
    if (name === 'svg') this.shapes++;
    // Links between notes and their places are none where a format has notes; others nobody sees.
    const role = attributes.get('role') ?? '';
    const isReference = role === 'doc-noteref' || attributes.get('type') === 'noteref';
    const isNoteLink = isReference || role === 'doc-backlink' || attributes.get('aria-hidden') === 'true';
    if (name === 'a') this.#inMark = isReference;
    if (name === 'a' && attributes.get('href') && !isNoteLink) this.links++;
    if (name === 'table') this.tables++;
    if (HEADING.test(name)) this.headings++;
  }

  close(name: string): void {
    if (name === 'a') this.#inMark = false;
    if (this.#skipDepth > 0) this.#skipDepth--;
    else if (!INLINE.has(name)) this.pieces.push('\n');
  }

  text(value: string): void {
    if (this.#skipDepth > 0) return;
    const shown = value.replace(/\s+/g, ' ');
    this.pieces.push(shown);
    if (this.#inMark) this.marks.push(shown);
  }
}

/** Notes what an element names, shows or leads to. */
export function notePlaces({ ids, links, pictures }: ChapterPlaces, name: string, attributes: XmlAttributes): void {
  const id = attributes.get('id') ?? (name === 'a' ? attributes.get('name') : undefined);
  if (id !== undefined) ids.add(id);
  const address = attributes.get('href');
  if (name === 'a' && address !== undefined && !/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(address)) links.push(address);
  const picture = name === 'img' ? attributes.get('src') : name === 'image' ? address : undefined;
  if (picture !== undefined && !picture.startsWith('data:')) pictures.push(picture);
}
