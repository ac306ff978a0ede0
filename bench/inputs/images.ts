import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runNative } from '../native-process.ts';
import { heifEnc } from '../peers/image-tools.ts';
import type { Sharp, SharpJob } from '../peers/sharp.ts';
import { describeSize, type BenchInput } from './index.ts';
import { encodePng, photographPixels } from './photograph.ts';
import { screenshotPixels } from './screenshot.ts';

const IMAGES = {
  small: { width: 300, height: 225, kind: 'photo' },
  photo: { width: 1200, height: 900, kind: 'photo' },
  large: { width: 4000, height: 3000, kind: 'photo' },
  screenshot: { width: 1280, height: 800, kind: 'screenshot' },
} as const;

export type ImageId = keyof typeof IMAGES;

/** How the files that are converted were written: as by common programs at their usual settings. */
const WRITTEN = {
  png: { format: 'png', settings: { compressionLevel: 6, adaptiveFiltering: true } },
  jpg: { format: 'jpeg', settings: { quality: 90 } },
  webp: { format: 'webp', settings: { quality: 80 } },
  gif: { format: 'gif', settings: { effort: 4 } },
  tiff: { format: 'tiff', settings: { compression: 'lzw', predictor: 'horizontal' } },
  avif: { format: 'avif', settings: { quality: 55, effort: 0 } },
} as const satisfies Record<string, Pick<SharpJob, 'format' | 'settings'>>;

export type ImageFormat = keyof typeof WRITTEN | 'heic';

const HEIC_QUALITY = '60';
const TIMEOUT_MS = 120_000;

/** Images of the bench in the formats that are converted, made when they are first asked for, by peers alone. */
export class ImageInputs {
  readonly #directory: string;
  readonly #sharp: Sharp;
  readonly #made = new Map<string, Promise<BenchInput | undefined>>();

  constructor(directory: string, sharp: Sharp) {
    this.#directory = directory;
    this.#sharp = sharp;
  }

  /** The image as a file; undefined where nothing on this machine writes the format. */
  file(image: ImageId, format: ImageFormat): Promise<BenchInput | undefined> {
    const name = `${image}.${format}`;
    const made = this.#made.get(name) ?? this.#make(image, format, join(this.#directory, name));
    this.#made.set(name, made);
    return made;
  }

  async #make(image: ImageId, format: ImageFormat, path: string): Promise<BenchInput | undefined> {
    if (format === 'heic') {
      const encoder = await heifEnc.find();
      const jpg = encoder && (await this.file(image, 'jpg'));
      if (!jpg) return undefined;
      await runNative([encoder.program, '-q', HEIC_QUALITY, jpg.path, '-o', path], { timeoutMs: TIMEOUT_MS });
    } else {
      await this.#sharp.run({ input: await this.#original(image), output: path, ...WRITTEN[format] });
    }
    const { width, height, kind } = IMAGES[image];
    return { path, description: `${kind}, ${width}×${height} px, ${describeSize((await stat(path)).size)}` };
  }

  async #original(image: ImageId): Promise<string> {
    const path = join(this.#directory, `${image}-original.png`);
    const { width, height, kind } = IMAGES[image];
    const isPhoto = kind === 'photo';
    const pixels = isPhoto ? photographPixels(width, height) : screenshotPixels(width, height);
    await writeFile(path, encodePng(pixels, width, height, isPhoto ? 3 : 4));
    return path;
  }
}
