import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine } from '../../engine/index.ts';
import { encodeCsv } from './csv.ts';
import { loopVideo } from './video.ts';
import { encodePdf } from './pdf.ts';
import { encodePng, photographPixels } from './photograph.ts';
import { encodeWav } from './audio.ts';
import { encodeDocx } from './word-document.ts';

export interface BenchInput {
  readonly path: string;
  /** What it is, in words, with its size. */
  readonly description: string;
}

/** A file of the corpus that is ours; one second of video with audio. */
const SHORT_VIDEO = join(import.meta.dirname, '../../corpus/sources/mp4/h264-aac-tags.mp4');
/** Real files lie beside the checkout, on machines that have them. */
const REAL_REPORT = join(import.meta.dirname, '../../../shared/corpora/pdf/docling/multi_page.pdf');

const IMAGE = { width: 1200, height: 900 } as const;
const VIDEO_SECONDS = 30;
const AUDIO_SECONDS = 30;

interface Recipe {
  readonly description: string;
  readonly extension: string;
  readonly make: (inputs: BenchInputs) => Uint8Array | Promise<Uint8Array>;
}

type GeneratedInput = 'png' | 'smallPng' | 'jpg' | 'wav' | 'mp3' | 'mp4' | 'mov' | 'pdf' | 'docx' | 'csv';

/** `report` is a real file that is not ours. */
export type InputId = GeneratedInput | 'report';

const RECIPES: Readonly<Record<GeneratedInput, Recipe>> = {
  png: {
    description: '1200×900 px',
    extension: 'png',
    make: () => encodePng(photographPixels(IMAGE.width, IMAGE.height), IMAGE.width, IMAGE.height),
  },
  smallPng: {
    description: '300×225 px',
    extension: 'png',
    make: () => encodePng(photographPixels(IMAGE.width / 4, IMAGE.height / 4), IMAGE.width / 4, IMAGE.height / 4),
  },
  jpg: { description: '1200×900 px', extension: 'jpg', make: (inputs) => inputs.convert('png', 'jpg') },
  wav: {
    description: '30 s, stereo, 16 bit, 44.1 kHz',
    extension: 'wav',
    make: () => encodeWav(AUDIO_SECONDS),
  },
  mp3: { description: '30 s, stereo', extension: 'mp3', make: (inputs) => inputs.convert('wav', 'mp3') },
  mp4: {
    description: '30 s, H.264 160×120 and AAC',
    extension: 'mp4',
    make: async () => loopVideo(await readFile(SHORT_VIDEO), VIDEO_SECONDS, 'mp4'),
  },
  mov: {
    description: '30 s, H.264 160×120 and AAC',
    extension: 'mov',
    make: async () => loopVideo(await readFile(SHORT_VIDEO), VIDEO_SECONDS, 'mov'),
  },
  pdf: { description: '10 pages of prose', extension: 'pdf', make: () => encodePdf(10) },
  docx: { description: '12 chapters, lists and tables', extension: 'docx', make: () => encodeDocx(12) },
  csv: { description: '20,000 rows of 6 fields', extension: 'csv', make: () => encodeCsv(20_000) },
};

/** Makes the inputs of the bench when they are first asked for, the same ones in every run. */
export class BenchInputs {
  readonly #directory: string;
  readonly #engine: Engine;
  readonly #made = new Map<InputId, Promise<BenchInput | undefined>>();

  constructor(directory: string, engine: Engine) {
    this.#directory = directory;
    this.#engine = engine;
  }

  /** The input as a file; undefined for a real file that is not on this machine. */
  async file(id: InputId): Promise<BenchInput | undefined> {
    const made = this.#made.get(id) ?? (id === 'report' ? realReport() : this.#make(id, RECIPES[id]));
    this.#made.set(id, made);
    return made;
  }

  /** Some inputs are made from others by our own engine. */
  async convert(from: GeneratedInput, to: string): Promise<Uint8Array> {
    const source = await this.file(from);
    const { artifacts } = await this.#engine.convert(source!.path, { to });
    const [artifact] = artifacts;
    if (!artifact || !('bytes' in artifact)) throw new Error(`Expected bytes from ${from} → ${to}.`);
    return artifact.bytes;
  }

  async #make(id: GeneratedInput, { description, extension, make }: Recipe): Promise<BenchInput> {
    const path = join(this.#directory, `${id}.${extension}`);
    const bytes = await make(this);
    await writeFile(path, bytes);
    return { path, description: `${description}, ${describeSize(bytes.byteLength)}` };
  }
}

async function realReport(): Promise<BenchInput | undefined> {
  if (!existsSync(REAL_REPORT)) return undefined;
  const { size } = await stat(REAL_REPORT);
  return { path: REAL_REPORT, description: `report of 5 pages, ${describeSize(size)}` };
}

export function describeSize(bytes: number): string {
  return bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
