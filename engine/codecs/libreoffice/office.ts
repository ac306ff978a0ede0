import { ConversionError } from '../../contract/errors.ts';
import type { OfficeLibrary } from './library.ts';
import type { StartedOffice } from './start.ts';

const FOLDER = '/job';
/** Nobody is asked anything, and macros do not run; no file of the host and no address exists for what is linked. */
const LOAD_OPTIONS = 'Batch=true,EnableMacrosExecution=false';
/** The callback that lists the fonts which a document names and that are not there (LibreOfficeKitEnums.h). */
const FONTS_MISSING = 57;
const NO_CALLBACK = -1;
const MAX_CALLBACKS = 1000;
const CALLBACK_BYTES = 65_536;

/** How a document is saved: the extension that LibreOfficeKit chooses its filter by, and that filter's options. */
interface SaveAs {
  readonly extension: string;
  readonly options?: string;
}

/** A document that is open in LibreOffice; it goes with its files when it is disposed of. */
export class OfficeDocument {
  readonly #library: OfficeLibrary;
  readonly #handle: number;
  readonly #kit: number;

  /** Opens bytes; the extension tells LibreOffice which filter to take. */
  constructor({ library, kit }: StartedOffice, bytes: Uint8Array, extension: string) {
    this.#library = library;
    this.#kit = kit;
    const path = `${FOLDER}/document.${extension}`;
    library.files.writeFile(path, bytes);
    this.#handle = library.withTexts([`file://${path}`, LOAD_OPTIONS], (url, options) =>
      library.call.lok_documentLoadWithOptions(kit, url!, options!),
    );
    if (this.#handle !== 0) return;
    const cause = new Error(this.#takeError());
    emptyFolder(library, FOLDER);
    throw new ConversionError(
      {
        code: 'input_corrupt',
        message: 'The document cannot be opened: it is damaged, or not what its name says. Check the file.',
      },
      { cause },
    );
  }

  /** Families that the document names and that are not there. */
  missingFonts(): string[] {
    const { call } = this.#library;
    call.lok_documentRegisterCallback(this.#handle);
    const text = call.malloc(CALLBACK_BYTES);
    const length = call.malloc(Int32Array.BYTES_PER_ELEMENT);
    const missing: string[] = [];
    try {
      for (let count = 0; count < MAX_CALLBACKS; count++) {
        const type = call.lok_pollCallback(text, CALLBACK_BYTES, length);
        if (type === NO_CALLBACK) break;
        if (type === FONTS_MISSING) missing.push(...namesIn(this.#library.textAt(text)));
      }
    } finally {
      call.free(text);
      call.free(length);
    }
    return missing;
  }

  save({ extension, options = '' }: SaveAs): Uint8Array<ArrayBuffer> {
    const { call, files } = this.#library;
    const path = `${FOLDER}/result.${extension}`;
    const isSaved = this.#library.withTexts([`file://${path}`, extension, options], (url, format, filterOptions) =>
      call.lok_documentSaveAs(this.#handle, url!, format!, filterOptions!),
    );
    if (!isSaved) {
      throw new ConversionError(
        {
          code: 'conversion_failed',
          message: `The document was opened, but cannot be written as ${extension.toUpperCase()}. Try another target format.`,
        },
        { cause: new Error(this.#takeError()) },
      );
    }
    return files.readFile(path);
  }

  [Symbol.dispose](): void {
    this.#library.call.lok_documentDestroy(this.#handle);
    emptyFolder(this.#library, FOLDER);
  }

  #takeError(): string {
    return this.#library.takeText(this.#library.call.lok_getError(this.#kit));
  }
}

/** A list that is too long for the buffer is truncated without a message. */
function namesIn(payload: string): string[] {
  const [, list = ''] = /"fontsmissing":\s*\[(.*)\]/s.exec(payload) ?? [];
  return [...list.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, name]) => name!);
}

/** LibreOffice leaves temporary files behind, beside those that were put there. */
function emptyFolder(library: OfficeLibrary, folder: string): void {
  const { files } = library;
  for (const name of files.readdir(folder)) {
    if (name === '.' || name === '..') continue;
    const path = `${folder}/${name}`;
    if (!files.isDir(files.stat(path).mode)) files.unlink(path);
    else {
      emptyFolder(library, path);
      files.rmdir(path);
    }
  }
}
