import { scanXml, type XmlAttributes, type XmlHandler } from '../../../io/xml.ts';
import { DEFAULT_LIMITS } from '../../../contract/limits.ts';
import type { Book } from './book.ts';

const PARAGRAPHS = new Set('p h1 h2 h3 h4 h5 h6 blockquote ul ol dl table pre hr figure div section aside'.split(' '));
const LINES = new Set('li dt dd tr figcaption caption'.split(' '));

/** The words of a book in its order: paragraphs between blank lines, items of lists and rows on lines of their own. */
export function plainTextOf({ chapters }: Book): string {
  const texts = chapters.map(({ body }) => plainText(body)).filter((text) => text !== '');
  return `${texts.join('\n\n\n')}\n`;
}

export function plainText(body: string): string {
  const writer = new TextWriter();
  // The elements of a clean chapter are as deep as its source was allowed to be.
  scanXml(`<body>${body}</body>`, writer, DEFAULT_LIMITS.nesting * 2);
  return writer.pieces
    .join('')
    .replace(/[^\S\n\u00a0]*\n[^\S\n\u00a0]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

class TextWriter implements XmlHandler {
  readonly pieces: string[] = [];
  readonly #lists: { ordered: boolean; count: number }[] = [];
  #verbatim = 0;

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'pre') this.#verbatim++;
    if (name === 'ul' || name === 'ol') {
      this.pieces.push(this.#lists.length === 0 ? '\n\n' : '');
      this.#lists.push({ ordered: name === 'ol', count: Number(attributes.get('start') ?? 1) });
    } else if (PARAGRAPHS.has(name)) this.pieces.push(this.#lists.length === 0 ? '\n\n' : '\n');
    else if (LINES.has(name)) this.pieces.push('\n');
    if (name === 'li') this.pieces.push(this.#marker());
    if (name === 'td' || name === 'th') this.pieces.push('\t');
    if (name === 'br') this.pieces.push('\n');
    // The words of a drawing are its alternative text.
    if (name === 'img' && attributes.get('src')?.endsWith('.svg')) this.pieces.push(` ${attributes.get('alt') ?? ''} `);
    if (name === 'hr') this.pieces.push('* * *');
  }

  close(name: string): void {
    if (name === 'pre') this.#verbatim--;
    if (name === 'ul' || name === 'ol') this.#lists.pop();
    if (PARAGRAPHS.has(name)) this.pieces.push(this.#lists.length === 0 ? '\n\n' : '\n');
  }

  text(value: string): void {
    this.pieces.push(this.#verbatim > 0 ? value : value.replace(/[^\S\u00a0]+/g, ' '));
  }

  #marker(): string {
    const list = this.#lists.at(-1);
    return list?.ordered ? `${list.count++}. ` : '- ';
  }
}
