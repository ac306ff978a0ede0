import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine } from '../../engine/index.ts';
import type { ArchiveEntry } from '../../engine/content/archive/model.ts';
import { writeTar } from '../../engine/content/archive/tar/writer.ts';
import { encodeCsv } from './csv.ts';
import { describeSize, type BenchInput } from './index.ts';
import { encodePng, photographPixels } from './photograph.ts';
import { paragraphs } from './prose.ts';

export type ArchiveFormat = 'tar' | '7z' | 'tgz' | 'tzst';

/** Files of each kind: 10 MB together, of which two thirds are text and tables. */
const FILES = 8;
const PARAGRAPHS = 1_600;
const ROWS = 4_000;
const IMAGE = { width: 360, height: 300 } as const;

/** A folder of files and the same files in archives, made when they are first asked for. */
export class ArchiveInputs {
  readonly #directory: string;
  readonly #engine: Engine;
  readonly #made = new Map<ArchiveFormat, Promise<BenchInput>>();
  #folder: Promise<string> | undefined;

  /** The engine writes the compressed ones. */
  constructor(directory: string, engine: Engine) {
    this.#directory = directory;
    this.#engine = engine;
  }

  folder(): Promise<string> {
    this.#folder ??= makeFolder(join(this.#directory, 'files'));
    return this.#folder;
  }

  file(format: ArchiveFormat): Promise<BenchInput> {
    const made = this.#made.get(format) ?? this.#make(format);
    this.#made.set(format, made);
    return made;
  }

  async #make(format: ArchiveFormat): Promise<BenchInput> {
    const path = join(this.#directory, `files.${format}`);
    await writeFile(path, format === 'tar' ? await this.#tar() : await this.#convert(format));
    const { size } = await stat(path);
    return { path, description: `${3 * FILES} files, ${describeSize(size)}` };
  }

  async #tar(): Promise<Uint8Array> {
    const folder = await this.folder();
    const entries: ArchiveEntry[] = [];
    for (const name of (await readdir(folder)).sort()) {
      const bytes = await readFile(join(folder, name));
      entries.push({ path: name, kind: 'file', sizeBytes: bytes.byteLength, modifiedMs: 0, content: () => bytes });
    }
    const parts: Uint8Array[] = [];
    writeTar(entries, (bytes) => void parts.push(bytes));
    return Buffer.concat(parts);
  }

  async #convert(to: ArchiveFormat): Promise<Uint8Array> {
    const { artifacts } = await this.#engine.convert((await this.file('tar')).path, { to });
    const [artifact] = artifacts;
    if (!artifact || !('bytes' in artifact)) throw new Error(`Expected the bytes of an archive as ${to}.`);
    return artifact.bytes;
  }
}

async function makeFolder(folder: string): Promise<string> {
  await mkdir(folder);
  const { width, height } = IMAGE;
  for (let index = 0; index < FILES; index++) {
    await writeFile(join(folder, `prose-${index}.txt`), paragraphs(PARAGRAPHS, index + 1).join('\n\n'));
    await writeFile(join(folder, `table-${index}.csv`), encodeCsv(ROWS + index));
    await writeFile(
      join(folder, `picture-${index}.png`),
      encodePng(photographPixels(width, height + index), width, height + index),
    );
  }
  return folder;
}
