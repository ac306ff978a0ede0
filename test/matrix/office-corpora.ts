import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { extname, join, parse, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { libreOfficeArguments } from '../../bench/peers/libreoffice.ts';
import { runNative } from '../../bench/native-process.ts';
import { ConversionError, createEngine, type Engine, type FormatId } from '../../engine/index.ts';
import { CORPORA } from '../support/corpora.ts';
import { prepareNativeOffice, type NativeOffice } from './office-native.ts';
import { realFiles } from './real-files.ts';

const HELP = `Converts the office files of the corpora to PDF, to today's office formats and to OpenDocument, here and by the LibreOffice
that is installed, and counts: verified, refused by name, and how much of what the installed one converts is converted
here. What was done is kept in the working folder, and not done again.

  node test/matrix/office-corpora.ts <working folder> [word sheet slides]   --minutes 20 --to pdf,modern,open,old
  node test/matrix/office-corpora.ts <working folder> --report
`;

/** What the files of each folder are converted to. */
const TARGETS = {
  word: { pdf: 'pdf', modern: 'docx', open: 'odt', old: 'doc' },
  sheet: { pdf: 'pdf', modern: 'xlsx', open: 'ods', old: 'xls' },
  slides: { pdf: 'pdf', modern: 'pptx', open: 'odp', old: 'ppt' },
} as const satisfies Record<string, Record<string, FormatId>>;
type Corpus = keyof typeof TARGETS;
type Kind = keyof (typeof TARGETS)[Corpus];
const KINDS = ['pdf', 'modern', 'open', 'old'] as const satisfies readonly Kind[];

/** Files that are converted natively by a few starts of LibreOffice: a start takes longer than most of them. */
const PORTION = 32;
const BATCH_TIMEOUT_MS = 240_000;
const SINGLE_TIMEOUT_MS = 90_000;
/** Speed is not what is measured here. */
const DEADLINE_MS = 120_000;

/** What became of one file: `ours` is `verified`, or the code and message of the refusal. */
interface Outcome {
  readonly file: string;
  readonly kind: Kind;
  readonly native: boolean;
  readonly ours: string;
  readonly warnings: readonly string[];
}

interface Task {
  readonly path: string;
  readonly corpus: Corpus;
  readonly kind: Kind;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '20' },
    to: { type: 'string', default: 'pdf,modern,open' },
    report: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
const [folder, ...corpora] = positionals;
if (values.help || folder === undefined) process.stdout.write(HELP);
else await count(folder, (corpora.length > 0 ? corpora : Object.keys(TARGETS)) as Corpus[]);

async function count(work: string, wanted: readonly Corpus[]): Promise<void> {
  await mkdir(work, { recursive: true });
  const log = join(work, 'conversions.jsonl');
  const done = await readOutcomes(log);
  if (!values.report) await tryFiles(work, await tasksOf(wanted), done, log);
  process.stdout.write(reportOf([...done.values()]));
}

/** Of one kind after the other, in an order without a meaning: what a part of the files gives says something of all. */
async function tasksOf(wanted: readonly Corpus[]): Promise<Task[]> {
  const kinds = KINDS.filter((kind) => values.to.split(',').includes(kind));
  const paths = new Map<Corpus, string[]>();
  for (const corpus of wanted) paths.set(corpus, await realFiles(corpus));
  const tasks = kinds.flatMap((kind) =>
    [...paths].flatMap(([corpus, files]) =>
      files.filter((path) => extname(path) !== `.${TARGETS[corpus][kind]}`).map((path) => ({ path, corpus, kind })),
    ),
  );
  return tasks.sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || (keyOf(a) < keyOf(b) ? -1 : 1));
}

async function tryFiles(work: string, tasks: readonly Task[], done: Map<string, Outcome>, log: string): Promise<void> {
  const until = performance.now() + Number(values.minutes) * 60_000;
  await using engine = createEngine({ limits: { deadlineMs: DEADLINE_MS } });
  const office = await prepareNativeOffice(work);
  const open = await realConversions(
    engine,
    tasks.filter((task) => !done.has(nameOf(task))),
  );
  for (const batch of batchesOf(open)) {
    if (performance.now() > until) return;
    await convertNatively(office, batch, work);
    for (const task of batch) {
      const native = existsSync(resultOf(task, 'native', work));
      const outcome: Outcome = {
        file: fileOf(task),
        kind: task.kind,
        native,
        ...(await convertHere(engine, task, work)),
      };
      done.set(nameOf(task), outcome);
      await appendFile(log, `${JSON.stringify(outcome)}\n`);
    }
  }
}

/** Without files that are of the target's format already, whatever they are called. */
async function realConversions(engine: Engine, tasks: readonly Task[]): Promise<Task[]> {
  const formats = new Map<string, FormatId | undefined>();
  for (const { path } of tasks) {
    if (formats.has(path)) continue;
    const detected = await engine.detect(path).catch(() => undefined);
    formats.set(path, detected?.format);
  }
  return tasks.filter((task) => formats.get(task.path) !== targetOf(task));
}

