import { ConversionError } from '../../../contract/errors.ts';
import { escapeXml, escapeXmlAttribute } from '../../../io/xml.ts';
import { childrenOf, isElement, isText, parseHtml, type DomElement, type DomNode } from '../html/dom.ts';
import { cleanMath, drawingOf, imagesIn, withoutForbidden } from './foreign-content.ts';
import { isBlock, outputNameOfElement, DROPPED, VOID } from './elements.ts';
import { repairLists } from './list-repair.ts';
import type { SimpleStyles } from './simple-styles.ts';

/** Where a link to a place in the book is until all chapters are known. No text holds a control character. */
// oxlint-disable-next-line no-control-regex -- what no text holds
export const LINK_MARK = / href="\u0001([^"]*)"/g;

interface CleanOptions {
  /** What identifiers of this chapter lead with. */
  readonly prefix: string;
  readonly maxDepth: number;
  /** Style sheets of the page itself are added to these. */
  readonly styles: SimpleStyles;
  /** What the package calls the place that an address within it means. */
  readonly placeOf: (address: string) => string;
  /** Name in the book of the image at an address; nothing where it is left out. */
  readonly imageOf: (address: string) => string | undefined;
  /** Name in the book of a drawing that is in the text. */
  readonly drawingOf: (svg: string, words: string) => string | undefined;
}

interface CleanChapter {
  readonly body: string;
  /** The first heading, or what the page is called. */
  readonly title?: string;
  /** Identifiers of the source and what they are called now. */
  readonly ids: ReadonlyMap<string, string>;
}

/** Tags that XML may close at once and HTML would leave open. */
const CLOSED_AT_ONCE = /<([a-z][\w:-]*)((?:\s[^<>]*?)?)\/>/gi;
const INNER_ADDRESS = /^(?![a-z][a-z\d+.-]*:|\/\/)/i;
const OUTER_ADDRESS = /^(?:https?|mailto|ftp|tel|news):/i;
/** Roles that notes are known by, and the elements that may have them. */
const ROLES: Readonly<Record<string, string>> = {
  'doc-noteref': 'a',
  'doc-backlink': 'a',
  'doc-footnote': 'aside',
  'doc-endnotes': 'section',
};

/** What EPUB calls these. */
const ROLE_OF_TYPE: Readonly<Record<string, string>> = {
  noteref: 'doc-noteref',
  footnote: 'doc-footnote',
  rearnote: 'doc-footnote',
  footnotes: 'doc-endnotes',
  endnotes: 'doc-endnotes',
  rearnotes: 'doc-endnotes',
};

