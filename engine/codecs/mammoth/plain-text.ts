import { scanXml } from '../../io/xml.ts';
import type { HtmlDocument } from '../../content/document/html/page.ts';

/** Elements that begin after a blank line. */
const BLOCKS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'ul', 'ol', 'dl']);
/** mammoth's links from a note back to its place. */
const BACK_LINK = '↑';
/** More than mammoth nests of what it has read within the limits. */
const MAX_DEPTH = 2048;

/** The text of a document: paragraphs apart, items of lists with a dash, the cells of a row separated by tabs. */
export function writePlainText({ header, body, footer }: HtmlDocument): string {
  const texts = [header, body, footer].map(textOfHtml).filter((text) => text !== '');
  return `${texts.join('\n\n')}\n`;
}

/** mammoth writes well-formed elements and predefined references only. */
function textOfHtml(html: string): string {
  const writer = new TextWriter();
  scanXml(`<body>${html}</body>`, writer, MAX_DEPTH);
  return writer.written
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

class TextWriter {
  written = '';
  #lists = 0;
  #cells = 0;
  #rows = 0;

  open(name: string): void {
    if (name === 'br') this.#add(this.#cells > 0 ? ' ' : '\n');
    if (name === 'ul' || name === 'ol') this.#lists++;
    if (name === 'td' || name === 'th') this.#cells++;
    if (name === 'tr') this.#rows++;
    if (name === 'li' && this.#cells === 0) this.#add(`\n${'  '.repeat(Math.max(0, this.#lists - 1))}- `);
    else if (BLOCKS.has(name) && this.#cells === 0 && this.#lists === 0) this.#add('\n\n');
  }

  close(name: string): void {
    if (name === 'ul' || name === 'ol') this.#lists--;
    if (name === 'td' || name === 'th') {
      this.#cells--;
      this.#add(this.#cells > 0 ? ' ' : '\t');
    } else if (name === 'tr') {
      this.#rows--;
      this.#add(this.#cells > 0 ? ' ' : '\n');
    } else if (this.#cells > 0 && (BLOCKS.has(name) || name === 'li')) this.#add(' ');
    else if (BLOCKS.has(name) && this.#lists === 0) this.#add('\n\n');
  }

  text(value: string): void {
    const text = value.replace(/\s+/g, ' ');
    // Between rows and cells there is only the white space of the source.
    if (text.trim() === BACK_LINK || (text === ' ' && this.#rows > 0 && this.#cells === 0)) return;
    this.#add(text);
  }

  #add(text: string): void {
    this.written += text;
  }
}
