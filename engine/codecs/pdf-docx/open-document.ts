import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { ActualTexts } from '../../content/pages/reading/actual-texts.ts';
import { spareJpegs, type SparedJpegs } from '../../content/pages/pdfjs/jpeg-stand-ins.ts';
import { UnmappedFonts } from '../../content/pages/reading/unmapped/unmapped-fonts.ts';
import { openPdf, type OpenOptions } from '../../content/pages/pdfjs/pdf-document.ts';

/** What pages are read from. */
export interface PageSource {
  readonly pdf: PDFDocumentProxy;
  /** Images of which the pages show stand-ins, of a document without the outlines of its letters; absent of a whole one. */
  readonly jpegs?: SparedJpegs;
}

/**
 * A PDF whose photographs are not decoded as long as their files can be passed on as they are, and whose letters have no
 * outlines as long as nothing draws them. It is opened again, whole, when one of either is asked for: that takes less
 * than making all of them in every document.
 */
export class OpenDocument implements AsyncDisposable {
  readonly file: Uint8Array;
  readonly unmapped: UnmappedFonts;
  readonly #options: OpenOptions;
  readonly #opened: PDFDocumentProxy[];
  #source: PageSource;
  #actualTexts: Promise<ActualTexts | undefined> | undefined;

  private constructor(file: Uint8Array, options: OpenOptions, source: PageSource) {
    this.file = file;
    this.#options = options;
    this.unmapped = new UnmappedFonts(async () => {
      const { CompositeFonts } = await import('../../content/pages/reading/unmapped/composite-fonts.ts');
      return CompositeFonts.open(file, options.password);
    });
    this.#opened = [source.pdf];
    this.#source = source;
  }

  /** Throws what `openPdf` does. */
  static async open(file: Uint8Array, options: Omit<OpenOptions, 'prepare'>): Promise<OpenDocument> {
    let jpegs: SparedJpegs = new Map();
    const prepare = (copy: Uint8Array): void => void (jpegs = spareJpegs(file, copy, options.maxImagePixels));
    const pdf = await openPdf(file, { ...options, prepare, withoutOutlines: true });
    return new OpenDocument(file, options, { pdf, jpegs });
  }

  get pdf(): PDFDocumentProxy {
    return this.#opened[0]!;
  }

  get source(): PageSource {
    return this.#source;
  }

  /** The texts that stand for the marked content of a page. The file is read for them once, when the first is asked. */
  readonly actualTextsOf = async (page: PDFPageProxy): Promise<readonly (string | undefined)[]> => {
    this.#actualTexts ??= import('../../content/pages/reading/actual-texts.ts').then(({ ActualTexts }) =>
      ActualTexts.open(this.file, this.#options.password),
    );
    const texts = await this.#actualTexts;
    return (page.ref && texts?.ofPage(page.ref)) ?? [];
  };

  /** From now on all images are decoded, and all letters have outlines. */
  async readWhole(): Promise<PageSource> {
    if (!this.#source.jpegs) return this.#source;
    const pdf = await openPdf(this.file, this.#options);
    this.#opened.push(pdf);
    this.#source = { pdf };
    return this.#source;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const pdf of this.#opened) await pdf.loadingTask.destroy();
  }
}
