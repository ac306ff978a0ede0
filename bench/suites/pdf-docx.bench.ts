import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createEngine, type Engine } from '../../engine/index.ts';
import { CORPORA } from '../../test/support/corpora.ts';
import { measureDivision } from '../division.ts';
import { TIMEOUT_MS, type Contender } from '../contenders.ts';
import { FileBench, type FileBenchmark } from '../file-bench.ts';
import type { BenchInput } from '../inputs/index.ts';
import { encodePdf } from '../inputs/pdf.ts';
import { runNative } from '../native-process.ts';
import { libreOffice, libreOfficeArguments } from '../peers/libreoffice.ts';
import { pdf2docx, pdf2docxArguments } from '../peers/pdf2docx.ts';
import type { Figure, Skipped } from '../results.ts';
import type { SuiteContent, SuiteContext } from '../suite.ts';

const LIST = join(import.meta.dirname, '../../../shared/eval/pdf-dev.tsv');
const SOURCES = join(import.meta.dirname, '../../corpus/sources/pdf');
const CHILD = join(import.meta.dirname, 'pdf-docx-child.ts');

/** CPU milliseconds of a page at most, once the worker is warm: over real documents, and on pages of text. */
const MS_PER_PAGE = 60;
const MS_PER_TEXT_PAGE = 30;
const TEXT_PAGES = 20;
/** Memory that a hundred pages may take. */
const LONG_PAGES = 100;
const LONG_MB = 400;
/** Enough to be read in parts. */
const BOOK_PAGES = 300;
/** We want to be cheaper than any other converter. */
const WANTED = 1;
const COMPARED = ['letter-headings-table-link.pdf', 'two-columns-hyphenated.pdf', 'tables-over-pages.pdf'] as const;

/** PDFs to Word documents, in turns with the converters that people use, and what a page costs. */
export async function runPdfDocxSuite(context: SuiteContext): Promise<SuiteContent> {
  await using engine = createEngine({ scratchDir: join(context.directory, 'scratch'), slots: 1 });
  const { comparisons, skipped } = await compareAll(context, engine);
  const figures = [
    await measureTextPages(context, engine),
    ...(await measureList(context, engine, skipped)),
    await measureMemory(context),
    ...(await measureParts(context)),
  ];
  return { comparisons, figures, skipped };
}

async function compareAll(context: SuiteContext, engine: Engine): Promise<Pick<FileBench, 'comparisons' | 'skipped'>> {
  await using bench = await FileBench.open(engine, context);
  for (const source of COMPARED) {
    const input = await inputOf(join(SOURCES, source));
    const work = `${source} → docx`;
    const rivals = await rivalsOf({ work, input }, context, bench);
    await bench.compare({ work, input, conversion: { to: 'docx' }, rivals });
  }
  return bench;
}

async function inputOf(path: string): Promise<BenchInput> {
  const kB = Math.round((await stat(path)).size / 1000);
  return { path, description: `${kB} kB` };
}

async function rivalsOf(
  { work, input: { path } }: Pick<FileBenchmark, 'work' | 'input'>,
  { directory }: SuiteContext,
  bench: FileBench,
): Promise<Contender[]> {
  const rivals: Contender[] = [];
  const stem = basename(path, '.pdf');
  for (const peer of [libreOffice, pdf2docx]) {
    const native = await bench.find(peer, work);
    if (native) {
      rivals.push({
        name: native.name,
        version: native.version,
        wanted: WANTED,
        convert: async (outDir) => {
          const output = join(outDir, `${stem}.docx`);
          const profileDir = join(directory, 'profile');
          const conversion = { to: 'docx', outDir, profileDir, importFilter: 'writer_pdf_import' };
          const own = peer === libreOffice ? libreOfficeArguments(path, conversion) : pdf2docxArguments(path, output);
          return { sample: await runNative([native.program, ...own], { timeoutMs: TIMEOUT_MS }), path: output };
        },
      });
    }
  }
  return rivals;
}

async function measureTextPages(context: SuiteContext, engine: Engine): Promise<Figure> {
  const path = join(context.directory, 'text.pdf');
  await writeFile(path, encodePdf(TEXT_PAGES));
  const cpuMs = await cpuOf(context, engine, path);
  return { name: 'CPU of a page of text, warm', value: cpuMs / TEXT_PAGES, unit: 'ms', target: MS_PER_TEXT_PAGE };
}

/** Mean over the documents of what one of their pages costs. */
async function measureList(context: SuiteContext, engine: Engine, skipped: Skipped[]): Promise<Figure[]> {
  if (!existsSync(LIST)) {
    skipped.push({ work: 'the list of real documents', reason: 'it is not there' });
    return [];
  }
  const rows = (await readFile(LIST, 'utf8')).trim().split('\n');
  const costs: number[] = [];
  let pagesInAll = 0;
  let cpuInAll = 0;
  for (const row of rows) {
    const [name = '', pages = '1'] = row.split('\t');
    context.log(name);
    const cpuMs = await cpuOf(context, engine, join(CORPORA, name)).catch(() => undefined);
    context.signal.throwIfAborted();
    if (cpuMs === undefined) continue;
    costs.push(cpuMs / Number(pages));
    pagesInAll += Number(pages);
    cpuInAll += cpuMs;
  }
  const unit = 'ms';
  return [
    {
      name: `CPU of a page of ${costs.length} real documents, warm`,
      value: cpuInAll / pagesInAll,
      unit,
      target: MS_PER_PAGE,
    },
    {
      name: 'the same, mean over the documents',
      value: costs.reduce((sum, cost) => sum + cost, 0) / costs.length,
      unit,
    },
  ];
}

/** CPU of the least of the turns: everything that disturbs adds to it. */
async function cpuOf(context: SuiteContext, engine: Engine, path: string): Promise<number> {
  const samples: number[] = [];
  for (let turn = 0; turn < Math.min(context.rounds, 3) + 1; turn++) {
    const outDir = await mkdtemp(join(context.directory, 'page-'));
    const before = process.cpuUsage();
    await engine.convert(path, { to: 'docx', outDir, signal: context.signal });
    const { user, system } = process.cpuUsage(before);
    samples.push((user + system) / 1000);
    await rm(outDir, { recursive: true });
  }
  return Math.min(...samples);
}

/** What idle workers gain a long document. */
async function measureParts(context: SuiteContext): Promise<Figure[]> {
  const path = join(context.directory, 'book.pdf');
  const warmPath = join(context.directory, 'leaflet.pdf');
  await writeFile(path, encodePdf(BOOK_PAGES));
  await writeFile(warmPath, encodePdf(TEXT_PAGES));
  const name = `pdf → docx, ${BOOK_PAGES} pages`;
  return measureDivision({ name, path, warmPath, codecs: ['pdf-docx'], conversion: { to: 'docx' } }, context);
}

async function measureMemory({ directory, log }: SuiteContext): Promise<Figure> {
  log(`${LONG_PAGES} pages in a process of their own`);
  const path = join(directory, 'long.pdf');
  const report = join(directory, 'memory.txt');
  const outDir = join(directory, 'long');
  await writeFile(path, encodePdf(LONG_PAGES));
  await mkdir(outDir);
  await runNative([process.execPath, CHILD, path, outDir, report], { timeoutMs: TIMEOUT_MS });
  if ((await readdir(outDir)).length === 0) throw new Error('The long document was not converted.');
  const value = Number(await readFile(report, 'utf8')) / 1000;
  return { name: `memory of a process that converts ${LONG_PAGES} pages`, value, unit: 'MB', target: LONG_MB };
}
