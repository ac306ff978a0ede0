import type { XmlAttributes } from '../../../io/xml.ts';
import type { Field } from '../model.ts';
import { bindingKey } from './data-binding.ts';

interface OpenField {
  code: string;
  /** What it is, from when its result begins. */
  field?: Field;
}

/** Results that differ from page to page, from day to day and from program to program. */
const COMPUTED =
  /^\s*(?:PAGE|NUMPAGES|SECTION|SECTIONPAGES|DATE|TIME|SAVEDATE|PRINTDATE|CREATEDATE|EDITTIME|FILENAME|FILESIZE|NUMWORDS|NUMCHARS|REVNUM|TEMPLATE|USERNAME|LASTSAVEDBY|DOCPROPERTY|INFO)\b/i;
/** The number of the page on which a bookmark is. */
const PAGE_OF_BOOKMARK = /^\s*PAGEREF\s+"?([^\s"\\]+)/i;
const HYPERLINK = /^\s*HYPERLINK\b/i;
/** The address, and the place in it; either may be missing. */
const TARGET = /^\s*HYPERLINK\s+(?!\\)(?:"([^"]*)"|([^"\s]+))/i;
const TARGET_PLACE = /\\l\s+(?:"([^"]*)"|([^"\s]+))/i;
const KINDS: readonly (readonly [Field['field'], RegExp])[] = [
  ['page-number', /^\s*PAGE\b/i],
  ['page-count', /^\s*NUMPAGES\b/i],
  ['page-reference', /^\s*PAGEREF\b/i],
  ['date', /^\s*(?:DATE|SAVEDATE|PRINTDATE|CREATEDATE)\b/i],
  ['time', /^\s*TIME\b/i],
  ['reference', /^\s*(?:REF|NOTEREF|STYLEREF)\b/i],
];
/** An equation that sets a reading above its text: how old documents write ruby (\\o overlays what it lists). */
const RUBY = /^\s*EQ\b.*\\o\s*(?:\\a[a-z]\s*)?\(\s*\\s\s*\\up\s*\d+\s*\((.*)\)\s*[,;](.*)\)/is;
/** Of the code of such a field, which is about a word; what is longer would take long to be matched. */
const MAX_RUBY_CHARS = 500;

/** What is above its text (ECMA-376 17.3.3.24). */
const READING: Field = { field: 'ruby', isComputed: false };
const OUTDATED: Field = { field: 'other', isComputed: true };

interface FieldSurroundings {
  /** Where it is known which bookmarks there are, what is said of others counts for nothing: programs write an error. */
  readonly hasBookmark?: (name: string) => boolean;
  /** Bindings of content controls whose text is not what their data say. */
  readonly outdatedBindings?: ReadonlySet<string>;
}

/** Follows the fields of a Word document (ECMA-376 17.16), which may be nested. */
export class FieldTracker {
  readonly #open: OpenField[] = [];
  readonly #hasBookmark: (name: string) => boolean;
  readonly #outdatedBindings: ReadonlySet<string>;
  readonly #openControls: boolean[] = [];

  constructor({ hasBookmark = () => true, outdatedBindings = new Set() }: FieldSurroundings = {}) {
    this.#hasBookmark = hasBookmark;
    this.#outdatedBindings = outdatedBindings;
  }

  /** The innermost field whose result is read now. */
  get current(): Field | undefined {
    return (
      this.#open.findLast(({ field }) => field)?.field ?? (this.#openControls.includes(true) ? OUTDATED : undefined)
    );
  }

  /** Whether what is read now is the result of a page number. */
  get inPageNumber(): boolean {
    return this.#open.some(({ field }) => field?.isComputed);
  }

  /** Whether the result of the innermost field has begun. */
  get hasResult(): boolean {
    return this.#open.at(-1)?.field !== undefined;
  }

  /** Where the innermost field leads, if it is a link. */
  get target(): string | undefined {
    const code = this.#open.at(-1)?.code ?? '';
    if (!HYPERLINK.test(code)) return undefined;
    const [, quoted, address = quoted ?? ''] = TARGET.exec(code) ?? [];
    const [, quotedPlace, place = quotedPlace ?? ''] = TARGET_PLACE.exec(code) ?? [];
    return place === '' ? address.trim() : `${address.trim()}#${place}`;
  }

  addCode(text: string): void {
    const open = this.#open.at(-1);
    if (open && !open.field) open.code += text;
  }

  begin(): void {
    this.#open.push({ code: '' });
  }

  separate(): void {
    const open = this.#open.at(-1);
    if (open) open.field = this.#fieldOf(open.code);
  }

  #fieldOf(code: string): Field {
    const bookmark = PAGE_OF_BOOKMARK.exec(code)?.[1];
    const within = this.current;
    return {
      field: KINDS.find(([, pattern]) => pattern.test(code))?.[0] ?? 'other',
      code,
      isComputed: COMPUTED.test(code) || (bookmark !== undefined && !this.#hasBookmark(bookmark)),
      ...(within && { within }),
    };
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

  openElement(name: 'fldSimple' | 'sdt' | 'dataBinding' | 'rt', attributes: XmlAttributes): void {
    if (name === 'sdt') this.#openControls.push(false);
    else if (name === 'dataBinding') this.#bindControl(attributes);
    else if (name === 'rt') this.#open.push({ code: '', field: READING });
    else {
      this.#open.push({ code: attributes.get('instr') ?? '' });
      this.separate();
    }
  }

  closeElement(name: 'fldSimple' | 'sdt' | 'rt'): void {
    if (name === 'sdt') this.#openControls.pop();
    else this.#open.pop();
  }

  /** A content control whose text other programs replace by the data that it is bound to is a field of theirs. */
  #bindControl(attributes: XmlAttributes): void {
    this.#openControls[this.#openControls.length - 1] = this.#outdatedBindings.has(bindingKey(attributes));
  }
}
