/* oxlint-disable no-underscore-dangle -- Emscripten exports functions of C so. */
import createLibrary from 'chiptune3/libopenmpt.worklet.js';
import { ConversionError } from '../../contract/errors.ts';
import { latin1Bytes } from '../../io/bytes.ts';

/** What is called of libopenmpt (its C API 0.8), as Emscripten exports it. */
export interface Library {
  readonly HEAPU8: Uint8Array;
  readonly HEAPF32: Float32Array;
  stackSave(): number;
  stackRestore(pointer: number): void;
  stackAlloc(size: number): number;
  UTF8ToString(pointer: number): string;
  _malloc(size: number): number;
  _free(pointer: number): void;
  _openmpt_free_string(pointer: number): void;
  _openmpt_module_create_from_memory2(
    ...args: readonly [
      ...file: readonly [data: number, size: number],
      ...log: readonly [callback: number, user: number],
      ...errors: readonly [callback: number, user: number, code: number, message: number],
      controls: number,
    ]
  ): number;
  _openmpt_module_destroy(module: number): void;
  _openmpt_module_select_subsong(module: number, song: number): number;
  _openmpt_module_set_repeat_count(module: number, count: number): number;
  _openmpt_module_get_duration_seconds(module: number): number;
  _openmpt_module_get_metadata(module: number, key: number): number;
  _openmpt_module_read_float_stereo(
    ...args: readonly [module: number, rate: number, count: number, left: number, right: number]
  ): number;
}

const ALL_SONGS = -1;
const FLOAT_BYTES = 4;
/** Samples of each channel that are played at a time. */
const BLOCK = 8192;

export function loadLibrary(): Promise<Library> {
  return createLibrary() as Promise<Library>;
}

/** A module in the memory of the library, all of its songs one behind the other. */
export class TrackerModule implements Disposable {
  readonly #library: Library;
  readonly #module: number;
  readonly #samples: number;

  constructor(library: Library, bytes: Uint8Array) {
    this.#library = library;
    const file = library._malloc(bytes.byteLength);
    library.HEAPU8.set(bytes, file);
    this.#module = library._openmpt_module_create_from_memory2(file, bytes.byteLength, 0, 0, 0, 0, 0, 0, 0);
    library._free(file);
    if (this.#module === 0)
      throw new ConversionError({
        code: 'input_corrupt',
        message: 'The module is damaged, or its name is wrong: it cannot be played. Send the original file.',
      });
    this.#samples = library._malloc(2 * FLOAT_BYTES * BLOCK);
    library._openmpt_module_select_subsong(this.#module, ALL_SONGS);
    library._openmpt_module_set_repeat_count(this.#module, 0);
  }

  get seconds(): number {
    return this.#library._openmpt_module_get_duration_seconds(this.#module);
  }

  /** Empty where the module does not say. */
  text(name: 'title' | 'artist'): string {
    const library = this.#library;
    const stack = library.stackSave();
    const key = library.stackAlloc(name.length + 1);
    library.HEAPU8.set(latin1Bytes(`${name}\0`), key);
    const text = library._openmpt_module_get_metadata(this.#module, key);
    library.stackRestore(stack);
    const found = library.UTF8ToString(text).trim();
    library._openmpt_free_string(text);
    return found;
  }

  /**
   * Plays from the beginning, once: the samples of both channels in turn, piece by piece, as many frames as are wanted. The
   * library itself goes on for a tenth of a second.
   */
  *play(rate: number, frames: number): Generator<Float32Array> {
    const library = this.#library;
    const [left, right] = [this.#samples, this.#samples + FLOAT_BYTES * BLOCK];
    for (let wanted = frames; wanted > 0;) {
      const most = Math.min(BLOCK, wanted);
      const count = library._openmpt_module_read_float_stereo(this.#module, rate, most, left, right);
      if (count === 0) return;
      const all = new Float32Array(2 * count);
      // The memory may have grown: its view is another one then.
      const memory = library.HEAPF32;
      for (let at = 0; at < count; at++) {
        all[2 * at] = memory[left / FLOAT_BYTES + at]!;
        all[2 * at + 1] = memory[right / FLOAT_BYTES + at]!;
      }
      wanted -= count;
      yield all;
    }
  }

  [Symbol.dispose](): void {
    this.#library._free(this.#samples);
    this.#library._openmpt_module_destroy(this.#module);
  }
}