/** Makes one page of a book clean XHTML: known elements only, nothing that runs, nothing that is fetched. */
export function cleanXhtml(html: string, options: CleanOptions): CleanChapter {
  const source = html.replace(CLOSED_AT_ONCE, (tag, name: string, attributes: string) =>
    VOID.has(name.toLowerCase()) ? tag : `<${name}${attributes}></${name}>`,
  );
  requireShallow(source, options.maxDepth);
  const document = parseHtml(source);
  for (const sheet of Array.from(document.querySelectorAll('style'))) options.styles.add(sheet.textContent ?? '');
  repairLists(document);
  const writer = new Writer(options);
  const { body } = document;
  const bodyId = body?.getAttribute('id');
  if (bodyId) writer.rename(bodyId);
  if (body) for (const child of childrenOf(body)) writer.write(child, 0, 'flow');
  const heading = Array.from(document.querySelectorAll('h1,h2,h3,h4,h5,h6'))[0]?.textContent;
  const title = [heading, document.title]
    .map((text) =>
      withoutForbidden(text ?? '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .find((text) => text);
  return { body: writer.pieces.join('').trim(), ids: writer.ids, ...(title === undefined ? {} : { title }) };
}

const TAG = /<(\/?)([a-z][\w:-]*)/gi;
/** Elements that end where the next one begins: without their end tags they are not nested. */
const IMPLIED_END = /^(?:p|li|d[td]|t[rdh]|tbody|thead|tfoot|option|colgroup)$/i;
/** Tag soup leaves elements open: so many times the depth that is allowed. */
const SOUP = 8;

/** Refuses what the parser would nest beyond measure, which takes it time by the square. */
function requireShallow(source: string, maxDepth: number): void {
  let depth = 0;
  for (const [, isEnd, name] of source.matchAll(TAG)) {
    if (VOID.has(name!.toLowerCase()) || IMPLIED_END.test(name!)) continue;
    depth = Math.max(0, depth + (isEnd === '/' ? -1 : 1));
    if (depth > maxDepth * SOUP) throw tooDeep(maxDepth);
  }
}

/** What may be here: blocks and text, text alone, or only the parts of a list or a table. */
type Place = 'flow' | 'phrasing';

class Writer {
  readonly pieces: string[] = [];
  readonly ids = new Map<string, string>();
  readonly #taken = new Set<string>();
  readonly #options: CleanOptions;

  constructor(options: CleanOptions) {
    this.#options = options;
  }

  write(node: DomNode, depth: number, place: Place): void {
    if (isText(node)) this.pieces.push(escapeText(node.textContent ?? ''));
    else if (isElement(node)) this.#writeElement(node, depth + 1, place);
  }

  /** The identifier that one of the source gets: unique in the book, and a name that XML allows. */
  rename(id: string): string {
    const known = this.ids.get(id);
    if (known !== undefined) return known;
    const stem = this.#options.prefix + (id.replace(/^c\d+-/, '').replace(/[^\w.-]+/g, '_') || 'id');
    let name = stem;
    for (let number = 2; this.#taken.has(name); number++) name = `${stem}-${number}`;
    this.#taken.add(name);
    this.ids.set(id, name);
    return name;
  }

  #writeElement(element: DomElement, depth: number, place: Place): void {
    if (depth > this.#options.maxDepth) throw tooDeep(this.#options.maxDepth);
    const { localName: name } = element;
    if (name === 'svg') return this.#writeDrawing(element);
    if (name === 'math') return void this.pieces.push(cleanMath(element));
    if (DROPPED.has(name)) return;
    if (name === 'img' || name === 'image') return this.#writeImage(element);
    const output = outputNameOfElement(element, place);
    if (output === undefined) {
      this.#writeAnchor(element);
      return this.#writeChildren(element, depth, place);
    }
    const attributes = this.#attributesOf(element, output);
    if (VOID.has(output)) return void this.pieces.push(`<${output}${attributes}/>`);
    this.pieces.push(`<${output}${attributes}>`);
    this.#writeChildren(
      element,
      depth,
      isBlock(output) && output !== 'p' && !/^h[1-6]$/.test(output) ? 'flow' : 'phrasing',
    );
    this.pieces.push(`</${output}>`);
  }

  #writeChildren(element: DomElement, depth: number, place: Place): void {
    for (const child of childrenOf(element)) this.write(child, depth, place);
  }

  /** An element that is left out may still be the place that a link means. */
  #writeAnchor(element: DomElement): void {
    const id = element.getAttribute('id');
    if (id && !this.ids.has(id) && !/^t(?:able|body|head|foot|r)$/.test(element.localName))
      this.pieces.push(`<span id="${this.rename(id)}"></span>`);
  }

  /** Images in a drawing are images of the book, and the words between them its words; what is drawn alone stays a drawing. */
  #writeDrawing(element: DomElement): void {
    const addresses = imagesIn(element.outerHTML);
    const lines = Array.from(element.querySelectorAll('text'), ({ textContent }) =>
      (textContent ?? '').replace(/\s+/g, ' ').trim(),
    );
    const words = lines.filter((line) => line !== '').join('\n');
    if (addresses.length > 0) {
      for (const address of addresses)
        this.#writeImageElement(this.#options.imageOf(address), element.getAttribute('aria-label') ?? '');
      if (words !== '') this.pieces.push(`<span>${escapeText(words).replaceAll('\n', '<br/>')}</span>`);
      return;
    }
    this.#writeImageElement(this.#options.drawingOf(drawingOf(element), words), words);
  }

  #writeImageElement(name: string | undefined, alternative: string): void {
    if (name !== undefined) this.pieces.push(`<img src="${name}" alt="${escapeValue(alternative)}"/>`);
  }

  #writeImage(element: DomElement): void {
    const address = element.getAttribute('src') ?? element.getAttribute('xlink:href') ?? element.getAttribute('href');
    const name = address ? this.#options.imageOf(address) : undefined;
    const alternative = element.getAttribute('alt') ?? '';
    if (name === undefined) {
      if (alternative.trim() !== '') this.pieces.push(`<em>[${escapeText(alternative)}]</em>`);
      return;
    }
    this.pieces.push(`<img src="${name}" alt="${escapeValue(alternative)}"${this.#idOf(element)}${sizesOf(element)}/>`);
  }

  #idOf(element: DomElement): string {
    const id = element.getAttribute('id') ?? (element.localName === 'a' ? element.getAttribute('name') : null);
    return id && !this.ids.has(id) ? ` id="${this.rename(id)}"` : '';
  }

  #attributesOf(element: DomElement, output: string): string {
    const language = element.getAttribute('lang') ?? element.getAttribute('xml:lang');
    const direction = element.getAttribute('dir')?.toLowerCase();
    const style = this.#options.styles.styleOf(element) + (element.localName === 'center' ? 'text-align:center' : '');
    const role = element.getAttribute('role') ?? ROLE_OF_TYPE[element.getAttribute('epub:type') ?? ''] ?? '';
    return [
      this.#idOf(element),
      output === 'a' ? this.#linkOf(element) : '',
      ROLES[role] === output ? ` role="${role}"` : '',
      language && /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(language) ? ` lang="${language}"` : '',
      direction && /^(?:ltr|rtl|auto)$/.test(direction) ? ` dir="${direction}"` : '',
      /^t[dh]$/.test(output) ? countOf(element, 'colspan') + countOf(element, 'rowspan') : '',
      output === 'ol' ? countOf(element, 'start') : '',
      output === 'pre' ? languageOf(element) : '',
      element.getAttribute('title') && output === 'abbr'
        ? ` title="${escapeValue(element.getAttribute('title')!)}"`
        : '',
      style === '' ? '' : ` style="${style}"`,
    ].join('');
  }

  #linkOf(element: DomElement): string {
    const address = element.getAttribute('href')?.trim();
    if (address === undefined || address === '') return '';
    if (OUTER_ADDRESS.test(address)) return ` href="${escapeValue(encodeAddress(address))}"`;
    const isInner = INNER_ADDRESS.test(address) || address.startsWith('kindle:');
    return isInner ? ` href="\u0001${escapeValue(this.#options.placeOf(address))}"` : '';
  }
}

