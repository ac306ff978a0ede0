import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError, createEngine, type Engine } from '../../engine/index.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import type { Step } from './steps.ts';

/** `refused` is the same error each time; `no sample` means that nobody has a file to try. */
export type RepeatOutcome = 'identical' | 'different' | 'refused' | 'no sample';

export interface Repeats {
  readonly outcome: RepeatOutcome;
  /** What differs, or the code of the error; '' where there is nothing to say. */
  readonly detail: string;
}

/** Milliseconds that one conversion may take. */
const LIMIT_MS = 60_000;

/** Converts a file in a fresh engine, in one that has done other work, and in a fresh one again. */
export async function repeat(warm: Engine, path: string, step: Pick<Step, 'from' | 'to'>): Promise<Repeats> {
  const results = [await inFreshEngine(path, step), await resultOf(warm, path, step), await inFreshEngine(path, step)];
  const [first, other, second] = results.map(({ digest }) => digest);
  const { error } = results[0]!;
  if (first === other && first === second)
    return error ? { outcome: 'refused', detail: error } : { outcome: 'identical', detail: '' };
  const where = first === second ? 'the engine that did other work before' : 'fresh engines';
  const sizes = results.map((result) => result.error ?? `${result.size} B`);
  return { outcome: 'different', detail: `${where}: ${sizes.join(', ')}` };
}

interface Result {
  readonly digest: string;
  readonly size: number;
  readonly error?: string;
}

async function inFreshEngine(path: string, step: Pick<Step, 'from' | 'to'>): Promise<Result> {
  await using engine = createEngine();
  return await resultOf(engine, path, step);
}

async function resultOf(engine: Engine, path: string, { from, to }: Pick<Step, 'from' | 'to'>): Promise<Result> {
  await using directory = await temporaryDirectory();
  try {
    await engine.convert(path, { from, to, outDir: directory.path, deadlineMs: LIMIT_MS });
    return await digestOf(directory.path);
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    return { digest: error.code, size: 0, error: error.code };
  }
}

/** Of names and bytes of all files of a result. */
async function digestOf(folder: string): Promise<Result> {
  const hash = createHash('sha256');
  let size = 0;
  for (const name of (await readdir(folder)).sort()) {
    const bytes = await readFile(join(folder, name));
    hash.update(name).update('\0').update(bytes);
    size += bytes.byteLength;
  }
  return { digest: hash.digest('hex'), size };
}
