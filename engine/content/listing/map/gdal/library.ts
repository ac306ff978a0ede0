import startModule, { type GdalModule } from 'gdal3.js/build/package/gdal3WebAssembly.js';
import type { CompiledModule } from '../../../../contract/codec.ts';
import { ConversionError } from '../../../../contract/errors.ts';
import { quietStart } from '../../../../io/emscripten.ts';
import { readPackageFile } from '../../../../io/packages.ts';
import { corrupt } from '../../failures.ts';

/** Where the files of a map lie in the memory of the library, and where what is made of them. */
const [INPUT, OUTPUT] = ['/map', '/layer.fgb'] as const;
/** Reference systems, and the objects of sea charts, as the package brings them (`.data`). */
const ENVIRONMENT = { PROJ_LIB: '/usr/share/proj', GDAL_DATA: '/usr/share/gdal', GDAL_NUM_THREADS: '0' } as const;
/** GDAL_OF_VECTOR and GDAL_OF_VERBOSE_ERROR. */
const VECTOR = 0x44;
/** Lines of what the library says that are kept for the log. */
const MOST_LINES = 20;

/** A map as the library finds it. */
export interface MapFiles {
  /** Relative paths without `..`. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The file, or the folder, that is opened. */
  readonly main: string;
  /** The only one of its readers that the library may try. */
  readonly driver: string;
  /** `NAME=value`, as the reader's documentation has them. */
  readonly options?: readonly string[];
}

/** What is used of the library's description of a layer (gdalvectorinfo, `-json`). */
export interface LayerInfo {
  readonly name: string;
  readonly featureCount: number;
  readonly geometryFields: readonly { readonly type: string }[];
  readonly fields: readonly { readonly name: string; readonly type: string; readonly domainName?: string }[];
}

/** GDAL in WebAssembly (https://gdal.org), with a file system of nothing but the files of a map. */
export class Gdal {
  readonly #module: GdalModule;
  readonly #errors: string[];

  private constructor(module: GdalModule, errors: string[]) {
    this.#module = module;
    this.#errors = errors;
  }

  static async start(binary: CompiledModule): Promise<Gdal> {
    const errors: string[] = [];
    const module = await startModule({
      ...quietStart(binary),
      printErr: (line) => {
        if (line.startsWith('ERROR') && errors.length < MOST_LINES) errors.push(line);
      },
      getPreloadedPackage: () => readPackageFile('gdal3.js/dist/package/gdal3WebAssembly.data').buffer,
      preRun: [({ ENV }) => void Object.assign(ENV, ENVIRONMENT)],
    });
    module.ccall('GDALAllRegister', null, [], []);
    return new Gdal(module, errors);
  }

