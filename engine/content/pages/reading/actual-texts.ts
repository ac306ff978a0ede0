import { hexOf, latin1Bytes } from '../../../io/bytes.ts';
import { PDFDocument, PDFHexString, PDFRef } from '@cantoo/pdf-lib';
import { contentTexts, tokensOf } from '../content-stream.ts';

/** Objects that are parsed before others get a turn: nothing else runs in this thread. */
const WITHOUT_PAUSES = Infinity;
/** Marked content that layers control; the reader of the page puts in some of its own. */
const LAYER = '/OC';
const NUMBER = /^[-+.\d]/;

/** The texts that stand for marked content (ISO 32000-2, 14.9.4), which pdf.js does not tell. */
export class ActualTexts {
  readonly #document: PDFDocument;

  private constructor(document: PDFDocument) {
    this.#document = document;
  }

  /** Undefined for a file that cannot be read so: what its glyphs say stays. */
  static async open(file: Uint8Array, password = ''): Promise<ActualTexts | undefined> {
    try {
      return new ActualTexts(
        await PDFDocument.load(file, { parseSpeed: WITHOUT_PAUSES, updateMetadata: false, password }),
      );
    } catch {
      return undefined;
    }
  }

  /** The text of each marked content in a page's own content, in the order in which they begin. */
  ofPage({ num, gen }: { readonly num: number; readonly gen: number }): readonly (string | undefined)[] {
    const reference = PDFRef.of(num, gen);
    const page = this.#document.getPages().find(({ ref }) => ref === reference);
    if (!page) return [];
    try {
      return textsOfMarks(contentTexts(page.node.Contents(), this.#document.context).join('\n'));
    } catch {
      return [];
    }
  }
}

function textsOfMarks(content: string): (string | undefined)[] {
  const texts: (string | undefined)[] = [];
  let tag: string | undefined;
  let text: string | undefined;
  let isNamed = false;
  for (const { word, string } of tokensOf(content)) {
    if (string !== undefined) {
      if (isNamed) text = decoded(string);
      isNamed = false;
      continue;
    }
    isNamed = word === '/ActualText';
    if (word!.startsWith('/')) tag ??= word;
    if (word!.startsWith('/') || NUMBER.test(word!)) continue;
    if ((word === 'BDC' || word === 'BMC') && tag !== LAYER) texts.push(text);
    tag = undefined;
    text = undefined;
  }
  return texts;
}

function decoded(bytes: string): string {
  return PDFHexString.of(hexOf(latin1Bytes(bytes))).decodeText();
}
