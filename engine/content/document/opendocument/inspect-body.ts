import { scanXml, type XmlAttributes, type XmlHandler } from '../../../io/xml.ts';
import type { Content, Place } from '../text-content.ts';
import { countPicture } from '../picture-content.ts';

interface BodyScan {
  readonly maxDepth: number;
  readonly hiddenStyles: ReadonlySet<string>;
  /** Whether a file of this name is in the package: pictures outside it do not count. */
  readonly has: (name: string) => boolean;
  /** The body itself, or the headers and footers of the master pages. */
  readonly part: 'body' | 'headers';
}

interface BodyKind {
  /** Undefined when there was no body of a kind that is read here. */
  readonly body: 'text' | 'presentation' | 'drawing' | undefined;
  readonly hiddenPages: number;
}

/**
 * Content that no reader of the pages sees: comments, deleted text, descriptions, templates of indexes, embedded data,
 * what programs keep beside the text, and formulas (not text).
 */
const SKIPPED = new Set([
  'annotation',
  'tracked-changes',
  'title',
  'desc',
  'binary-data',
  'forms',
  'scripts',
  'event-listeners',
  'note-citation',
  'table-of-content-source',
  'illustration-index-source',
  'table-index-source',
  'object-index-source',
  'user-index-source',
  'alphabetical-index-source',
  'bibliography-source',
  'variable-decls',
  'sequence-decls',
  'user-field-decls',
  'header-decl',
  'footer-decl',
  'date-time-decl',
  'math',
  'settings',
]);
/** Fields whose text differs from page to page and from day to day. */
const CHANGING_FIELDS = new Set(['page-number', 'page-count', 'page-continuation', 'date', 'time', 'hidden-text']);
const HEADERS = new Set(['header', 'footer', 'header-left', 'footer-left', 'header-first', 'footer-first']);
const BODIES = new Set(['text', 'presentation', 'drawing']);
const ASIDES = new Set(['note-body', 'text-box']);
const SHAPES = new Set(['custom-shape', 'path', 'polygon', 'polyline', 'connector', 'line', 'ellipse', 'rect']);
const OBJECTS = new Set(['object', 'object-ole']);

/** Adds the text of one part of an OpenDocument file to what was found. */
export function scanBody(source: string, content: Content, scan: BodyScan): BodyKind {
  const scanner = new BodyScanner(content, scan);
  scanXml(source, scanner, scan.maxDepth, { doctype: 'skip' });
  return scanner;
}

class BodyScanner implements XmlHandler, BodyKind {
  body: BodyKind['body'];
  hiddenPages = 0;
  readonly #content: Content;
  readonly #scan: BodyScan;
  #skipDepth = 0;
  /** Inside `office:body`, or inside a header or footer of a master page. */
  #inside = 0;
  #inBody = false;
  #paragraphs = 0;
  #asides = 0;
  #inNotes = false;
  #isHiddenPage = false;
  #titleDepth = 0;
  #frames: boolean[] = [];
  #figuresInFrame = false;
  #isHeading = false;
  #paragraphHasText = false;

  constructor(content: Content, scan: BodyScan) {
    this.#content = content;
    this.#scan = scan;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.#skipDepth > 0 || (this.#inside > 0 && isSkipped(name, attributes))) {
      this.#skipDepth++;
      return;
    }
    if (name === 'body') this.#inBody = true;
    else if (this.#inBody && this.body === undefined && BODIES.has(name)) this.body = name as BodyKind['body'];
    if (this.#scan.part === 'body' ? name === 'body' : HEADERS.has(name)) this.#inside++;
    if (this.#inside > 0) this.#openInside(name, attributes);
  }

  #openInside(name: string, attributes: XmlAttributes): void {
    switch (name) {
      case 'p':
      case 'h':
        this.#paragraphs++;
        this.#isHeading = name === 'h';
        this.#paragraphHasText = false;
        return;
      case 's':
        return this.#append(' '.repeat(Math.min(Number(attributes.get('c') ?? 1) || 1, 100)));
      case 'tab':
        return this.#append('\t');
      case 'line-break':
        return this.#append('\n');
      case 'a':
        if (!this.#inNotes) this.#content.links++;
        return;
      case 'table':
        if (!this.#inNotes) this.#content.tables++;
        return;
      case 'notes':
        this.#inNotes = true;
        return;
      case 'page':
        return this.#openPage(attributes);
      case 'frame':
        this.#frames.push(this.#figuresInFrame);
        this.#figuresInFrame = false;
        if (attributes.get('class') === 'title') this.#titleDepth = this.#frames.length;
        return;
      case 'image':
        return this.#countImage(attributes);
    }
    if (ASIDES.has(name)) this.#asides++;
    if (!this.#inNotes && SHAPES.has(name)) this.#content.shapes++;
    // An object has a picture of itself beside it in its frame, which does not count on its own.
    if (OBJECTS.has(name) && !this.#figuresInFrame) {
      this.#figuresInFrame = true;
      this.#content.shapes++;
    }
  }

  close(name: string): void {
    if (this.#skipDepth > 0) {
      this.#skipDepth--;
      return;
    }
    if (this.#inside === 0) return;
    if (this.#scan.part === 'body' ? name === 'body' : HEADERS.has(name)) this.#inside--;
    if (ASIDES.has(name)) this.#asides--;
    if (name === 'notes') this.#inNotes = false;
    if (name === 'frame') this.#closeFrame();
    if (name === 'p' || name === 'h') this.#closeParagraph();
  }

  text(value: string): void {
    if (this.#skipDepth > 0 || this.#inside === 0 || this.#paragraphs === 0) return;
    const text = value.replace(/\s+/g, ' ');
    this.#paragraphHasText ||= text !== ' ' && text !== '';
    this.#append(text);
  }

  #openPage(attributes: XmlAttributes): void {
    this.#isHiddenPage = this.#scan.hiddenStyles.has(attributes.get('style-name') ?? '');
    if (this.#isHiddenPage) this.hiddenPages++;
    else this.#content.startPage();
  }

  #countImage(attributes: XmlAttributes): void {
    // Programs put a second form of the same picture into the frame, for others that cannot show the first.
    if (this.#inNotes || this.#figuresInFrame) return;
    const href = attributes.get('href');
    // Flat files hold their pictures inside the element.
    if (href !== undefined && !this.#scan.has(href.replace(/^\.\//, ''))) return;
    this.#figuresInFrame = true;
    countPicture(this.#content, href ?? '');
  }

  #closeFrame(): void {
    if (this.#titleDepth === this.#frames.length) this.#titleDepth = 0;
    this.#figuresInFrame = this.#frames.pop() ?? false;
  }

  #closeParagraph(): void {
    const isHeading = this.#isHeading || (this.#titleDepth > 0 && !this.#inNotes);
    if (isHeading && this.#paragraphHasText) this.#content.headings++;
    this.#isHeading = false;
    this.#paragraphs--;
    this.#append('\n');
  }

  #append(value: string): void {
    this.#content.append(value, this.#place());
  }

  #place(): Place {
    if (this.#inNotes || this.#isHiddenPage) return 'unshown';
    if (this.#scan.part === 'headers') return 'margin';
    // Boxes on slides are their content; in a text they stand beside it.
    return this.#asides > 0 && this.body === 'text' ? 'aside' : 'body';
  }
}

function isSkipped(name: string, attributes: XmlAttributes): boolean {
  if (!CHANGING_FIELDS.has(name)) return SKIPPED.has(name);
  return attributes.get('fixed') !== 'true';
}
