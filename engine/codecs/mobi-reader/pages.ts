import {
  childrenOf,
  isElement,
  isText,
  parseHtml,
  type DomElement,
  type DomNode,
} from '../../content/document/html/dom.ts';

const INLINE = new Set(
  'a abbr b bdi bdo cite code del dfn em font i ins kbd q s samp small span strong sub sup tt u var'.split(' '),
);
const SKIPPED = new Set(['head', 'script', 'style', 'guide', 'title', 'math']);
/** Number of a picture: of the old version in decimals, of the new one to the base of 32. */
const PICTURE = /^(?:(\d+)|kindle:embed:([\dA-V]{4}).*)$/i;

/** What pages of a Kindle book show. */
export class Pages {
  readonly pictures = new Set<number>();
  figures = 0;
  links = 0;
  tables = 0;
  headings = 0;
  readonly #positions: number[] = [];
  readonly #pieces: string[] = [];

  add(page: string): void {
    const source = page.replace(/<(\w[\w:-]*)((?:\s[^<>]*)?)\/>/g, (tag, name: string, attributes: string) =>
      /^(?:br|hr|img|meta|link|reference)$/.test(name) ? tag : `<${name}${attributes}></${name}>`,
    );
    const { body } = parseHtml(source);
    if (body) this.#read(body);
    this.#pieces.push('\n');
  }

  text(): string {
    return this.#pieces
      .join('')
      .replace(/[ \n]*\n[ \n]*/g, '\n')
      .trim();
  }

  /** Links to positions beyond the end of the text. */
  brokenLinks(end: number): number {
    return this.#positions.filter((position) => position > end).length;
  }

  #read(node: DomNode): void {
    if (isText(node)) this.#pieces.push((node.textContent ?? '').replace(/\s+/g, ' '));
    if (!isElement(node) || SKIPPED.has(node.localName)) return;
    this.#count(node);
    const isBlock = !INLINE.has(node.localName);
    if (isBlock) this.#pieces.push('\n');
    for (const child of childrenOf(node)) this.#read(child);
    if (isBlock) this.#pieces.push('\n');
  }

  #count(element: DomElement): void {
    const { localName } = element;
    if (localName === 'table') this.tables++;
    if (/^h[1-6]$/.test(localName)) this.headings++;
    if (localName === 'a') this.#countLink(element);
    if (localName !== 'img') return;
    this.figures++;
    const [, decimal, digits] =
      PICTURE.exec(element.getAttribute('recindex') ?? element.getAttribute('src') ?? '') ?? [];
    if (decimal !== undefined) this.pictures.add(Number(decimal));
    else if (digits !== undefined) this.pictures.add(parseInt(digits, 32));
  }

  #countLink(element: DomElement): void {
    const position = element.getAttribute('filepos');
    if (position !== null) this.#positions.push(Number(position));
    if (position !== null || element.getAttribute('href')) this.links++;
  }
}
