import startAssimp, { type AssimpModule, type AssimpResult } from 'assimpjs';
import type { CompiledModule } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import { quietStart } from '../../io/emscripten.ts';
import { baseName, type FilesBeside } from '../../content/mesh/textures.ts';

/** The library, which reads a model and writes it as GLB. */
export class Importer {
  readonly #module: AssimpModule;

  private constructor(module: AssimpModule) {
    this.#module = module;
  }

  static async start(binary: CompiledModule): Promise<Importer> {
    const module = await startAssimp(quietStart(binary));
    return new Importer(module);
  }

  /**
   * The model as GLB, with the axes and the unit that the library gives it. `extension` tells the library which format it
   * is. Files that it names are taken from those beside it. Throws `input_corrupt`.
   */
  glbOf(bytes: Uint8Array, extension: string, files: FilesBeside = new Map()): Uint8Array {
    const beside = new Map([...files].map(([path, content]) => [baseName(path), content]));
    const found = (name: string): Uint8Array | undefined => beside.get(baseName(name));
    let result: AssimpResult | undefined;
    try {
      result = this.#module.ConvertFile(
        `model.${extension}`,
        'glb2',
        bytes,
        (name) => found(name) !== undefined,
        (name) => found(name) ?? new Uint8Array(),
      );
      if (!result.IsSuccess() || result.FileCount() === 0) throw unreadable();
      const file = result.GetFile(0);
      try {
        return file.GetContent();
      } finally {
        file.delete();
      }
    } catch (error) {
      throw error instanceof ConversionError ? error : unreadable(error);
    } finally {
      result?.delete();
    }
  }
}

/** After a fault of the library nobody knows what is in its memory. */
function unreadable(cause?: unknown): ConversionError {
  return new ConversionError(
    {
      code: 'input_corrupt',
      message:
        'The 3D model cannot be read: it is damaged, or of a version of its format that the library does not know. Export it again, or save it as glTF or OBJ in the program that made it.',
      ...(cause !== undefined && { discardWorker: true }),
    },
    { cause },
  );
}
