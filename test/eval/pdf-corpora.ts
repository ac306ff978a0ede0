import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConversionError, createEngine, type Engine, type FormatId } from '../../engine/index.ts';
import { outputOf } from '../matrix/native.ts';
import { realFiles } from '../matrix/real-files.ts';
import { CORPORA } from '../support/corpora.ts';

const HELP = `Converts every PDF of the corpora and counts what is converted, refused with a name, or fails without one. Poppler's
pdftotext says which have text. What was done is kept in the working folder, and not done again.

  node test/eval/pdf-corpora.ts [docx md txt]   --minutes 10   --work folder   --report
`;

const FOLDERS = ['pdf', 'pdf-form', 'pdf-odd', 'pdf-scan', 'pdf-table', 'pdf-tagged'];
const TARGETS: readonly FormatId[] = ['docx', 'md', 'txt'];
const DEADLINE_MS = 60_000;
/** Refusals that say what the engine itself did wrong: they are no answer to a file. */
const FAULTS = /^(?:internal|conversion_failed|output_not_verified|conversion_timeout|unnamed)/;

interface Outcome {
  readonly file: string;
  readonly to: FormatId;
  /** `ok`, or the code and message of the refusal. */
  readonly result: string;
  readonly hasText: boolean;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '10' },
    work: { type: 'string', default: join(tmpdir(), 'athanor-pdf-corpora') },
    report: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

if (values.help) process.stdout.write(HELP);
else await run(resolve(values.work));

async function run(work: string): Promise<void> {
  const log = join(work, 'outcomes.jsonl');
  await mkdir(work, { recursive: true });
  const done = await readOutcomes(log);
  if (!values.report) await tryFiles(done, log);
  for (const to of targets()) process.stdout.write(reportOf(to, done));
}

function targets(): FormatId[] {
  return TARGETS.filter((to) => positionals.length === 0 || positionals.includes(to));
}

async function tryFiles(done: Outcome[], log: string): Promise<void> {
  const until = performance.now() + Number(values.minutes) * 60_000;
  const known = new Set(done.map(({ file, to }) => `${to} ${file}`));
  const paths = (await Promise.all(FOLDERS.map((folder) => realFiles(folder, ['.pdf'])))).flat();
  await using engine = createEngine({ limits: { deadlineMs: DEADLINE_MS } });
  for (const to of targets()) {
    for (const path of paths) {
      const file = relative(CORPORA, path);
      if (known.has(`${to} ${file}`)) continue;
      if (performance.now() > until) return;
      const outcome = { file, to, result: await tryFile(engine, path, to), hasText: await hasText(path) };
      done.push(outcome);
      await appendFile(log, `${JSON.stringify(outcome)}\n`);
    }
  }
}

async function tryFile(engine: Engine, path: string, to: FormatId): Promise<string> {
  try {
    await engine.convert(path, { to, from: 'pdf', allowLoss: 'any' });
    return 'ok';
  } catch (error) {
    return error instanceof ConversionError ? `${error.code}: ${error.message}` : `unnamed: ${String(error)}`;
  }
}

async function hasText(path: string): Promise<boolean> {
  const text = await outputOf('pdftotext', '-l', '20', path, '-').catch(() => '');
  return /[\p{L}\p{N}]{2}/u.test(text);
}

async function readOutcomes(log: string): Promise<Outcome[]> {
  const text = existsSync(log) ? await readFile(log, 'utf8') : '';
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Outcome);
}

function reportOf(to: FormatId, done: readonly Outcome[]): string {
  const outcomes = done.filter((outcome) => outcome.to === to);
  const readable = outcomes.filter(({ hasText: isReadable }) => isReadable);
  const converted = readable.filter(({ result }) => result === 'ok');
  const refused = outcomes.filter(({ result }) => result !== 'ok').sort((a, b) => (a.result < b.result ? -1 : 1));
  const share = ((100 * converted.length) / Math.max(1, readable.length)).toFixed(1);
  return [
    `${to}: ${outcomes.length} files, ${outcomes.length - refused.length} converted`,
    `  of those that pdftotext reads: ${converted.length} of ${readable.length} (${share} %)`,
    `  faults: ${refused.filter(({ result }) => FAULTS.test(result)).length}`,
    ...refused.map(
      ({ file, result, hasText: isReadable }) => `  ${isReadable ? 'text' : '    '} ${file}: ${result.slice(0, 150)}`,
    ),
    '',
  ].join('\n');
}
