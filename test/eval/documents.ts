import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import { libreOfficeArguments } from '../../bench/peers/libreoffice.ts';
import { runNative } from '../../bench/native-process.ts';
import { escapeXml } from '../../engine/io/xml.ts';
import { CORPORA } from '../support/corpora.ts';
import { outputOf } from '../matrix/native.ts';
import { realFiles } from '../matrix/real-files.ts';

/** A PDF to convert, and what is known of the truth behind it. */
export interface EvaluatedDocument {
  /** Within the corpora. */
  readonly name: string;
  readonly pdf: string;
  /** The Word document that the PDF was printed from. */
  readonly original?: string;
  /** The tables of the PDF, as XML of the ICDAR 2013 competition. */
  readonly tables?: string;
}

const PRINT_TIMEOUT_MS = 120_000;
/** Share of the different words of known tables that the text of their own document has at least. */
const MIN_SHARED_WORDS = 0.5;
const WORD = /[\p{L}\p{N}]+/gu;
const JUDGE_FOLDER = join(import.meta.dirname, '../../../shared/eval');

export const JUDGE = join(JUDGE_FOLDER, 'pdfdocx_eval.py');

export function hasJudge(): boolean {
  return existsSync(JUDGE);
}

/** The documents of a list: one path a line, absolute or within the corpora; more columns are not read. */
export async function listedDocuments(list = join(JUDGE_FOLDER, 'pdf-dev.tsv')): Promise<EvaluatedDocument[]> {
  const names = await linesOf(list);
  const documents: EvaluatedDocument[] = [];
  for (const name of names) documents.push({ name, pdf: resolve(CORPORA, name), ...(await knownTables(name)) });
  return documents;
}

/** Word documents, printed by LibreOffice once. */
export async function roundTripDocuments(
  work: string,
  list = join(JUDGE_FOLDER, 'roundtrip-dev.txt'),
): Promise<EvaluatedDocument[]> {
  const documents: EvaluatedDocument[] = [];
  for (const name of await linesOf(list)) {
    const original = join(CORPORA, name);
    documents.push({ name, pdf: await printed(original, name, work), original });
  }
  return documents;
}

/** Every PDF whose tables are known: those of the competition, and what Tabula's own tests expect. */
export async function tableDocuments(work: string): Promise<EvaluatedDocument[]> {
  const pdfs = (await realFiles('pdf-table')).filter((path) => path.endsWith('.pdf'));
  const documents: EvaluatedDocument[] = [];
  for (const pdf of pdfs.sort()) {
    const name = pdf.slice(CORPORA.length + 1);
    const { tables = await expectedTable(name, work) } = await knownTables(name);
    if (tables !== undefined) documents.push({ name, pdf, tables });
  }
  return documents;
}

async function linesOf(list: string): Promise<string[]> {
  const text = await readFile(list, 'utf8');
  return text
    .split(/\r?\n/)
    .map((line) => line.split('\t')[0]!.trim())
    .filter(Boolean);
}

async function knownTables(name: string): Promise<{ tables?: string }> {
  const tables = join(CORPORA, 'truth/icdar2013-tables', `${stemOf(name)}-str.xml`);
  if (!name.includes('/tabula-java/') || !existsSync(tables)) return {};
  return (await describes(tables, resolve(CORPORA, name))) ? { tables } : {};
}

/** Two sets of that competition used the same names: the tables of another document are no truth. */
async function describes(tables: string, pdf: string): Promise<boolean> {
  const text = await outputOf('pdftotext', pdf, '-');
  const inPdf = new Set(text.match(WORD));
  const truth = await readFile(tables, 'utf8');
  const contents = [...truth.matchAll(/<content>(.*?)<\/content>/gs)].map(([, content]) => content!);
  const expected = new Set(contents.flatMap((content) => content.match(WORD) ?? []));
  return expected.intersection(inPdf).size > MIN_SHARED_WORDS * expected.size;
}

/** A table that is expected as CSV, in the XML that the judge reads. */
async function expectedTable(name: string, work: string): Promise<string | undefined> {
  const csv = join(CORPORA, 'truth/tabula-java', `${stemOf(name)}.csv`);
  if (!name.includes('/tabula-java/') || !existsSync(csv)) return undefined;
  const rows = parseCsv(await readFile(csv, 'utf8'), { relax_column_count: true });
  const cells = rows.flatMap((row, y) =>
    row.map((text, x) => `<cell start-row="${y}" start-col="${x}"><content>${escapeXml(text)}</content></cell>`),
  );
  const target = join(work, `${stemOf(name)}-expected.xml`);
  await writeFile(target, `<document><table><region>${cells.join('')}</region></table></document>`);
  return target;
}

async function printed(original: string, name: string, work: string): Promise<string> {
  const target = join(work, 'printed', `${flatName(name)}.pdf`);
  if (existsSync(target)) return target;
  const outDir = join(work, 'printing');
  await mkdir(join(work, 'printed'), { recursive: true });
  const conversion = libreOfficeArguments(original, { to: 'pdf', outDir, profileDir: join(work, 'profile-print') });
  await runNative(['soffice', ...conversion], { timeoutMs: PRINT_TIMEOUT_MS });
  await rename(join(outDir, `${stemOf(original)}.pdf`), target);
  await rm(outDir, { recursive: true, force: true });
  return target;
}

/** A path as the name of one file. */
export function flatName(name: string): string {
  return name.replaceAll('/', '__').slice(0, -extname(name).length);
}

function stemOf(path: string): string {
  return basename(path, extname(path));
}
