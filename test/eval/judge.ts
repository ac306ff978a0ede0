import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { libreOfficeArguments } from '../../bench/peers/libreoffice.ts';
import { runNative } from '../../bench/native-process.ts';
import type { Engine } from '../../engine/index.ts';
import { type EvaluatedDocument, flatName, JUDGE } from './documents.ts';
import { pythonWith } from '../matrix/native.ts';

const PRINT_TIMEOUT_MS = 90_000;
const JUDGE_TIMEOUT_MS = 180_000;
/** Pages whose look is compared, and how finely they are drawn: those of the published baselines. Text is read of all. */
const LOOKED_AT = 15;
const DPI = 60;

/** Kinds of differences that name words which the document lacks. */
const TEXT_DIFFERENCES: ReadonlySet<string> = new Set(['text_missing', 'number_missing', 'number_changed']);

/** Calls the judge's function by the names of its parameters: its command line mixes two of them up. */
const EVALUATE = `
import importlib.util, json, sys
spec = importlib.util.spec_from_file_location('judge', sys.argv[1])
judge = importlib.util.module_from_spec(spec)
spec.loader.exec_module(judge)
print(json.dumps(judge.evaluate(sys.argv[2], sys.argv[3], **json.loads(sys.argv[4]))))
`;

/** What the judge measured, as it says it. A document that was not converted scores nothing. */
export interface Judgement {
  readonly pdf: string;
  readonly score: number;
  readonly error?: string;
  /** What the conversion says of text that the result lacks. */
  readonly told?: readonly string[];
  readonly [measure: string]: unknown;
}

export interface JudgeRequest {
  readonly work: string;
  /** Programs that run at the same time need folders of their own. */
  readonly lane: number;
  /** Prints the Word document and compares looks and places. */
  readonly visual: boolean;
}

/** Converts a document and has the result judged; a result that was judged before is not judged again. */
export async function judgeDocument(
  engine: Engine,
  document: EvaluatedDocument,
  request: JudgeRequest,
): Promise<Judgement> {
  const docx = join(request.work, 'docx', `${flatName(document.name)}.docx`);
  try {
    await mkdir(join(request.work, 'docx'), { recursive: true });
    const { bytes, told } = await convert(engine, document.pdf);
    await writeFile(docx, bytes);
    const kept = join(request.work, 'judged', `${flatName(document.name)}-${keyOf(bytes, request)}.json`);
    if (!existsSync(kept)) await judge(document, docx, { ...request, kept });
    return { ...(JSON.parse(await readFile(kept, 'utf8')) as Judgement), pdf: document.name, told };
  } catch (error) {
    return { pdf: document.name, score: 0, error: error instanceof Error ? error.message : String(error) };
  }
}

async function convert(engine: Engine, pdf: string): Promise<{ bytes: Uint8Array; told: string[] }> {
  const { artifacts, warnings, report } = await engine.convert(pdf, { to: 'docx', allowLoss: 'any' });
  const [artifact] = artifacts;
  if (!artifact || !('bytes' in artifact)) throw new Error('The conversion gave no document.');
  const told = [
    ...warnings.filter(({ code, details }) => code === 'text_dropped' || details?.['figures'] !== undefined),
    ...report.differences.filter(({ kind }) => TEXT_DIFFERENCES.has(kind)),
  ];
  return { bytes: artifact.bytes, told: told.map(({ message }) => message) };
}

function keyOf(docx: Uint8Array, { visual }: JudgeRequest): string {
  return createHash('sha256').update(docx).update(String(visual)).digest('hex').slice(0, 16);
}

async function judge(
  { pdf, original, tables }: EvaluatedDocument,
  docx: string,
  { work, lane, visual, kept }: JudgeRequest & { readonly kept: string },
): Promise<void> {
  const rendered = visual ? await print(docx, { work, lane }) : undefined;
  const named = {
    ...(original !== undefined && { ref: original }),
    ...(tables !== undefined && { tables }),
    ...(rendered !== undefined && { rendered }),
    ...{ visual, look: LOOKED_AT, dpi: DPI },
  };
  const target = `${kept}.part`;
  await mkdir(join(work, 'judged'), { recursive: true });
  const command = ['bash', '-c', 'target=$1; shift; "$@" > "$target"', 'judge', target, await judgesPython()];
  await runNative([...command, '-c', EVALUATE, JUDGE, pdf, docx, JSON.stringify(named)], {
    timeoutMs: JUDGE_TIMEOUT_MS,
  });
  await rename(target, kept);
}

/** A Python that has what the judge needs: that of the system, where another one comes first. */
async function judgesPython(): Promise<string> {
  const python = await pythonWith('numpy', 'PIL');
  if (python === undefined) throw new Error('The judge needs a Python with numpy and Pillow.');
  return python;
}

/** A document that cannot be printed is judged all the same: as one without pages. What was printed is kept to be read. */
async function print(docx: string, { work, lane }: Pick<JudgeRequest, 'work' | 'lane'>): Promise<string> {
  const outDir = join(work, 'rendered');
  const rendered = join(outDir, `${basename(docx, '.docx')}.pdf`);
  await rm(rendered, { force: true });
  await mkdir(outDir, { recursive: true });
  const conversion = libreOfficeArguments(docx, {
    to: 'pdf',
    outDir,
    profileDir: join(work, `lane-${lane}`, 'profile'),
  });
  await runNative(['soffice', ...conversion], { timeoutMs: PRINT_TIMEOUT_MS }).catch(() => undefined);
  return rendered;
}
