import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import {
  ConversionError,
  createEngine,
  resolveFormat,
  type Engine,
  type FormatId,
  type Warning,
} from '../../engine/index.ts';
import { CORPORA } from '../support/corpora.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { nativeConverterOf, OFFICE_PROFILE } from './native-converters.ts';
import { realFiles } from './real-files.ts';

const HELP = `Converts every real file of a folder of the corpora to its two most usual targets, and lists what is refused: why, with the
differences found, and whether a native program converts it. What was done is kept and not done again.

  npm run refusals -- word                 the folder shared/corpora/word beside the checkout
  npm run refusals -- image tika           only paths with these words
  npm run refusals -- found                the files and targets of FOUND.tsv
  --to pdf,docx                            these targets
  --minutes 20                             starts no conversion after this time
  --work folder                            keeps outcomes and refused results there
  --report                                 prints what was done before, and converts nothing
  --again                                  converts again what was refused before
`;

/** The two most usual targets of each folder; the next one takes the place of the file's own format. */
const TARGETS: Readonly<Record<string, readonly FormatId[]>> = {
  image: ['png', 'jpg', 'webp'],
  audio: ['mp3', 'flac', 'wav'],
  video: ['mp4', 'webm', 'mkv'],
  subtitle: ['vtt', 'srt', 'ass'],
  word: ['pdf', 'docx', 'odt'],
  slides: ['pdf', 'pptx', 'odp'],
  sheet: ['xlsx', 'csv', 'ods'],
  pdf: ['docx', 'txt'],
  markup: ['html', 'docx', 'md'],
  ebook: ['epub', 'pdf', 'html'],
  mail: ['html', 'txt'],
  data: ['json', 'csv', 'yaml'],
  gis: ['geojson', 'kml', 'csv'],
  archive: ['zip', 'tar', '7z'],
  font: ['woff2', 'ttf', 'otf'],
  model3d: ['glb', 'stl', 'obj'],
};
/** Speed is not what is measured here. */
const DEADLINE_MS = 600_000;
/** Refusals that say what the engine did wrong: they are no answer to a file. */
const FAULTS = /^(?:internal|conversion_failed|conversion_timeout|unnamed)/;
const MOST_DIFFERENCES = 12;

