import startModule from 'tesseract.js-core/tesseract-core-simd-lstm.js';
import { ConversionError } from '../../contract/errors.ts';
import { readRecognitionData } from './recognition-data.ts';
import { instantiatorOf } from '../../io/emscripten.ts';

/** OEM_LSTM_ONLY: the build has no other engine. */
const LSTM_ONLY = 1;
/** PSM_AUTO: finds columns, tables and images by itself. */
const AUTOMATIC_SEGMENTATION = '3';
/** Where `SetImageFile` reads its image. */
const INPUT = '/input';

type Module = Awaited<ReturnType<typeof startModule>>;

/** Sets who hears how far the recognition of a page is. */
type Listen = (listener: (fraction: number) => void) => void;

/** An image of a page for recognition, as a file of a kind that Leptonica reads. */
export interface PageImage {
  readonly file: Uint8Array;
  /** Pixels per inch; Tesseract estimates them if absent. */
  readonly dpi?: number;
}

export interface RecognisedPage {
  /** The `ocr_page` element of hOCR. */
  readonly hocr: string;
  /** 0 to 100. */
  readonly confidence: number;
}

/** Tesseract's own classes, driven without the workers and the downloads of its usual wrapper. */
export class Tesseract {
  readonly #module: Module;
  readonly #languages = new Set<string>();
  readonly #listen: Listen;

  private constructor(module: Module, listen: Listen) {
    this.#module = module;
    this.#listen = listen;
  }

  static async start(binary: WebAssembly.Module): Promise<Tesseract> {
    let onProgress: (fraction: number) => void = () => undefined;
    const module = await startModule({
      instantiateWasm: instantiatorOf(binary),
      print: () => undefined,
      printErr: () => undefined,
      TesseractProgress: (percent) => onProgress(percent / 100),
    });
    return new Tesseract(module, (listener) => (onProgress = listener));
  }

  /** Recognises pages one after the other with one set of languages; progress is that of the page. */
  async *recognise<Image extends PageImage>(
    images: AsyncIterable<Image>,
    languages: readonly string[],
    onProgress: (fraction: number) => void,
  ): AsyncGenerator<RecognisedPage & { readonly image: Image }> {
    for (const language of languages) this.#load(language);
    const api = new this.#module.TessBaseAPI();
    this.#listen(onProgress);
    try {
      if (api.Init('/', languages.join('+'), LSTM_ONLY) !== 0) throw failed('the data of the language cannot be used');
      api.SetVariable('tessedit_pageseg_mode', AUTOMATIC_SEGMENTATION);
      let index = 0;
      for await (const image of images) {
        yield { image, ...this.#recognisePage(api, image, index++) };
        api.Clear();
      }
    } finally {
      this.#listen(() => undefined);
      api.End();
      this.#module.destroy(api);
    }
  }

  #load(language: string): void {
    if (this.#languages.has(language)) return;
    this.#module.FS.writeFile(`/${language}.traineddata`, readRecognitionData(language));
    this.#languages.add(language);
  }

  #recognisePage(api: InstanceType<Module['TessBaseAPI']>, { file, dpi }: PageImage, index: number): RecognisedPage {
    this.#module.FS.writeFile(INPUT, file);
    try {
      if (dpi !== undefined) api.SetVariable('user_defined_dpi', String(Math.round(dpi)));
      if (api.SetImageFile(1, 0, false) !== 0) throw unreadableImage();
      if (api.Recognize(null) !== 0) throw failed('the page cannot be taken apart');
      return { hocr: api.GetHOCRText(index), confidence: api.MeanTextConf() };
    } finally {
      this.#module.FS.unlink(INPUT);
    }
  }
}

function unreadableImage(): ConversionError {
  return new ConversionError({
    code: 'input_corrupt',
    message: 'The image cannot be read, so that no text can be recognised in it. Convert it to PNG first.',
  });
}

function failed(why: string): ConversionError {
  return new ConversionError({
    code: 'conversion_failed',
    message: `Text recognition failed: ${why}.`,
    discardWorker: true,
  });
}
