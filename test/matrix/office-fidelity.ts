import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { basename, extname, join, parse, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { libreOfficeArguments } from '../../bench/peers/libreoffice.ts';
import { runNative } from '../../bench/native-process.ts';
import { ConversionError, createEngine, type Engine } from '../../engine/index.ts';
import { openZip } from '../../engine/io/zip.ts';
import { DEFAULT_LIMITS } from '../../engine/contract/limits.ts';
import { CORPORA } from '../support/corpora.ts';
import { structuralSimilarity } from '../support/compare/image-distance.ts';
import { bytesFrom, outputOf } from './native.ts';
import { prepareNativeOffice, type NativeOffice } from './office-native.ts';
import { realFiles } from './real-files.ts';

const HELP = `Prints the office files of the corpora to PDF, here and by the LibreOffice that is installed, and compares: pages, words
and looks (structural similarity at 72 dpi). The installed one gets the same fonts and the same language: what differs is
its layout. Where it was installed without Math, the words of files with formulas are not compared. What was done is kept
in the working folder, and not done again.

  node test/matrix/office-fidelity.ts <working folder> [word sheet slides]   --minutes 20
  node test/matrix/office-fidelity.ts <working folder> --report
`;

const FOLDERS = ['word', 'sheet', 'slides'];
const EXTENSIONS =
  /\.(docx|docm|dotx|dotm|doc|dot|odt|ott|rtf|fodt|xlsx|xlsm|xltx|xlsb|xls|ods|ots|fods|pptx|pptm|potx|ppsx|ppt|pps|odp|otp|fodp)$/i;
const NATIVE_TIMEOUT_MS = 120_000;
/** Speed is not what is measured here. */
const DEADLINE_MS = 240_000;
const COMPARED_PAGES = 5;
const HYPHENS = /[-\u00ad\u2010\u2011]/g;
/** Where formulas stand: in texts and slides, and each in an object of its own. */
const FORMULA_HOLDERS = /^(?:word|ppt\/slides)\/[^/]+\.xml$|^[^/]+\/content\.xml$/;
const FORMULA = /<(?:\w+:)?(?:oMath|math)[\s>]/;
const ALIKE = 0.95;
const SHOWN = 10;

/** One file: `refused` here or there with a reason, or compared. */
interface Outcome {
  readonly file: string;
  readonly native: 'ok' | 'failed';
  /** `ok`, or the code and message of the refusal. */
  readonly ours: string;
  readonly pages?: readonly [native: number, ours: number];
  /** Absent where the installed one cannot draw the formulas among them. */
  readonly sameWords?: boolean;
  /** Has the same letters and digits: a word that is broken elsewhere, or joined by a row of dots, counts as the same. */
  readonly sameLetters?: boolean;
  /** The mean over the first pages; pages of other sizes count as unlike. */
  readonly similarity?: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string', default: '20' }, report: { type: 'boolean' }, help: { type: 'boolean' } },
});
const [folder, ...families] = positionals;
if (values.help || folder === undefined) process.stdout.write(HELP);
else await measure(folder, families.length > 0 ? families : FOLDERS);

async function measure(work: string, corpora: readonly string[]): Promise<void> {
  await mkdir(join(work, 'native'), { recursive: true });
  await mkdir(join(work, 'ours'), { recursive: true });
  const log = join(work, 'outcomes.jsonl');
  const done = await readOutcomes(log);
  if (!values.report) await tryFiles(work, corpora, done, log);
  process.stdout.write(reportOf([...done.values()]));
}

