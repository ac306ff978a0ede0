import type { Limits } from '../../contract/limits.ts';
import { replaceEntries } from '../../content/document/ooxml/package.ts';
import { declaredEncoding, decodeXml } from '../../io/xml.ts';
import { openZip } from '../../io/zip.ts';

const UTF8 = /^utf-?8$/i;
const LIST = /<text:list(?=[\s/>])([^<>]*)>|<\/text:list>/g;
const STYLE = /<text:list-style\b[^<>]*?\bstyle:name="([^"]*)"[^<>]*>.*?<\/text:list-style>/gs;
const NUMBERED = /<text:list-level-style-number\b[^<>]*\bstyle:num-format="[^"]/;
const STYLE_NAME = /(?<=\btext:style-name=")[^"]*/;
const ID = /\bxml:id="([^"]*)"/;
const CONTINUES = /\btext:continue-numbering="true"/;
const CONTINUED_ID = /\btext:continue-list="([^"]*)"/;
const AUTOMATIC_STYLES = /<office:automatic-styles\s*\/>|<\/office:automatic-styles>|(?=<office:body\b)/;

/**
 * A text of OpenDocument in which no two numbered lists have the same style: each begins its own count (OpenDocument
 * 1.3, part 3, 5.3.1), while LibreOffice goes on with it in the DOC and RTF files that it writes.
 */
export function withSeparateLists(document: Uint8Array, limits: Limits): Uint8Array {
  const zip = openZip(document, limits);
  const read = (name: string): string => {
    const entry = zip.find(name);
    return entry ? decodeXml(zip.read(entry)) : '';
  };
  const content = read('content.xml');
  const separate = separateLists(content, read('styles.xml'));
  if (separate === content) return document;
  return replaceEntries(zip, new Map([['content.xml', new TextEncoder().encode(separate)]]));
}

/** The same of a document that is one XML file. */
export function withSeparateFlatLists(document: Uint8Array): Uint8Array {
  if (!UTF8.test(declaredEncoding(document) ?? 'utf-8')) return document;
  const content = decodeXml(document);
  const separate = separateLists(content, '');
  return separate === content ? document : new TextEncoder().encode(separate);
}

function separateLists(content: string, styles: string): string {
  const numbered = new Map<string, string>();
  for (const source of [styles, content])
    for (const [style, name] of source.matchAll(STYLE)) if (NUMBERED.test(style)) numbered.set(name!, style);
  return numbered.size === 0 ? content : new ListSeparation(numbered).read(content);
}

/** Gives the styles of lists new names, in the order of the text. */
class ListSeparation {
  readonly #styles: ReadonlyMap<string, string>;
  readonly #added: string[] = [];
  /** The style that the last list of a style has now. */
  readonly #last = new Map<string, string>();
  /** The styles that lists have now, by the ids of the lists. */
  readonly #byId = new Map<string, string>();
  /** The styles that the lists had around the place, which lists in them have too unless they name another. */
  readonly #open: (string | undefined)[] = [];

  constructor(styles: ReadonlyMap<string, string>) {
    this.#styles = styles;
  }

  read(content: string): string {
    const renamed = content.replace(LIST, (tag, attributes: string | undefined) => {
      if (attributes === undefined) this.#open.pop();
      return attributes === undefined ? tag : this.#list(tag, attributes);
    });
    if (this.#added.length === 0) return content;
    const added = this.#added.join('');
    return renamed.replace(AUTOMATIC_STYLES, (place) =>
      place.startsWith('</') ? added + place : `<office:automatic-styles>${added}</office:automatic-styles>`,
    );
  }

  #list(tag: string, attributes: string): string {
    const around = this.#open.at(-1);
    const style = STYLE_NAME.exec(attributes)?.[0] ?? around;
    if (!attributes.endsWith('/')) this.#open.push(style);
    if (style === undefined || style === around || !this.#styles.has(style)) return tag;
    const now = this.#styleNow(style, attributes);
    const [, id] = ID.exec(attributes) ?? [];
    if (id !== undefined) this.#byId.set(id, now);
    this.#last.set(style, now);
    return tag.replace(STYLE_NAME, () => now);
  }

  #styleNow(style: string, attributes: string): string {
    const last = this.#last.get(style);
    if (last === undefined) return style;
    const [, continued] = CONTINUED_ID.exec(attributes) ?? [];
    const continuedStyle = continued === undefined ? undefined : this.#byId.get(continued);
    if (continuedStyle !== undefined) return continuedStyle;
    return CONTINUES.test(attributes) ? last : this.#copyOf(style);
  }

  #copyOf(style: string): string {
    const name = `${style}_list_${this.#added.length + 2}`;
    this.#added.push(this.#styles.get(style)!.replace(/(?<=\bstyle:name=")[^"]*/, () => name));
    return name;
  }
}
