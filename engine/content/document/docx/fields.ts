import type { XmlAttributes } from '../../../io/xml.ts';

interface Field {
  code: string;
  showsResult: boolean;
}

/** Results that differ from page to page and from program to program. */
const PAGE_NUMBER = /^\s*(?:PAGE|NUMPAGES|SECTION|SECTIONPAGES)\b/i;
/** The number of the page on which a bookmark is. */
const PAGE_OF_BOOKMARK = /^\s*PAGEREF\s+"?([^\s"\\]+)/i;
const HYPERLINK = /^\s*HYPERLINK\b/i;
/** An equation that sets a reading above its text: how old documents write ruby (\\o overlays what it lists). */
const RUBY = /^\s*EQ\b.*\\o\s*(?:\\a[a-z]\s*)?\(\s*\\s\s*\\up\s*\d+\s*\((.*)\)\s*[,;](.*)\)/is;
/** Of the code of such a field, which is about a word; what is longer would take long to be matched. */
const MAX_RUBY_CHARS = 500;

/** Follows the fields of a Word document (ECMA-376 17.16), which may be nested. */
export class FieldTracker {
  readonly #open: Field[] = [];
  readonly #hasBookmark: (name: string) => boolean;

  /** Where it is known which bookmarks there are, what is said of others counts for nothing: programs write an error. */
  constructor(hasBookmark: (name: string) => boolean = () => true) {
    this.#hasBookmark = hasBookmark;
  }

  /** Whether what is read now is the result of a page number. */
  get inPageNumber(): boolean {
    return this.#open.some(({ code, showsResult }) => showsResult && this.#isComputed(code));
  }

  #isComputed(code: string): boolean {
    const bookmark = PAGE_OF_BOOKMARK.exec(code)?.[1];
    return PAGE_NUMBER.test(code) || (bookmark !== undefined && !this.#hasBookmark(bookmark));
  }

  addCode(text: string): void {
    const field = this.#open.at(-1);
    if (field && !field.showsResult) field.code += text;
  }

  begin(): void {
    this.#open.push({ code: '', showsResult: false });
  }

  separate(): void {
    const field = this.#open.at(-1);
    if (field) field.showsResult = true;
  }

  /** The text that the innermost field shows without a result, as ruby does: the reading, and what is read so. */
  get shownByCode(): string {
    const code = this.#open.at(-1)?.code ?? '';
    const [, reading = '', text = ''] = (code.length <= MAX_RUBY_CHARS && RUBY.exec(code)) || [];
    return reading + text;
  }

  /** Returns whether the field that ends is a link. */
  end(): boolean {
    return HYPERLINK.test(this.#open.pop()?.code ?? '');
  }

  /** Handles `fldChar`; returns whether a field has ended that is a link. */
  mark(attributes: XmlAttributes): boolean {
    const type = attributes.get('fldCharType');
    if (type === 'begin') this.begin();
    if (type === 'separate') this.separate();
    return type === 'end' && this.end();
  }

  openSimple(attributes: XmlAttributes): void {
    this.#open.push({ code: attributes.get('instr') ?? '', showsResult: true });
  }

  closeSimple(): void {
    this.#open.pop();
  }
}