async function tryFiles(
  work: string,
  corpora: readonly string[],
  done: Map<string, Outcome>,
  log: string,
): Promise<void> {
  const until = performance.now() + Number(values.minutes) * 60_000;
  await using engine = createEngine({ limits: { deadlineMs: DEADLINE_MS } });
  const office = await prepareNativeOffice(work);
  const paths = (await Promise.all(corpora.map((corpus) => realFiles(corpus)))).flat();
  // In an order without a meaning: what a part of the files gives says something of all.
  const shuffled = paths.map((path) => ({ path, key: keyOf(path) })).sort((a, b) => (a.key < b.key ? -1 : 1));
  for (const { path } of shuffled) {
    const file = relative(CORPORA, path);
    if (!EXTENSIONS.test(path) || done.has(file)) continue;
    if (performance.now() > until) return;
    const outcome = await compareFile(engine, office, path, work);
    done.set(file, outcome);
    await appendFile(log, `${JSON.stringify(outcome)}\n`);
    process.stderr.write(`${JSON.stringify(outcome)}\n`);
  }
}

function keyOf(path: string): string {
  return createHash('sha256').update(relative(CORPORA, path)).digest('hex').slice(0, 12);
}

async function readOutcomes(log: string): Promise<Map<string, Outcome>> {
  const text = existsSync(log) ? await readFile(log, 'utf8') : '';
  const outcomes = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Outcome);
  return new Map(outcomes.map((outcome) => [outcome.file, outcome]));
}

async function compareFile(engine: Engine, office: NativeOffice, path: string, work: string): Promise<Outcome> {
  const file = relative(CORPORA, path);
  const name = `${keyOf(path)}-${parse(path).name.slice(0, 40)}`;
  const native = join(work, 'native', `${name}.pdf`);
  const ours = join(work, 'ours', `${name}.pdf`);
  const isPrinted = existsSync(native) || (await printNatively(office, path, native, work));
  const refusal = existsSync(ours) ? undefined : await printHere(engine, path, ours);
  const outcome = { file, native: isPrinted ? 'ok' : 'failed', ours: refusal ?? 'ok' } as const;
  if (!isPrinted || refusal !== undefined) return outcome;
  const pages = [await pagesOf(native), await pagesOf(ours)] as const;
  const words = [await wordsOf(native), await wordsOf(ours)] as const;
  return {
    ...outcome,
    pages,
    ...(office.drawsFormulas || !(await hasFormulas(path)) ? compareWords(words) : {}),
    similarity: await similarityOf(native, ours, Math.min(...pages)),
  };
}

