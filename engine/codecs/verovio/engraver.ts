import { VerovioToolkit } from 'verovio/esm';
import createVerovioModule, { type VerovioModule } from 'verovio/wasm';
import { ConversionError } from '../../contract/errors.ts';
import { bytesOfBase64 } from '../../io/bytes.ts';
import { readableDrawing, PAGE } from './drawing.ts';

const OPTIONS = {
  pageWidth: PAGE.width,
  pageHeight: PAGE.height,
  ...{ pageMarginTop: 100, pageMarginBottom: 100, pageMarginLeft: 100, pageMarginRight: 100 },
  svgViewBox: true,
  // It would name the library.
  footer: 'none',
  mdivAll: true,
  smuflTextFont: 'none',
  // The same file gives the same names each time.
  xmlIdSeed: 1,
};

/** The library with the score that it was given last. */
export class Engraver {
  readonly #module: VerovioModule;
  readonly #toolkit: VerovioToolkit;

  private constructor(module: VerovioModule) {
    this.#module = module;
    this.#toolkit = new VerovioToolkit(module);
  }

  static async start(): Promise<Engraver> {
    const module = await createVerovioModule();
    // What it would write to the console.
    module.cwrap('enableLog', null, ['number'])(0);
    return new Engraver(module);
  }

  /** Throws `input_corrupt` for what the library does not understand. */
  open(xml: string): void {
    const isRead = this.#guarded(() => {
      this.#toolkit.resetOptions();
      this.#toolkit.setOptions(OPTIONS);
      this.#toolkit.resetXmlIdSeed(OPTIONS.xmlIdSeed);
      return this.#toolkit.loadData(xml);
    });
    if (!isRead) throw unreadable();
  }

  get pages(): number {
    return this.#guarded(() => this.#toolkit.getPageCount());
  }

  /** A page from 1 on, as SVG. */
  page(number: number): string {
    return readableDrawing(this.#guarded(() => this.#toolkit.renderToSVG(number)));
  }

  midi(): Uint8Array {
    return bytesOfBase64(this.#guarded(() => this.#toolkit.renderToMIDI()));
  }

  mei(): string {
    // Without the time of day, and without the name of a schema that is none yet.
    return this.#guarded(() => this.#toolkit.getMEI({ removeIds: false })).replace(/ isodate="[^"]*"/, '');
  }

  get heapBytes(): number {
    return this.#module.HEAPU8.byteLength;
  }

  #guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof ConversionError) throw error;
      throw unreadable(error);
    }
  }
}

/** After a fault of the library nobody knows what is in its memory. */
function unreadable(cause?: unknown): ConversionError {
  const message =
    'The score cannot be engraved: the library does not understand it. Export it again as MusicXML or MEI.';
  return new ConversionError(
    { code: 'input_corrupt', message, ...(cause !== undefined && { discardWorker: true }) },
    { cause },
  );
}