/** Validators refuse what is no address: spaces and letters outside of ASCII are spelled in per cent. */
function encodeAddress(address: string): string {
  return address.replace(/[^\w\-.~:/?#[\]@!$&'()*+,;=%]|%(?![\da-f]{2})/giu, (character) => {
    return character === '%' ? '%25' : encodeURIComponent(character.toWellFormed());
  });
}

function countOf(element: DomElement, name: string): string {
  const value = /^\s*(\d{1,4})\s*$/.exec(element.getAttribute(name) ?? '')?.[1];
  return value === undefined || (value === '1' && name !== 'start') || Number(value) === 0 ? '' : ` ${name}="${value}"`;
}

/** The language of code, as highlighters are told it. */
function languageOf(element: DomElement): string {
  const inner = childrenOf(element).find(isElement);
  const names = [element, inner].map((one) => one?.getAttribute('class') ?? '').join(' ');
  const language = /(?:^|\s)(?:lang(?:uage)?-|sourceCode\s+)([a-z][\w+#-]*)/i.exec(names)?.[1];
  return language === undefined || language === 'sourceCode' ? '' : ` class="language-${language.toLowerCase()}"`;
}

function sizesOf(element: DomElement): string {
  const sizes = ['width', 'height'].map(
    (name) => /^\s*(\d{1,4})(?:px)?\s*$/.exec(element.getAttribute(name) ?? '')?.[1],
  );
  return sizes
    .map((size, index) => (size === undefined ? '' : ` ${index === 0 ? 'width' : 'height'}="${size}"`))
    .join('');
}

function escapeText(text: string): string {
  return escapeXml(withoutForbidden(text));
}

function escapeValue(text: string): string {
  return escapeXmlAttribute(withoutForbidden(text));
}

function tooDeep(allowed: number): ConversionError {
  return new ConversionError({
    code: 'input_too_complex',
    message: `A page of the book is nested more than ${allowed} elements deep. Simplify it and try again.`,
    details: { limit: 'nesting', allowed },
  });
}