async function printNatively(
  { profileDir, environment }: NativeOffice,
  path: string,
  target: string,
  work: string,
): Promise<boolean> {
  const outDir = join(work, 'printed');
  try {
    const conversion = libreOfficeArguments(path, { to: 'pdf', outDir, profileDir });
    await runNative(['soffice', ...conversion], { timeoutMs: NATIVE_TIMEOUT_MS, environment });
    await rename(join(outDir, `${basename(path, extname(path))}.pdf`), target);
    return true;
  } catch {
    return false;
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

async function printHere(engine: Engine, path: string, target: string): Promise<string | undefined> {
  try {
    const { artifacts, plan } = await engine.convert(path, {
      to: 'pdf',
      outDir: join(target, '..', 'printed'),
      allowLoss: 'any',
    });
    const [artifact] = artifacts;
    if (!artifact || !('path' in artifact)) return 'no file';
    await rename(artifact.path, target);
    const codecs = plan.steps.map(({ codec }) => codec).join(', ');
    return codecs === 'libreoffice' ? undefined : `by ${codecs}`;
  } catch (error) {
    return error instanceof ConversionError ? `${error.code}: ${error.message}` : String(error);
  }
}

async function pagesOf(pdf: string): Promise<number> {
  return Number(/^Pages:\s+(\d+)/m.exec(await outputOf('pdfinfo', pdf))?.[1] ?? 0);
}

/**
 * The words of a PDF in the order of their letters. Where a line breaks does not count, nor does what the reader makes of
 * it: it leaves out hyphens at the ends of lines, and joins words by the rows of dots between them.
 */
async function wordsOf(pdf: string): Promise<string> {
  const text = await outputOf('pdftotext', pdf, '-');
  const words = text.normalize('NFKC').split(/\s+|\.{4,}/);
  return words
    .map((word) => word.replace(HYPHENS, ''))
    .filter(Boolean)
    .sort()
    .join(' ');
}

function compareWords([native, ours]: readonly [string, string]): Pick<Outcome, 'sameWords' | 'sameLetters'> {
  return { sameWords: native === ours, sameLetters: lettersOf(native) === lettersOf(ours) };
}

/** Whether an office package of Word or PowerPoint or an OpenDocument file has formulas in it. */
async function hasFormulas(path: string): Promise<boolean> {
  const bytes = await readFile(path);
  if (bytes.subarray(0, 2).toString('latin1') !== 'PK') return false;
  const zip = openZip(bytes, DEFAULT_LIMITS);
  return zip.entries.some(
    (entry) => FORMULA_HOLDERS.test(entry.name) && FORMULA.test(Buffer.from(zip.read(entry)).toString('utf8')),
  );
}

function lettersOf(words: string): string {
  return words
    .replace(/[^\p{L}\p{N}]/gu, '')
    .split('')
    .sort()
    .join('');
}

async function similarityOf(native: string, ours: string, pages: number): Promise<number> {
  let sum = 0;
  const compared = Math.min(pages, COMPARED_PAGES);
  for (let page = 1; page <= compared; page++) {
    const [a, b] = [await image(native, page), await image(ours, page)];
    const isOneSize = Math.abs(a.width - b.width) <= 1 && Math.abs(a.height - b.height) <= 1;
    const width = Math.min(a.width, b.width);
    const height = Math.min(a.height, b.height);
    if (isOneSize) sum += structuralSimilarity(cut(a, width, height), cut(b, width, height), width, height);
  }
  return compared === 0 ? 0 : sum / compared;
}

interface Image {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** A page as `pdftoppm` writes it: P6, the size, the maximum, and then bytes. */
async function image(pdf: string, page: number): Promise<Image> {
  const ppm = await bytesFrom('pdftoppm', '-r', '72', '-f', String(page), '-l', String(page), pdf);
  const [head, width, height] = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(ppm.subarray(0, 64).toString('latin1')) ?? [''];
  return { width: Number(width), height: Number(height), rgb: ppm.subarray(head.length) };
}

function cut({ width: stride, rgb }: Image, width: number, height: number): Uint8Array {
  const cutOut = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) cutOut.set(rgb.subarray(y * stride * 3, (y * stride + width) * 3), y * width * 3);
  return cutOut;
}

function reportOf(outcomes: readonly Outcome[]): string {
  const printed = outcomes.filter(({ native }) => native === 'ok');
  const both = printed.filter(({ ours }) => ours === 'ok');
  const share = (count: number, of: number): string => `${count} of ${of} (${((100 * count) / of).toFixed(1)} %)`;
  const worded = both.filter(({ sameWords }) => sameWords !== undefined);
  const same = both.filter(({ pages }) => pages?.[0] === pages?.[1]);
  const worst = [...both].sort((a, b) => (a.similarity ?? 0) - (b.similarity ?? 0)).slice(0, SHOWN);
  return [
    `files: ${outcomes.length}; printed natively: ${printed.length}`,
    `printed here, of those: ${share(both.length, printed.length)}`,
    `page count equal: ${share(same.length, both.length)}`,
    `words equal: ${share(worded.filter(({ sameWords }) => sameWords).length, worded.length)}`,
    `letters equal: ${share(worded.filter(({ sameLetters }) => sameLetters).length, worded.length)}`,
    `similarity ≥ ${ALIKE}: ${share(both.filter(({ similarity = 0 }) => similarity >= ALIKE).length, both.length)}`,
    '',
    'refused here:',
    ...printed.filter(({ ours }) => ours !== 'ok').map(({ file, ours }) => `  ${file}: ${ours.slice(0, 160)}`),
    'least alike:',
    ...worst.map(({ file, pages, similarity }) => `  ${similarity?.toFixed(3)} ${pages?.join('/')} pages ${file}`),
    '',
  ].join('\n');
}