  /** Throws `input_corrupt`. To be disposed of. */
  open({ files, main, driver, options = [] }: MapFiles): OpenMap {
    return this.#guarded(() => {
      const { FS } = this.#module;
      remove(FS, INPUT);
      for (const [path, bytes] of files) {
        const full = `${INPUT}/${path}`;
        FS.mkdirTree(full.slice(0, full.lastIndexOf('/')));
        FS.writeFile(full, bytes, { canOwn: true });
      }
      const types = ['string', 'number', 'number', 'number', 'number'] as const;
      const handle = this.#withList([driver], (drivers) =>
        this.#withList(options, (opened) =>
          this.#module.ccall('GDALOpenEx', 'number', types, [`${INPUT}/${main}`, VECTOR, drivers, opened, 0]),
        ),
      );
      using opened = new DisposableStack();
      opened.defer(() => remove(FS, INPUT));
      if (handle !== 0) opened.defer(() => this.#module.ccall('GDALClose', null, ['number'], [handle]));
      // It leaves out what it cannot read, and goes on.
      if (handle === 0 || this.#errors.length > 0) throw this.#failed();
      const layers = this.#layersOf(handle);
      const open = opened.move();
      return {
        layers,
        flatGeobuf: (...args) => this.#guarded(() => this.#translate(handle, args)),
        [Symbol.dispose]: () => open.dispose(),
      };
    });
  }

  #layersOf(handle: number): LayerInfo[] {
    const text = this.#withOptions('GDALVectorInfoOptions', ['-json'], (options) =>
      this.#module.ccall('GDALVectorInfo', 'number', ['number', 'number'], [handle, options]),
    );
    if (text === 0 || this.#errors.length > 0) throw this.#failed();
    const { layers } = JSON.parse(this.#module.UTF8ToString(text)) as { readonly layers: readonly LayerInfo[] };
    this.#free(text);
    return [...layers];
  }

  /** What ogr2ogr writes with these arguments, as FlatGeobuf; undefined where there is no feature. */
  #translate(handle: number, args: readonly string[]): Uint8Array | undefined {
    const { FS } = this.#module;
    remove(FS, OUTPUT);
    const all = ['-f', 'FlatGeobuf', '-lco', 'SPATIAL_INDEX=NO', ...args];
    const types = ['string', 'number', 'number', 'number', 'number', 'number'] as const;
    const written = this.#withOptions('GDALVectorTranslateOptions', all, (options) =>
      this.#withAddress(handle, (sources) =>
        this.#module.ccall('GDALVectorTranslate', 'number', types, [OUTPUT, 0, 1, sources, options, 0]),
      ),
    );
    if (written !== 0) this.#module.ccall('GDALClose', null, ['number'], [written]);
    if (written === 0 || this.#errors.length > 0) throw this.#failed();
    const bytes = FS.analyzePath(OUTPUT).exists ? FS.readFile(OUTPUT) : new Uint8Array();
    remove(FS, OUTPUT);
    return bytes.byteLength === 0 ? undefined : bytes;
  }

  #withOptions(kind: string, args: readonly string[], use: (options: number) => number): number {
    const options = this.#withList(args, (list) =>
      this.#module.ccall(`${kind}New`, 'number', ['number', 'number'], [list, 0]),
    );
    if (options === 0) throw this.#failed();
    try {
      return use(options);
    } finally {
      this.#module.ccall(`${kind}Free`, null, ['number'], [options]);
    }
  }

  /** A list of texts as C has it: addresses, and a zero at the end. */
  #withList(texts: readonly string[], use: (address: number) => number): number {
    const module = this.#module;
    const addresses = texts.map((text) => {
      const bytes = module.lengthBytesUTF8(text) + 1;
      const address = this.#allocate(bytes);
      module.stringToUTF8(text, address, bytes);
      return address;
    });
    const list = this.#allocate(4 * (texts.length + 1));
    for (const [index, address] of [...addresses, 0].entries()) module.setValue(list + 4 * index, address, '*');
    try {
      return use(list);
    } finally {
      for (const address of [...addresses, list]) this.#free(address);
    }
  }

  #withAddress(value: number, use: (address: number) => number): number {
    const address = this.#allocate(4);
    this.#module.setValue(address, value, '*');
    try {
      return use(address);
    } finally {
      this.#free(address);
    }
  }

  #allocate(bytes: number): number {
    return this.#module.ccall('malloc', 'number', ['number'], [bytes]);
  }

  #free(address: number): void {
    this.#module.ccall('free', null, ['number'], [address]);
  }

  /** After a fault of the library nobody knows what is in its memory. */
  #guarded<T>(run: () => T): T {
    this.#errors.length = 0;
    try {
      return run();
    } catch (error) {
      if (error instanceof ConversionError) throw error;
      const { code, message } = this.#failed();
      throw new ConversionError({ code, message, discardWorker: true }, { cause: error });
    }
  }

  #failed(): ConversionError {
    const said = this.#errors.length > 0 ? new Error(this.#errors.join('\n')) : undefined;
    return corrupt('GDAL cannot read it', {}, said);
  }
}

export interface OpenMap extends Disposable {
  readonly layers: readonly LayerInfo[];
  flatGeobuf(...args: readonly string[]): Uint8Array | undefined;
}

function remove(FS: GdalModule['FS'], path: string): void {
  if (!FS.analyzePath(path).exists) return;
  if (!FS.isDir(FS.stat(path).mode)) return FS.unlink(path);
  for (const name of FS.readdir(path)) if (name !== '.' && name !== '..') remove(FS, `${path}/${name}`);
  FS.rmdir(path);
}

let library: Gdal | undefined;

/** Starts the library in this thread: the readers of its formats need it. */
export async function startGdal(modules: Readonly<Record<string, CompiledModule>>): Promise<void> {
  library = await Gdal.start(modules['gdal']!);
}

export function startedGdal(): Gdal {
  if (library) return library;
  throw new ConversionError({
    code: 'internal',
    message: 'GDAL was not started before a map of its formats was read.',
  });
}
