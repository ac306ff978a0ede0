import { VerovioToolkit } from 'verovio/esm';
import createVerovioModule, { type VerovioModule } from 'verovio/wasm';
import { ConversionError } from '../../contract/errors.ts';
import { withGestures } from '../../content/notation/kern.ts';
import type { ReadMusic } from '../../content/notation/read.ts';
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

/** The element of MEI that holds one of several works. */
const WORKS = /<mdiv\b[\s\S]*<\/mdiv>/;

/** The library with the scores that it was given last. */
export class Engraver {
  readonly #toolkit: VerovioToolkit;
  #scores: readonly string[] = [];
  #alterations: ReadonlyMap<string, number> | undefined;

  private constructor(module: VerovioModule) {
    this.#toolkit = new VerovioToolkit(module);
  }

  /** Humdrum takes a build of its own, which is nearly twice as large. */
  static async start(kind: 'usual' | 'humdrum'): Promise<Engraver> {
    const create = kind === 'humdrum' ? (await import('verovio/wasm-hum')).default : createVerovioModule;
    const module = await create();
    // What it would write to the console.
    module.cwrap('enableLog', null, ['number'])(0);
    return new Engraver(module);
  }

  /** Throws `input_corrupt` for what the library does not understand. */
  open({ scores, alterations }: Pick<ReadMusic, 'scores' | 'alterations'>): void {
    this.#scores = scores;
    this.#alterations = alterations;
    this.#load(scores[0]!, 0);
  }

  /** Pages as SVG; each score begins on a page of its own. */
  *pages(): Generator<{ readonly svg: string; readonly isLast: boolean }> {
    for (const [index, score] of this.#scores.entries()) {
      if (this.#scores.length > 1) this.#load(score, index);
      const count = this.#guarded(() => this.#toolkit.getPageCount());
      const isLastScore = index === this.#scores.length - 1;
      for (let number = 1; number <= count; number++) {
        const svg = this.#guarded(() => this.#toolkit.renderToSVG(number));
        yield { svg: readableDrawing(svg), isLast: isLastScore && number === count };
      }
    }
  }

  /** All scores, one after the other. */
  midi(): Uint8Array {
    this.#loadAll();
    return bytesOfBase64(this.#guarded(() => this.#toolkit.renderToMIDI()));
  }

  /** All scores as works of one file. */
  mei(): string {
    this.#loadAll();
    return this.#mei();
  }

  #mei(): string {
    // Without the time of day, and without the name of a schema that is none yet.
    return this.#guarded(() => this.#toolkit.getMEI({ removeIds: false })).replace(/ isodate="[^"]*"/, '');
  }

  #loadAll(): void {
    if (this.#alterations) return this.#load(withGestures(this.#mei(), this.#alterations), 0);
    if (this.#scores.length === 1) return;
    let first: string | undefined;
    const works = this.#scores.map((score, index) => {
      this.#load(score, index);
      const mei = this.#mei();
      first ??= mei;
      const work = WORKS.exec(mei)?.[0];
      if (work === undefined) throw unreadable();
      return work;
    });
    this.#load(
      first!.replace(WORKS, () => works.join('\n')),
      0,
    );
  }

  /** The names of elements begin with another seed in each score: no two have the same. */
  #load(score: string, index: number): void {
    const isRead = this.#guarded(() => {
      this.#toolkit.resetOptions();
      this.#toolkit.setOptions(OPTIONS);
      this.#toolkit.resetXmlIdSeed(OPTIONS.xmlIdSeed + index);
      return this.#toolkit.loadData(score);
    });
    if (!isRead) throw unreadable();
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
    'The score cannot be engraved: the library does not understand it. Export it again from the program that wrote it.';
  return new ConversionError(
    { code: 'input_corrupt', message, ...(cause !== undefined && { discardWorker: true }) },
    { cause },
  );
}
