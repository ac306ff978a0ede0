import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { createEngine, type FormatId } from '../../engine/index.ts';
import { CORPORA } from '../support/corpora.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { describeResult, FAULTS, summaryOf, type PairResult } from './matrix.ts';
import { isInstalled } from './native.ts';
import { realFiles, tryRealFile } from './real-files.ts';

const HELP = `Converts every real file of a family to a sensible target, and asks native programs for the same.

  node test/matrix/corpus-run.ts image        the folder of that name beside the checkout, shared/corpora/image
  node test/matrix/corpus-run.ts image tika   only paths with these words
  --json                                      one JSON object a line
  --faults                                    prints only what is wrong and what native programs do better
  --without-native                            does not ask native programs
`;

interface NativeProgram {
  readonly program: string;
  readonly args: (from: string, to: string) => string[];
  /** Formats that it reads; any if absent. */
  readonly formats?: RegExp;
}

/** The first seconds show whether a film or a sound can be decoded. */
const FFMPEG = (extension: string): NativeProgram => ({
  program: 'ffmpeg',
  args: (from, to) => ['-v', 'error', '-nostdin', '-i', from, '-t', '10', `${to}.${extension}`],
});

/** Chooses the reader by the extension; what it does not know it reads as Markdown, which makes something of anything. */
const PANDOC: NativeProgram = {
  program: 'pandoc',
  formats: /^(?!txt$)/,
  args: (from, to) => ['--standalone', from, '--output', `${to}.html`],
};

/** Native programs by the folder of the corpora, the special ones first; pictures become PNG. */
const NATIVE: Readonly<Record<string, readonly NativeProgram[]>> = {
  image: [
    { program: 'rsvg-convert', formats: /^svgz?$/, args: (from, to) => ['-o', `${to}.png`, from] },
    { program: 'heif-convert', formats: /^(heic|avif)$/, args: (from, to) => [from, `${to}.png`] },
    { program: 'djxl', formats: /^jxl$/, args: (from, to) => [from, `${to}.png`] },
    { program: '/usr/bin/convert', args: (from, to) => [`${from}[0]`, `${to}.png`] },
  ],
  audio: [FFMPEG('mka')],
  video: [FFMPEG('mkv')],
  subtitle: [FFMPEG('srt')],
  markup: [PANDOC],
  ebook: [PANDOC],
};

/** Milliseconds that a native program may take for one file. */
const NATIVE_LIMIT_MS = 30_000;

interface FileResult extends PairResult {
  readonly path: string;
  /** The native program that made a picture of the file. */
  readonly native?: string;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean' },
    faults: { type: 'boolean' },
    'without-native': { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});

const [family, ...words] = positionals;
if (values.help || family === undefined) process.stdout.write(HELP);
else process.exitCode = await runCorpus(family);

async function runCorpus(folder: string): Promise<number> {
  await using engine = createEngine();
  const results: FileResult[] = [];
  for (const path of await realFiles(folder, words)) {
    const tried = await tryRealFile(engine, path);
    const native = values['without-native'] ? undefined : await nativeConverterOf(path, folder, tried.from);
    const result = { path: relative(CORPORA, path), ...tried, ...(native !== undefined && { native }) };
    results.push(result);
    if (values.faults && !FAULTS.has(result.outcome) && !isMissing(result)) continue;
    process.stdout.write(`${values.json ? JSON.stringify(result) : describeFile(result)}\n`);
  }
  process.stderr.write(`${reportOn(results)}\n`);
  return results.some(({ outcome }) => FAULTS.has(outcome)) ? 1 : 0;
}

/** The name of the first native program that makes something of the file; nothing if none does, or none is there. */
async function nativeConverterOf(path: string, folder: string, from: FormatId): Promise<string | undefined> {
  await using directory = await temporaryDirectory();
  for (const { program, formats, args } of NATIVE[folder] ?? []) {
    if (formats?.test(from) === false || !(await isInstalled(program))) continue;
    const made = await promisify(execFile)(program, args(path, join(directory.path, 'out')), {
      timeout: NATIVE_LIMIT_MS,
    }).then(
      () => hasFile(directory.path),
      () => false,
    );
    if (made) return program;
  }
  return undefined;
}

async function hasFile(directory: string): Promise<boolean> {
  const names = await readdir(directory);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(directory, name))).size));
  return sizes.some((size) => size > 0);
}

function isMissing({ outcome, native }: FileResult): boolean {
  return native !== undefined && outcome !== 'verified';
}

function describeFile(result: FileResult): string {
  return `${result.path.padEnd(60)} ${describeResult(result)}${isMissing(result) ? ` | ${result.native} converts it` : ''}`;
}

function reportOn(results: readonly FileResult[]): string {
  const converted = results.filter(({ native }) => native !== undefined);
  const here = converted.filter(({ outcome }) => outcome === 'verified');
  const share = converted.length === 0 ? 100 : (100 * here.length) / converted.length;
  return [
    `${results.length} files: ${JSON.stringify(summaryOf(results))}`,
    `${here.length} of the ${converted.length} files that native programs convert are converted here: ${share.toFixed(1)} %`,
    ...results.filter(isMissing).map(({ path, native, detail }) => `  missing: ${path} (${native}) ${detail}`),
  ].join('\n');
}
