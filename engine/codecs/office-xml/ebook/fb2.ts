import type { InspectRequest, RunContext } from '../../../codec.ts';
import { ConversionError } from '../../../errors.ts';
import { scanXml, type XmlAttributes, type XmlHandler } from '../../../io/xml.ts';
import { decodeText } from '../../../io/text-encoding.ts';
import { Content } from '../content.ts';
import type { FactsOf } from '../facts-of.ts';

const DECLARED_ENCODING = /^\s*<\?xml[^>]+encoding\s*=\s*["']([\w-]+)/;
/** Elements that begin a line of their own. */
const BLOCKS = new Set(['p', 'v', 'subtitle', 'text-author', 'empty-line', 'td', 'th', 'date']);

/** Reads the facts of a FictionBook (2.1). Throws `input_corrupt`. */
export function inspectFb2(bytes: Uint8Array, { effort }: InspectRequest, context: RunContext): FactsOf {
  const head = Buffer.from(bytes.subarray(0, 256)).toString('latin1');
  const { text: source } = decodeText(bytes, DECLARED_ENCODING.exec(head)?.[1]);
  if (!/<(?:\w+:)?FictionBook[\s>]/.test(source.slice(0, 8192))) {
    throw new ConversionError({ code: 'input_corrupt', message: 'The file is not a FictionBook.' });
  }
  if (effort === 'probe') {
    const figures = source.includes('<binary') ? (['figures'] as const) : [];
    return { depth: 'structure', features: ['text', 'structure', 'metadata', ...figures] };
  }
  const content = new Content(context.limits.verifiedTextChars);
  scanXml(source, new BookScanner(content), context.limits.nesting, { doctype: 'skip' });
  const features = content.features().filter((feature) => feature !== 'pages' && feature !== 'look');
  return { depth: 'content', features, document: content.document({ hasPages: false }) };
}

class BookScanner implements XmlHandler {
  readonly #content: Content;
  #inBody = false;
  #isNotes = false;
  #inTitleInfo = false;
  #blocks = 0;

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
    if (name === 'image' && attributes.get('href')) this.#content.figures++;
    if (!this.#inBody) return;
    if (BLOCKS.has(name)) this.#blocks++;
    if (name === 'a') this.#content.links++;
    if (name === 'table') this.#content.tables++;
    if (name === 'title' && !this.#isNotes) this.#content.headings++;
  }

  close(name: string): void {
    if (name === 'body') this.#inBody = false;
    if (name === 'title-info') this.#inTitleInfo = false;
    if (!this.#inBody || !BLOCKS.has(name)) return;
    this.#blocks--;
    this.#content.append('\n', this.#isNotes ? 'aside' : 'body');
  }

  text(value: string): void {
    if (this.#blocks > 0) this.#content.append(value.replace(/\s+/g, ' '), this.#isNotes ? 'aside' : 'body');
  }
}