/** A few tasks after the other, those of one target together: native LibreOffice takes one target for all of its files. */
function batchesOf(tasks: readonly Task[]): Task[][] {
  return Array.from({ length: Math.ceil(tasks.length / PORTION) }, (_, index) =>
    tasks.slice(index * PORTION, (index + 1) * PORTION),
  ).flatMap((portion) => [...Map.groupBy(portion, targetOf).values()]);
}

function targetOf({ corpus, kind }: Task): FormatId {
  return TARGETS[corpus][kind];
}

function fileOf({ path }: Task): string {
  return relative(CORPORA, path);
}

function nameOf(task: Task): string {
  return `${fileOf(task)} ${task.kind}`;
}

/** The file's name in the working folder: names of the corpora are not unique. */
function keyOf(task: Task): string {
  const hash = createHash('sha256').update(fileOf(task)).digest('hex').slice(0, 12);
  return `${hash}-${parse(task.path).name.slice(0, 40).replace(/\./g, '_')}`;
}

function resultOf(task: Task, by: 'native' | 'ours', work: string): string {
  return join(work, `${by}-${task.kind}`, `${keyOf(task)}.${targetOf(task)}`);
}

/** Several files at once, and then each of those alone that gave nothing: a file may have ended the program for all. */
async function convertNatively(office: NativeOffice, batch: readonly Task[], work: string): Promise<void> {
  const missing = (): Task[] => batch.filter((task) => !existsSync(resultOf(task, 'native', work)));
  if (missing().length > 0) await runOffice(office, missing(), work, BATCH_TIMEOUT_MS);
  for (const task of missing()) await runOffice(office, [task], work, SINGLE_TIMEOUT_MS);
}

async function runOffice(
  { profileDir, environment }: NativeOffice,
  tasks: readonly Task[],
  work: string,
  timeoutMs: number,
): Promise<void> {
  const [first] = tasks;
  const inputs = join(work, 'inputs');
  await mkdir(inputs, { recursive: true });
  try {
    const names = tasks.map((task) => join(inputs, `${keyOf(task)}${extname(task.path)}`));
    for (const [index, task] of tasks.entries()) await symlink(task.path, names[index]!);
    const outDir = join(work, `native-${first!.kind}`);
    const [one, ...more] = names;
    const command = libreOfficeArguments(one!, { to: targetOf(first!), outDir, profileDir });
    await runNative(['soffice', ...command, ...more], { timeoutMs, environment });
  } catch {
    // Files that gave nothing are missing, which is what the caller looks at.
  } finally {
    await rm(inputs, { recursive: true, force: true });
  }
}

async function convertHere(engine: Engine, task: Task, work: string): Promise<Pick<Outcome, 'ours' | 'warnings'>> {
  const outDir = join(work, 'converted');
  try {
    const to = targetOf(task);
    const { artifacts, report, warnings } = await engine.convert(task.path, { to, outDir, allowLoss: 'any' });
    const [artifact] = artifacts;
    if (!artifact || !('path' in artifact)) return { ours: 'no file', warnings: [] };
    await mkdir(join(work, `ours-${task.kind}`), { recursive: true });
    await rename(artifact.path, resultOf(task, 'ours', work));
    const isVerified = report.verified === 'content' || report.verified === 'structure';
    return { ours: isVerified ? 'verified' : report.verified, warnings: warnings.map(({ code }) => code) };
  } catch (error) {
    const ours = error instanceof ConversionError ? `${error.code}: ${error.message}` : `crash: ${String(error)}`;
    return { ours, warnings: [] };
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

async function readOutcomes(log: string): Promise<Map<string, Outcome>> {
  const text = existsSync(log) ? await readFile(log, 'utf8') : '';
  const lines = text.split('\n').filter(Boolean);
  const outcomes = lines.map((line) => JSON.parse(line) as Outcome);
  return new Map(outcomes.map((outcome) => [`${outcome.file} ${outcome.kind}`, outcome]));
}

function reportOf(outcomes: readonly Outcome[]): string {
  return KINDS.flatMap((kind) => {
    const tried = outcomes.filter((outcome) => outcome.kind === kind);
    if (tried.length === 0) return [];
    const verified = tried.filter(({ ours }) => ours === 'verified');
    const native = tried.filter((outcome) => outcome.native);
    const both = native.filter(({ ours }) => ours === 'verified');
    const nameless = tried.filter(({ ours }) => /^(crash|internal|no file)/.test(ours));
    const share = native.length === 0 ? 100 : (100 * both.length) / native.length;
    return [
      `${kind}: ${tried.length} files, ${verified.length} verified, ${tried.length - verified.length - nameless.length} refused by name, ${nameless.length} without a name`,
      `  ${both.length} of the ${native.length} that the installed LibreOffice converts: ${share.toFixed(1)} %`,
      ...native
        .filter(({ ours }) => ours !== 'verified')
        .map(({ file, ours }) => `  missing: ${file} ${ours.slice(0, 220)}`),
    ];
  })
    .concat('')
    .join('\n');
}
