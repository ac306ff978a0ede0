import { isDeepStrictEqual } from 'node:util';
import { ConversionError, type ConvertOptions, type Engine } from '../../engine/index.ts';

/** A file that others have written, and what must become of it. */
export interface OutsideCase {
  /** As the suite names it: unique within it. */
  readonly name: string;
  /** Throws an error that says what is wrong. */
  readonly run: (engine: Engine) => Promise<void>;
}

export interface OutsideSuite {
  readonly id: string;
  /** What it examines, and by what measure. */
  readonly title: string;
  /** Where its files are from: a public repository, or a package of npm. */
  readonly source: string;
  /** The folder below the data folder: the repository or package as it is. Absent where the program has all there is. */
  readonly folder?: string;
  /** The program that judges, where that is not one of ours. */
  readonly program?: string;
  /** The cases in the folder; the data folder itself where the suite has none. */
  readonly cases: (root: string) => Promise<readonly OutsideCase[]>;
}

/** The only result of a conversion. Throws the ConversionError of one that is refused. */
export async function converted(engine: Engine, file: string | Uint8Array, options: ConvertOptions): Promise<Buffer> {
  const { artifacts } = await engine.convert(file, { allowLoss: 'any', ...options });
  const [artifact, ...more] = artifacts;
  if (!artifact || more.length > 0 || !('bytes' in artifact)) throw new Error(`${artifacts.length} results came out`);
  return Buffer.from(artifact.bytes);
}

/** Errors that say nothing of the file. */
const UNNAMED: ReadonlySet<string> = new Set(['internal', 'conversion_failed', 'conversion_timeout']);

/** The code of the refusal, or undefined where the file is converted. Throws what is not a refusal by name. */
export async function refusalOf(conversion: Promise<unknown>): Promise<string | undefined> {
  try {
    await conversion;
    return undefined;
  } catch (error) {
    if (!(error instanceof ConversionError) || UNNAMED.has(error.code)) throw error;
    return error.code;
  }
}

/** The result of a conversion; undefined where it is refused by name. */
export async function convertedUnlessRefused(
  engine: Engine,
  file: string,
  options: ConvertOptions,
): Promise<Buffer | undefined> {
  let result: Buffer | undefined;
  await refusalOf(converted(engine, file, options).then((bytes) => void (result = bytes)));
  return result;
}

/** For files that must be refused. Throws where one is converted. */
export async function expectRefused(conversion: Promise<unknown>): Promise<void> {
  if ((await refusalOf(conversion)) === undefined) throw new Error('it is converted');
}

/** Throws, with both, where they are not the same. */
export function expectSame(found: unknown, expected: unknown): void {
  if (isDeepStrictEqual(found, expected)) return;
  throw new Error(`expected ${shorten(expected)}, found ${shorten(found)}`);
}

const SHOWN_CHARACTERS = 300;

function shorten(value: unknown): string {
  return JSON.stringify(value)?.slice(0, SHOWN_CHARACTERS) ?? String(value);
}
