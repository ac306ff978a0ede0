import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sourceArgs } from '../../../engine/codecs/ffmpeg/containers.ts';
import { CoreLoader } from '../../../engine/codecs/ffmpeg/core.ts';
import type { FormatId } from '../../../engine/formats/index.ts';

/**
 * Decodes sound and images for comparisons. The decoders are FFmpeg's own; what they judge was encoded by LAME,
 * libvorbis, libopus, x264 and libvpx, which share no code with them.
 */
export class MediaDecoder {
  static #module: Promise<WebAssembly.Module> | undefined;
  readonly #loader: CoreLoader;

  private constructor(loader: CoreLoader) {
    this.#loader = loader;
  }

  static async start(): Promise<MediaDecoder> {
    MediaDecoder.#module ??= compileCore();
    return new MediaDecoder(new CoreLoader(await MediaDecoder.#module));
  }

  /** All samples of the first audio track, interleaved, −1 to 1, at the file's own rate; nothing if there is none. */
  async samples(file: Uint8Array, format: FormatId): Promise<Float32Array> {
    const raw = await this.#run(file, format, ['-map', '0:a:0?', '-c:a', 'pcm_f32le', '-f', 'f32le']);
    return new Float32Array(raw.buffer, raw.byteOffset, Math.floor(raw.byteLength / 4));
  }

  /** Frame `index` as bytes of red, green and blue, as large as it is shown. */
  async frame(
    file: Uint8Array,
    format: FormatId,
    { index, width, height }: { readonly index: number; readonly width: number; readonly height: number },
  ): Promise<Uint8Array> {
    const select = ['-vf', `select=eq(n\\,${index}),scale=${width}:${height}`, '-frames:v', '1', '-pix_fmt', 'rgb24'];
    return this.#run(file, format, ['-map', '0:v:0', ...select, '-c:v', 'rawvideo', '-f', 'rawvideo']);
  }

  async #run(file: Uint8Array, format: FormatId, output: readonly string[]): Promise<Uint8Array> {
    const core = await this.#loader.start();
    const log: string[] = [];
    core.setLogger(({ message }) => void log.push(message));
    core.FS.writeFile('/in', file);
    const args = [
      '-hide_banner',
      '-nostdin',
      '-loglevel',
      'error',
      ...sourceArgs(format, file),
      '-i',
      '/in',
      ...output,
      '/out',
    ];
    const code = this.#loader.run(core, 'exec', args);
    if (code !== 0 && log.some((line) => !/Aborted|does not contain any stream/.test(line)))
      throw new Error(log.join('\n'));
    return code === 0 ? core.FS.readFile('/out').slice() : new Uint8Array();
  }
}

async function compileCore(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(fileURLToPath(import.meta.resolve('@ffmpeg/core/wasm'))));
}