interface Outcome {
  readonly file: string;
  readonly from?: FormatId;
  readonly to: FormatId;
  /** `ok`, or the code and message of the refusal. */
  readonly result: string;
  readonly verified?: string;
  readonly lost?: readonly string[];
  readonly warnings?: readonly string[];
  readonly differences?: readonly unknown[];
  readonly native?: string;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    to: { type: 'string' },
    minutes: { type: 'string', default: '20' },
    work: { type: 'string', default: join(tmpdir(), 'athanor-refusals') },
    report: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const [folder, ...words] = positionals;
if (values.help || folder === undefined) process.stdout.write(HELP);
else await listRefusals(folder);

async function listRefusals(name: string): Promise<void> {
  await mkdir(values.work, { recursive: true });
  const log = join(values.work, `${name}.jsonl`);
  const outcomes = await readOutcomes(log);
  if (!values.report) await convertFiles(name, outcomes, log);
  process.stdout.write(
    reportOn([...outcomes.values()].filter(({ file }) => words.every((word) => file.includes(word)))),
  );
}

async function convertFiles(name: string, outcomes: Map<string, Outcome>, log: string): Promise<void> {
  const until = performance.now() + Number(values.minutes) * 60_000;
  await using engine = createEngine({ limits: { deadlineMs: DEADLINE_MS } });
  for (const [path, targets] of await filesOf(name)) {
    const { format: from } = await engine.detect(path).catch(() => ({ format: undefined }));
    for (const to of targets.filter((target) => target !== from).slice(0, name === 'found' ? undefined : 2)) {
      const key = keyOf({ file: relative(CORPORA, path), to });
      const known = outcomes.get(key);
      if (known && !(values.again && known.result !== 'ok')) continue;
      if (performance.now() > until) return;
      const outcome = await tryConversion(engine, path, { from, to });
      outcomes.set(key, outcome);
      await appendFile(log, `${JSON.stringify(outcome)}\n`);
    }
  }
  await rm(OFFICE_PROFILE, { recursive: true, force: true });
}

async function filesOf(name: string): Promise<readonly (readonly [string, readonly FormatId[]])[]> {
  const asked = values.to === undefined ? undefined : formatsIn(values.to);
  if (name === 'found') return (await foundFiles()).map(([path, targets]) => [path, asked ?? targets]);
  const targets = asked ?? TARGETS[name] ?? TARGETS[name.split('-')[0]!] ?? [];
  return (await realFiles(name, words)).map((path) => [path, targets]);
}

/** The files of FOUND.tsv with the formats that its second column names. */
async function foundFiles(): Promise<readonly (readonly [string, readonly FormatId[]])[]> {
  const lines = (await readFile(join(CORPORA, 'found/FOUND.tsv'), 'utf8')).split('\n').slice(1).filter(Boolean);
  return lines
    .map((line) => line.split('\t'))
    .filter(([file]) => words.every((word) => file!.includes(word)))
    .map(([file, targets]) => [join(CORPORA, file!), formatsIn(targets!)]);
}

function formatsIn(text: string): FormatId[] {
  return (text.match(/\w+/g) ?? []).map(resolveFormat).filter((format) => format !== undefined);
}

async function tryConversion(
  engine: Engine,
  path: string,
  { from, to }: { readonly from?: FormatId; readonly to: FormatId },
): Promise<Outcome> {
  const base = { file: relative(CORPORA, path), ...(from && { from }), to };
  await using directory = await temporaryDirectory();
  try {
    const outDir = directory.path;
    const { report, warnings } = await engine.convert(path, { to, outDir, allowLoss: 'any' });
    return {
      ...base,
      result: 'ok',
      verified: report.verified,
      lost: report.lost,
      warnings: warnings.map(describeWarning),
    };
  } catch (error) {
    const native = from && (await nativeConverterOf(path, { from, to }));
    return { ...base, ...describeError(error), ...(native && { native }) };
  }
}

function describeWarning({ code, message }: Warning): string {
  return `${code}: ${message}`;
}

function describeError(error: unknown): Pick<Outcome, 'result' | 'differences'> {
  if (!(error instanceof ConversionError)) return { result: `unnamed: ${String(error)}` };
  const cause = error.cause instanceof Error ? ` (${error.cause.message.split('\n')[0]})` : '';
  const { differences } = error.details;
  return {
    result: `${error.code}: ${error.message}${cause}`,
    ...(Array.isArray(differences) && { differences: differences.slice(0, MOST_DIFFERENCES) }),
  };
}

async function readOutcomes(log: string): Promise<Map<string, Outcome>> {
  const text = existsSync(log) ? await readFile(log, 'utf8') : '';
  const outcomes = text.split('\n').filter(Boolean);
  return new Map(outcomes.map((line) => JSON.parse(line) as Outcome).map((outcome) => [keyOf(outcome), outcome]));
}

function keyOf({ file, to }: Pick<Outcome, 'file' | 'to'>): string {
  return `${file} → ${to}`;
}

function reportOn(outcomes: readonly Outcome[]): string {
  const refused = outcomes.filter(({ result }) => result !== 'ok');
  const unverified = refused.filter(({ result }) => result.startsWith('output_not_verified'));
  const missing = refused.filter(({ native }) => native !== undefined);
  const out = outcomes.length - refused.length;
  const share = out === 0 ? 0 : (100 * out) / (out + missing.length);
  return [
    `${outcomes.length} conversions: ${out} came out, ${unverified.length} not verified, ` +
      `${refused.filter(({ result }) => FAULTS.test(result)).length} failed, the others refused by name`,
    `${share.toFixed(1)} % came out of what comes out here or with a native program (${missing.length} missing)`,
    ...refused.toSorted((a, b) => (a.result < b.result ? -1 : 1)).map(describeRefusal),
    '',
  ].join('\n');
}

function describeRefusal({ native, result, differences = [], ...pair }: Outcome): string {
  const seen = differences.map((difference) => `\n      ${JSON.stringify(difference)}`).join('');
  return `  ${keyOf(pair)} [${native ?? '-'}] ${result}${seen}`;
}
