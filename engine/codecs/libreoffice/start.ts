import { instantiatorOf } from '../../io/emscripten.ts';
import { moduleText, Pthread, sealingText } from '../../io/pthreads.ts';
import { readFont, type FontFace } from '../../content/font/shipped-fonts.ts';
import { fontConfiguration } from './font-configuration.ts';
import { runGlue, SharedFiles, type Host } from './glue-scope.ts';
import { OfficeLibrary, type GlueExports } from './library.ts';
import { NUMBER_NAMES } from './number-names.ts';
import { readData, readGlue } from './package-files.ts';
import { patchGlue } from './patch.ts';

/** Threads that are started before the first document; a conversion uses five to nine. */
const THREADS = 12;
/** Of them, those that LibreOffice's own pool may take. */
const POOL_THREADS = 1;
/** As many files as the glue opens at most. */
const MAX_DESCRIPTORS = 4096;
const PROGRAM_FOLDER = '/instdir/program';
const FONT_CONFIG = '/instdir/share/fontconfig/families.conf';
const FONT_FOLDER = '/instdir/share/fonts/truetype';
const NUMBER_FOLDER = '/instdir/share/numbertext';
/** Folders that LibreOffice writes to and does not make itself, and those that are filled here. */
const FOLDERS = [
  NUMBER_FOLDER,
  '/job',
  '/instdir/user',
  '/instdir/user/temp',
  '/instdir/user/temp/embeddedfonts',
  '/instdir/user/temp/embeddedfonts/fromdocs',
  '/instdir/user/temp/embeddedfonts/fromsystem',
  '/instdir/user/registry',
  '/instdir/user/registry/data',
];

/** The pages of 64 KiB that the library's memory has at first: its WebAssembly asks for no less. */
const INITIAL_PAGES = 16_384;

/** What each pthread runs: it is sealed, and gets the glue, which waits for its memory. */
const PTHREAD = `${sealingText([])}
${moduleText(new URL('./glue-scope.ts', import.meta.url))}
import { workerData as boot } from 'node:worker_threads';
runGlue(boot.glue, {}, { isPthread: true, files: new SharedFiles(boot.memory) });
`;

/** A started LibreOffice. */
export interface StartedOffice {
  readonly library: OfficeLibrary;
  /** The handle of its LibreOfficeKit. */
  readonly kit: number;
}

/**
 * Starts LibreOffice in this thread, and its pthreads in nested threads that are sealed before they run anything. To be
 * called before this thread is sealed: afterwards no thread can be started.
 */
export async function startOffice(
  module: WebAssembly.Module,
  maxPages: number,
  fonts: readonly FontFace[],
): Promise<StartedOffice> {
  const glue = patchGlue(readGlue());
  const fontFiles = fonts.map((font) => ({ name: font.file.split('/').at(-1)!, bytes: readFont(font) }));
  const { contents, size } = readData(fontFiles.reduce((sum, { bytes }) => sum + bytes.byteLength, 0));
  const shared = { contents, open: new SharedArrayBuffer(SharedFiles.descriptorBytes(MAX_DESCRIPTORS)) };
  const wasmMemory = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: maxPages, shared: true });

  const pthreads: Pthread[] = [];
  const createThread = (): Pthread => {
    const thread = new Pthread(PTHREAD, { glue, memory: shared });
    pthreads.push(thread);
    return thread;
  };
  const exports = await runToReady(glue, {
    library: {
      wasmMemory,
      getPreloadedPackage: () => contents,
      instantiateWasm: instantiatorOf(module),
      preRun: [setEnvironment],
    },
    host: { isPthread: false, files: new SharedFiles(shared), threads: THREADS, createThread },
  });
  prepareFiles(exports, fontFiles, { contents, size });
  const library = new OfficeLibrary(exports, wasmMemory);
  const kit = library.withTexts([PROGRAM_FOLDER], (folder) => library.call.libreofficekit_hook(folder!));
  if (kit === 0) throw new Error('LibreOffice did not start.');
  for (const thread of pthreads) thread.unref();
  return { library, kit };
}

interface FontFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Makes the folders that LibreOffice writes to, and puts the fonts into the room behind the files of the package. */
function prepareFiles(
  { FS: files, FS_createDataFile: createFile }: GlueExports,
  fonts: readonly FontFile[],
  { contents, size }: { readonly contents: SharedArrayBuffer; readonly size: number },
): void {
  for (const folder of FOLDERS) if (!files.analyzePath(folder).exists) files.mkdir(folder);
  files.writeFile(FONT_CONFIG, new TextEncoder().encode(fontConfiguration()));
  for (const [language, rules] of NUMBER_NAMES) {
    files.writeFile(`${NUMBER_FOLDER}/${language}.sor`, new TextEncoder().encode(rules));
  }
  let begin = size;
  for (const { name, bytes } of fonts) {
    const copy = new Uint8Array(contents, begin, bytes.byteLength);
    copy.set(bytes);
    createFile(FONT_FOLDER, name, copy, true, true, true);
    begin += bytes.byteLength;
  }
}

/** The same document gives the same bytes: no clock, no random numbers. */
const REPEATABLE = {
  SOURCE_DATE_EPOCH: '315532800',
  SAL_RAND_REPEATABLE: '1',
};

/** LibreOffice would start a thread a core for its compression, on large machines more than there are here. */
function setEnvironment({ ENV }: { ENV: Record<string, string> }): void {
  ENV['MAX_CONCURRENCY'] = String(POOL_THREADS);
  ENV['FONTCONFIG_FILE'] = FONT_CONFIG;
  Object.assign(ENV, REPEATABLE);
}

interface GlueRun {
  readonly library: object;
  readonly host: Host;
}

/**
 * Without `noInitialRun` the glue would start the program's own `main` in a thread, beside the kit that is asked for
 * here: two LibreOffices that initialise the same globals at the same time, and now and then wait for each other.
 */
function runToReady(glue: string, { library, host }: GlueRun): Promise<GlueExports> {
  return new Promise((resolve, reject) => {
    const exports = {
      ...library,
      noInitialRun: true,
      print: ignore,
      printErr: ignore,
      onAbort: (reason: unknown) => reject(new Error(`LibreOffice stopped while it started: ${String(reason)}`)),
      onRuntimeInitialized: () => resolve(exports as unknown as GlueExports),
    };
    runGlue(glue, exports, host);
  });
}

function ignore(): void {}
